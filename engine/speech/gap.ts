import type { PreparedPhrase } from '../lanes/protocol.ts';

/** What ends with a piece of text; the natural silence after it depends on this. */
export type PieceEnd = 'sentence' | 'clause';

/**
 * Natural silence between two pieces at normal speed, including the synthesizer's own: what neural voices leave when
 * they read two sentences, or both sides of a comma, in one go.
 */
const SILENCE_AFTER_MS: Readonly<Record<PieceEnd, number>> = { sentence: 380, clause: 160 };

/** The silence due between phrases, minus what the synthesizer already leaves at their ends. */
export class Gap {
  #dueMs = 0;

  /** How much silence to insert before a phrase. */
  beforeMs(phrase: PreparedPhrase): number {
    return Math.max(0, this.#dueMs - framesMs(phrase, phrase.soundFrom));
  }

  /** Sets the silence due after a phrase at a speed. It scales with the speech, unlike explicit pauses. */
  follow(phrase: PreparedPhrase, end: PieceEnd, speed: number): void {
    this.#dueMs = SILENCE_AFTER_MS[end] / speed - framesMs(phrase, phrase.frames - phrase.soundTo);
  }

  /** Nothing is due: there is an explicit pause, or a new utterance begins. */
  clear(): void {
    this.#dueMs = 0;
  }
}

const framesMs = ({ frameSamples, sampleRate }: PreparedPhrase, frames: number): number =>
  (frames * frameSamples * 1000) / sampleRate;
