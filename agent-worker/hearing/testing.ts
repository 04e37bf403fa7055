/** Helpers of the tests of hearing. */

import type { RecogniseOptions, Recogniser, Transcript } from '../../engine/index.ts';
import type { HearingObserver } from './types.ts';
import type { VadModel } from './vad/vad-model.ts';

/** Of unfinished speech: words are shown, also the last one, and are not certain. */
const WORD_CONFIDENCE = 0.93;

/** A recogniser whose answers and their times the test determines. */
export class ScriptedRecogniser implements Recogniser {
  readonly jobs: {
    readonly samples: Float32Array;
    readonly phrases: readonly string[] | undefined;
    readonly contrary: readonly string[] | undefined;
    readonly dictation: RecogniseOptions['dictation'];
    /** Asks another recogniser for a second opinion. */
    readonly askAnother: () => void;
    readonly answer: (text: string, confidence?: number) => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  /** Unanswered jobs, and the highest number of them at a time. */
  open = 0;
  mostOpen = 0;
  aborted = 0;
  readonly #text: string | null;
  readonly #follows: boolean;

  /**
   * @param text the immediate answer for every recording; null if the test answers
   * @param follows whether it accepts ongoing speech
   */
  constructor(text: string | null = null, follows = false) {
    this.#text = text;
    this.#follows = follows;
  }

  followsSpeech(): boolean {
    return this.#follows;
  }

  supports(): boolean {
    return true;
  }

  transcribe(
    samples: Float32Array,
    { phrases, contrary, dictation, isPartial, onSecondOpinion, signal }: RecogniseOptions,
  ): Promise<Transcript> {
    if (this.#text !== null) return Promise.resolve({ text: this.#text, words: [] });
    this.mostOpen = Math.max(this.mostOpen, ++this.open);
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => {
        this.aborted++;
        this.open--;
        reject(signal.reason);
      });
      this.jobs.push({
        samples,
        phrases,
        contrary,
        dictation,
        askAnother: () => onSecondOpinion?.(),
        answer: (text, confidence) => {
          this.open--;
          resolve({
            text,
            words: [],
            ...(confidence !== undefined && { confidence }),
            ...(isPartial && { wordConfidences: text.split(' ').map(() => WORD_CONFIDENCE) }),
          });
        },
        fail: (error) => {
          this.open--;
          reject(error);
        },
      });
    });
  }

  async close(): Promise<void> {}
}

/** A voice activity model for sounds whose first sample is the probability in thousandths. */
export class PlainVadModel implements VadModel {
  async predict(window: Int16Array): Promise<number> {
    return window[0]! / 1000;
  }

  reset(): void {}
}

export type Stretch = readonly [windows: number, probability: number];

/** Windows of such a sound. */
export function plainSound(...stretches: readonly Stretch[]): Int16Array {
  const probabilities = stretches.flatMap(([windows, probability]) =>
    Array<number>(windows).fill(probability),
  );
  const samples = new Int16Array(probabilities.length * 512);
  for (const [i, probability] of probabilities.entries())
    samples.fill(probability * 1000, i * 512, (i + 1) * 512);
  return samples;
}

/** Records the calls as short words, in order. */
export class NotingObserver implements HearingObserver {
  readonly notes: string[] = [];

  speechBegan(): void {
    this.notes.push('began');
  }

  speechConfirmed(): void {
    this.notes.push('confirmed');
  }

  recognised(): void {
    this.notes.push('recognised');
  }

  dismissed(why: string): void {
    this.notes.push(`dismissed ${why}`);
  }

  failed(reason: string): void {
    this.notes.push(`failed: ${reason}`);
  }
}

/** Settles when all pending promises have settled. */
export const settled = (): Promise<void> =>
  new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
