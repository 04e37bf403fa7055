/** The results of an agent and of a transcription for a sound without words, as fast as they can be computed. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AudioIntake,
  CallerTranscriber,
  END_OF_SPEECH_MS,
  WINDOW_SAMPLES,
} from '../../agent-worker/research.ts';
import type { Recogniser } from '../../engine/index.ts';
import { LiveConditioner } from '../../media/conditioning.ts';
import { floatToInt16 } from '../../media/pcm.ts';
import { telephoned } from '../../media/telephone.ts';
import { UNOBSERVED } from '../unobserved.ts';
import { soundOf } from './sounds.ts';

export const LINES = ['microphone', 'telephone'] as const;
export type Line = (typeof LINES)[number];

/** The results for a sound. */
export interface Heard {
  /** Stretches that the VAD took for speech. */
  readonly stretches: number;
  /** Texts that an agent took for turns of its caller. */
  readonly turns: readonly string[];
  /** The transcript of the file. */
  readonly transcript: string;
}

const RATE = 16_000;

/** Computes a sound, mono, 16 kHz. */
export function recorded(kind: string, line: Line, seconds: number, seed: number): Float32Array {
  const value = soundOf(kind, seed);
  const samples = Float32Array.from({ length: seconds * RATE }, (_, i) => value(i / RATE));
  return line === 'telephone' ? telephoned(samples, RATE) : samples;
}

/**
 * Plays a recording to an agent that has asked a question, so that a single word counts, and transcribes it.
 * @param samples mono, 16 kHz
 */
export async function hear(samples: Float32Array, lang: string, recogniser: Recogniser): Promise<Heard> {
  const conditioner = new LiveConditioner(RATE);
  const intake = new AudioIntake({
    minSilenceMs: END_OF_SPEECH_MS,
    filter: (window) => conditioner.raise(window),
  });
  const counted = new Counted(recogniser);
  const turns: string[] = [];
  const transcriber = new CallerTranscriber({
    recogniser: counted,
    lang,
    observer: UNOBSERVED,
    onText: (text) => turns.push(text),
  });
  transcriber.agentSaid('How can I help you?');
  transcriber.agentSpeaks(false);
  let stretches = 0;
  intake.onWindow((window) => {
    if (window.step.change === 'started') stretches++;
    transcriber.push(window);
  });
  try {
    for (let at = 0; at + WINDOW_SAMPLES <= samples.length; at += WINDOW_SAMPLES) {
      intake.push(conditioner.withoutRumble(floatToInt16(samples.subarray(at, at + WINDOW_SAMPLES))));
      await intake.flush();
      await counted.pending;
    }
    while (transcriber.isPending) await sleep(5);
    const { text } = await recogniser.transcribe(samples, { lang });
    return { stretches, turns, transcript: text };
  } finally {
    transcriber.close();
    intake.close();
  }
}

/** Waits for recognition, so that sound is not processed faster. */
class Counted implements Recogniser {
  readonly #recogniser: Recogniser;
  pending: Promise<unknown> = Promise.resolve();

  constructor(recogniser: Recogniser) {
    this.#recogniser = recogniser;
  }

  supports(lang: string): boolean {
    return this.#recogniser.supports(lang);
  }

  transcribe(...asked: Parameters<Recogniser['transcribe']>): ReturnType<Recogniser['transcribe']> {
    const heard = this.#recogniser.transcribe(...asked);
    this.pending = heard.catch(() => undefined);
    return heard;
  }

  async close(): Promise<void> {}
}
