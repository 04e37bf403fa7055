/** A call in which the caller says something while the agent speaks, computed as fast as possible. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AudioIntake,
  CallerTranscriber,
  EchoGuard,
  END_OF_SPEECH_MS,
  PAUSE_AGENT_AFTER_MS,
  WINDOW_MS,
  WINDOW_SAMPLES,
} from '../../agent-worker/research.ts';
import type { Recogniser } from '../../engine/index.ts';
import { LiveConditioner } from '../../media/conditioning.ts';
import { RATE } from '../../media/human-sounds.ts';
import { decodeMulaw, encodeMulaw } from '../../media/mulaw.ts';
import { floatToInt16 } from '../../media/pcm.ts';
import { resampleAll } from '../../media/resampler.ts';
import { telephoned } from '../../media/telephone.ts';
import { randomNumbers } from '../random.ts';
import { atLevel } from '../sound.ts';
import { UNOBSERVED } from '../unobserved.ts';

export interface Line {
  readonly name: string;
  /** Speed of the caller's speech; 1 is unchanged. */
  readonly speed: number;
  /** Level of the caller's voice, in dBFS. */
  readonly levelDb: number;
  readonly isTelephone: boolean;
  /** Attenuation of the agent's echo; null for no echo. */
  readonly echoDb: number | null;
}

export const LINES: readonly Line[] = [
  { name: 'headset', speed: 1, levelDb: -24, isTelephone: false, echoDb: null },
  { name: 'telephone, fast', speed: 1.2, levelDb: -24, isTelephone: true, echoDb: null },
  { name: 'telephone, slow and soft', speed: 0.85, levelDb: -38, isTelephone: true, echoDb: null },
  { name: 'telephone, loudspeaker', speed: 1, levelDb: -24, isTelephone: true, echoDb: 20 },
  { name: 'loudspeaker, fast', speed: 1.1, levelDb: -24, isTelephone: false, echoDb: 12 },
];

/** The result. */
export interface Heard {
  /** Whether the agent fell silent for a while. */
  readonly isPaused: boolean;
  /** The text that was taken for a turn and stopped the agent; "" for none. */
  readonly turn: string;
  /** The recognised words. */
  readonly words: string;
  /** The text that was taken for a turn although the caller was silent. */
  readonly invented: string;
}

const EPOCH_MS = 1_700_000_000_000;
/** Duration of the agent's speech before the caller begins: long enough to learn the echo. */
const BEFORE_MS = 4000;
const AFTER_MS = 1500;
const ECHO_DELAY_MS = 120;
const AGENT_LEVEL_DB = -22;
/** -62 dBFS: a quiet room. */
const ROOM_LEVEL = 0.0008;
/** Reflections of the caller's room, by delay in samples. */
const ROOM: readonly (readonly [at: number, gain: number])[] = [
  [0, 1],
  [190, 0.4],
  [610, -0.25],
  [1450, 0.15],
  [2600, -0.08],
];

/** @param said the caller's speech @param agent the agent's speech; both mono, 16 kHz, -1 to 1 */
export async function call(
  said: Float32Array,
  agent: Float32Array,
  agentText: string,
  line: Line,
  recogniser: Recogniser,
): Promise<Heard> {
  const caller = atLevel(line.isTelephone ? telephoned(said, RATE) : said, line.levelDb);
  const voice = atLevel(agent, AGENT_LEVEL_DB);
  const loudspeaker = line.isTelephone ? telephoned(voice, RATE) : voice;
  const guard = new EchoGuard();
  const conditioner = new LiveConditioner(RATE);
  const counted = new Counted(recogniser);
  const turns: string[] = [];
  let atMs = EPOCH_MS;
  let pausedAt: number | null = null;
  const intake = new AudioIntake({
    minSilenceMs: END_OF_SPEECH_MS,
    filter: (window) => conditioner.raise(guard.filter(window, atMs)),
  });
  const transcriber = new CallerTranscriber({
    recogniser: counted,
    lang: 'en',
    observer: { ...UNOBSERVED, failed: () => undefined },
    onText: (text) => turns.push(text),
  });
  transcriber.agentSaid(agentText);
  transcriber.agentSpeaks(true);
  const begin = (BEFORE_MS * RATE) / 1000;
  const length = begin + caller.length + (AFTER_MS * RATE) / 1000;
  const room = randomNumbers(7);
  let invented = '';
  intake.onWindow((window) => {
    transcriber.push(window);
    const { speaking, speechMs } = window.step;
    if (pausedAt === null && speaking && speechMs >= PAUSE_AGENT_AFTER_MS) {
      pausedAt = (window.index + 1) * WINDOW_SAMPLES;
      transcriber.agentSpeaks(false, Number.POSITIVE_INFINITY);
      guard.stops(atMs);
    }
  });
  try {
    for (let at = 0; at + WINDOW_SAMPLES <= length; at += WINDOW_SAMPLES) {
      if (at <= begin && begin < at + WINDOW_SAMPLES) invented = turns.splice(0).join(' ');
      const heard = new Float32Array(WINDOW_SAMPLES);
      for (let i = 0; i < WINDOW_SAMPLES; i++) {
        heard[i] = (caller[at + i - begin] ?? 0) + ROOM_LEVEL * (room() + room() + room() - 1.5);
        if (line.echoDb === null) continue;
        for (const [delay, gain] of ROOM) {
          const then = at + i - delay - (ECHO_DELAY_MS * RATE) / 1000;
          if (then < (pausedAt ?? length))
            heard[i]! += 10 ** (-line.echoDb / 20) * gain * (loudspeaker[then] ?? 0);
        }
      }
      if (pausedAt === null) {
        guard.plays(floatToInt16(resampleAll(voice.slice(at, at + WINDOW_SAMPLES), RATE, 24_000)), atMs);
      }
      atMs += WINDOW_MS;
      const samples = floatToInt16(line.isTelephone ? decodeMulaw(encodeMulaw(heard)) : heard);
      await judged(intake, conditioner.withoutRumble(samples));
      await counted.idle();
    }
    return {
      isPaused: pausedAt !== null,
      turn: turns.join(' '),
      words: counted.texts.at(-1) ?? '',
      invented,
    };
  } finally {
    transcriber.close();
    intake.close();
  }
}

/** Passes a window on, and waits until it was judged. Withheld audio of the guard arrives as several windows. */
async function judged(intake: AudioIntake, samples: Int16Array): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = intake.onWindow(() => {
      stop();
      resolve();
    });
    intake.push(samples);
  });
  while (intake.isBehind) await sleep(1);
}

/** A recogniser whose pending work can be awaited. */
class Counted implements Recogniser {
  readonly texts: string[] = [];
  readonly #recogniser: Recogniser;
  #work: Promise<unknown> = Promise.resolve();

  constructor(recogniser: Recogniser) {
    this.#recogniser = recogniser;
  }

  supports(lang: string): boolean {
    return this.#recogniser.supports(lang);
  }

  transcribe(...args: Parameters<Recogniser['transcribe']>): ReturnType<Recogniser['transcribe']> {
    const work = this.#recogniser.transcribe(...args);
    this.#work = work.then(({ text }) => this.texts.push(text)).catch(() => undefined);
    return work;
  }

  /** Waits until all requests are answered, and the answers are handled. */
  async idle(): Promise<void> {
    await this.#work;
    await new Promise((resolve) => setImmediate(resolve));
  }

  async close(): Promise<void> {}
}
