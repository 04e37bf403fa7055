import type { PreparedPhrase } from '../lanes/protocol.ts';

/** What a piece of text ends: the natural silence behind it depends on that. */
export type PieceEnd = 'sentence' | 'clause';

/**
 * Natural silence between two pieces at normal speed, the synthesizers' own included: what neural voices leave when
 * they read two sentences, or the two sides of a comma, in one go.
 */
const SILENCE_AFTER_MS: Readonly<Record<PieceEnd, number>> = { sentence: 380, clause: 160 };

/** The silence that is due between phrases, less what the synthesizer leaves at their ends by itself. */
export class Gap {
  #dueMs = 0;

  /** How much silence to put before a phrase. */
  beforeMs(phrase: PreparedPhrase): number {
    return Math.max(0, this.#dueMs - framesMs(phrase, phrase.soundFrom));
  }

  /** Makes silence due behind a phrase, at a speed of 0.7, 1 or 1.5. */
  follow(phrase: PreparedPhrase, end: PieceEnd, speed: number): void {
    this.#dueMs = SILENCE_AFTER_MS[end] / speed - framesMs(phrase, phrase.frames - phrase.soundTo);
  }

  /** Nothing is due: a pause stands there, or a new utterance begins. */
  clear(): void {
    this.#dueMs = 0;
  }
}

const framesMs = ({ frameSamples, sampleRate }: PreparedPhrase, frames: number): number =>
  (frames * frameSamples * 1000) / sampleRate;
