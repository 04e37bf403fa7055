/**
 * Collects the evidence of an agent's hearing about an utterance, as fast as it can be computed: the input of all
 * policies.
 */
import {
  AudioIntake,
  END_OF_SPEECH_MS,
  endOfTurnModel,
  LEAD_MS,
  SmartTurnNetwork,
  type SoundJudgement,
  TRAINED_SECONDS,
  UtteranceRecording,
  type VadWindow,
  WINDOW_MS,
  WINDOW_SAMPLES,
} from '../../agent-worker/research.ts';
import type { RecogniseOptions, Recogniser } from '../../engine/index.ts';
import { endOfTurnModelFile } from '../../engine/setup.ts';
import { joined } from '../sound.ts';
import type { PausedUtterance } from './utterances.ts';

/** A silence of the speaker, as hearing detects it. */
export interface HeardPause {
  /** When the last voiced window ended, in ms from the beginning. */
  readonly silentAtMs: number;
  /** Time until it is known that the speaker continues; null if the speaker has finished. */
  readonly lengthMs: number | null;
  /** Silence after which recognition begins. */
  readonly pausedMs: number;
  /** Recognised text of all speech so far. */
  readonly text: string;
  /** The part of the turn before an earlier silence. */
  readonly before: string;
  /** Longest earlier silence that ended speech, in ms. */
  readonly longestPauseMs: number;
  /** Null if the speaker continued earlier. */
  readonly sound: SoundJudgement | null;
  /** Probability of Smart Turn as it was published, with all the sound that it takes. */
  readonly smartTurn: number | null;
}

export interface HeardUtterance extends Omit<PausedUtterance, 'samples' | 'words'> {
  readonly pauses: readonly HeardPause[];
}

/** Words may end a little after the sound that can be heard of them. */
const BEHIND_MS = 150;

/** What was said until then, with a full stop at its end, as recognisers write it. */
const saidUntil = ({ words = [] }: PausedUtterance, ms: number): string =>
  words
    .filter(({ endMs }) => endMs <= ms + BEHIND_MS)
    .map(({ text }) => text)
    .join(' ')
    .replace(/[^\p{L}\p{N}?.!]*$/u, '')
    .replace(/(?<![?.!])$/u, '.');

/** @param recogniser null for one that makes no errors */
export async function hear(
  utterance: PausedUtterance,
  recogniser: Recogniser | null,
  lang: string,
  dictation?: RecogniseOptions['dictation'],
): Promise<HeardUtterance> {
  const windows = await windowsOf(utterance.samples);
  const recording = new UtteranceRecording(LEAD_MS);
  const pauses: HeardPause[] = [];
  let before = '';
  let text: string | null = null;
  for (const [i, window] of windows.entries()) {
    const { change, speaking, accumulatedSilenceMs } = window.step;
    recording.push(window);
    if (change === 'paused') {
      const { samples } = recording.take({ overAgent: false });
      const options = { lang, isLive: true, ...(dictation && { dictation }) };
      text = recogniser
        ? `${before} ${(await recogniser.transcribe(samples, options)).text.trim()}`.trim()
        : saidUntil(utterance, (i + 1) * WINDOW_MS - accumulatedSilenceMs);
      pauses.push({ ...(await pauseAt(windows, i, text, before)), longestPauseMs: longestOf(pauses) });
    } else if (change === 'ended') {
      before = text ?? before;
      text = null;
      recording.clear();
    }
    if (!speaking) recording.trim();
  }
  const { samples: _, words: __, ...rest } = utterance;
  return { ...rest, pauses };
}

/** The windows of the VAD over a sound of 16 kHz. */
export async function windowsOf(sound: Float32Array): Promise<VadWindow[]> {
  const intake = new AudioIntake({ minSilenceMs: END_OF_SPEECH_MS });
  const windows: VadWindow[] = [];
  const samples = Int16Array.from(sound, (x) => Math.max(-32_768, Math.min(32_767, Math.round(x * 32_768))));
  try {
    for (let at = 0; at + WINDOW_SAMPLES <= samples.length; at += WINDOW_SAMPLES) {
      await new Promise<void>((resolve) => {
        const stop = intake.onWindow((window) => {
          stop();
          windows.push(window);
          resolve();
        });
        intake.push(samples.subarray(at, at + WINDOW_SAMPLES));
      });
    }
  } finally {
    intake.close();
  }
  return windows;
}

function longestOf(pauses: readonly HeardPause[]): number {
  const lengths = pauses.flatMap(({ lengthMs }) => (lengthMs === null ? [] : [lengthMs]));
  return Math.max(0, ...lengths.filter((ms) => ms >= END_OF_SPEECH_MS));
}

/** A silence of the speaker among the windows of a sound. */
export interface Silence {
  readonly silentAtMs: number;
  /** Null if the speaker has finished. */
  readonly lengthMs: number | null;
  /** Whether it lasts until the end-of-turn model is asked. */
  readonly isAsked: boolean;
  /** The sound up to that moment. @param ms its greatest length */
  readonly latest: (ms: number) => Int16Array[];
}

/** The silence that the segmenter has noticed at this window. */
export function silenceAt(windows: readonly VadWindow[], at: number): Silence {
  const lastVoiced = at - windows[at]!.step.accumulatedSilenceMs / WINDOW_MS;
  const next = windows.findIndex(
    ({ step: { change } }, i) => i > at && (change === 'started' || change === 'resumed'),
  );
  const asked = lastVoiced + endOfTurnModel().askAfterMs / WINDOW_MS;
  return {
    silentAtMs: (lastVoiced + 1) * WINDOW_MS,
    lengthMs: next < 0 ? null : (next - lastVoiced) * WINDOW_MS,
    isAsked: asked < windows.length && (next < 0 || asked < next),
    latest: (ms) =>
      windows.slice(Math.max(0, asked + 1 - ms / WINDOW_MS), asked + 1).map(({ samples }) => samples),
  };
}

/** The pause at this window, judged. */
async function pauseAt(
  windows: readonly VadWindow[],
  at: number,
  text: string,
  before: string,
): Promise<Omit<HeardPause, 'longestPauseMs'>> {
  const { silentAtMs, lengthMs, isAsked, latest } = silenceAt(windows, at);
  const model = endOfTurnModel();
  const sound = isAsked ? await model.judge(latest(model.inputMs)) : null;
  const smartTurn = isAsked ? await smartTurnOf(latest(TRAINED_SECONDS * 1000)) : null;
  return {
    silentAtMs,
    lengthMs,
    pausedMs: windows[at]!.step.accumulatedSilenceMs,
    text,
    before,
    sound,
    smartTurn,
  };
}

let network: Promise<SmartTurnNetwork> | null = null;

/** The sound of windows, -1 to 1. */
export const soundOf = (windows: readonly Int16Array[]): Float32Array =>
  joined(windows.map((window) => Float32Array.from(window, (x) => x / 32_768)));

/** The probability of the published network; null if the model is not installed. */
async function smartTurnOf(windows: readonly Int16Array[]): Promise<number | null> {
  const file = endOfTurnModelFile();
  if (file === null) return null;
  network ??= SmartTurnNetwork.load(file, TRAINED_SECONDS);
  return (await (await network).run(soundOf(windows))).published;
}
