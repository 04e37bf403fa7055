/** A call that is answered with a sound, heard in real time. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AudioIntake,
  type Callee,
  CallerTranscriber,
  CallOpening,
  END_OF_SPEECH_MS,
  WINDOW_MS,
  WINDOW_SAMPLES,
} from '../../agent-worker/research.ts';
import type { Recogniser } from '../../engine/index.ts';
import { LiveConditioner } from '../../media/conditioning.ts';
import { floatToInt16 } from '../../media/pcm.ts';
import { UNOBSERVED } from '../unobserved.ts';

const RATE = 16_000;
/** Time for which the line stays open after the sound, while words are still being recognised, in ms. */
const OPEN_MS = 20_000;

/** The result. Times are ms from the beginning of the sound. */
export interface Answered {
  /** The detected callee, after the last change. */
  readonly callee: Callee | null;
  readonly calleeMs: number | null;
  /** When the first turn was over. */
  readonly overMs: number | null;
  /** When the agent began to talk; null if it did not. */
  readonly talkMs: number | null;
  /** When it began its message. */
  readonly leaveMs: number | null;
  readonly words: string;
}

/** @param sound after the telephone: mono, 16 kHz, -1 to 1, with some seconds of silence at its end */
export async function answer(sound: Float32Array, recogniser: Recogniser): Promise<Answered> {
  const rules = {
    voicemail: { action: 'leave_message', message: 'message' },
    menu: { action: 'press', keys: '1' },
  } as const;
  const conditioner = new LiveConditioner(RATE);
  let [callee, calleeMs, talkMs, leaveMs]: [Callee | null, ...(number | null)[]] = [null, null, null, null];
  let heardMs = 0;
  let overMs: number | null = null;
  const words: string[] = [];
  const opening = new CallOpening(rules, () => 'en', {
    answered: (who) => {
      callee = who;
      calleeMs = heardMs;
    },
    talk: () => {
      talkMs ??= heardMs;
    },
    hush: () => undefined,
    leave: () => {
      leaveMs = heardMs;
      return new Promise(() => undefined);
    },
    press: () => new Promise(() => undefined),
    hangUp: () => undefined,
  });
  const intake = new AudioIntake({
    minSilenceMs: END_OF_SPEECH_MS,
    filter: (window) => conditioner.raise(window),
  });
  const transcriber = new CallerTranscriber({
    recogniser,
    lang: 'en',
    observer: { ...UNOBSERVED, failed: () => undefined },
    onText: (text) => {
      words.push(text);
      overMs = null;
      opening.heard(text);
    },
    onPartial: ({ text }) => opening.partial(text),
    onSettled: () => {
      overMs ??= heardMs;
      opening.turnOver();
    },
    wantsPartial: () => opening.isOpen,
    isImpatient: () => opening.isWithholding,
  });
  intake.onWindow((window) => {
    heardMs = (window.index + 1) * WINDOW_MS;
    opening.window(window);
    transcriber.push(window);
  });
  const samples = new Int16Array(sound.length + (OPEN_MS * RATE) / 1000);
  samples.set(floatToInt16(sound));
  const beganMs = performance.now();
  try {
    for (let at = 0; at + WINDOW_SAMPLES <= samples.length; at += WINDOW_SAMPLES) {
      if (at >= sound.length && !transcriber.isPending) break;
      const dueMs = beganMs + ((at + WINDOW_SAMPLES) * 1000) / RATE;
      await sleep(Math.max(0, dueMs - performance.now()));
      intake.push(conditioner.withoutRumble(samples.slice(at, at + WINDOW_SAMPLES)));
    }
  } finally {
    transcriber.close();
    intake.close();
  }
  return { callee, calleeMs, overMs, talkMs, leaveMs, words: words.join(' / ') };
}
