import type { Tail } from '../lanes/phrase-steps.ts';
import type { PreparedPhrase } from '../lanes/protocol.ts';

/**
 * Determines the silence between phrases, for all voices. Synthesizers leave different silences at a phrase's ends.
 * Rendering trims them to `LEAD_MS` and `TAIL_MS` (`media/trim-silence.ts`), and the rest is added here.
 */

/** Silence kept before a phrase, so that a soft onset is not cut off; divided by speeds above 1. */
export const LEAD_MS = 10;
/** Silence kept after a phrase, in which it fades out; divided by speeds above 1. */
export const TAIL_MS = 50;
/** Silence kept next to a requested pause: almost none, so that the pause has the requested length. */
export const LEAD_AFTER_PAUSE_MS = 2;
const TAIL_BEFORE_PAUSE: Tail = { ms: 0, isTight: true };

/** The unit that ends with a piece of text; it determines the natural silence after the piece. */
export type PieceEnd = 'paragraph' | 'sentence' | 'clause';

/** Silence that a human reader leaves at normal speed, from offset to onset. */
const CLAUSE_MS = 160;
const PARAGRAPH_MS = 650;
/** Silence after a sentence. It grows with the shorter of the two adjacent phrases, within `SENTENCE_LENGTH_MS`. */
const SENTENCE_MS = { least: 275, most: 410 } as const;
const SENTENCE_LENGTH_MS = { short: 500, long: 2500 } as const;

/** Computes the silence between phrases, which scales with the speed, and that of pauses, which does not. */
export class Gap {
  readonly #speed: number;
  /** The previous phrase of this utterance. */
  #before: { readonly end: PieceEnd; readonly soundMs: number } | null = null;
  /** Pauses requested since then, and all silence sent since then. */
  #pausedMs = 0;
  #sentMs = 0;

  constructor(speed: number) {
    this.#speed = speed;
  }

  /** Returns the silence to keep after a phrase. */
  tail(isBeforePause = false): Tail {
    return isBeforePause ? TAIL_BEFORE_PAUSE : { ms: TAIL_MS / Math.max(1, this.#speed), isTight: false };
  }

  /** Silence to keep before the next phrase. */
  get leadMs(): number {
    return this.#pausedMs > 0 ? LEAD_AFTER_PAUSE_MS : LEAD_MS / Math.max(1, this.#speed);
  }

  /** Returns how much silence to send for a pause, in ms. */
  pause(durationMs: number): number {
    this.#pausedMs += durationMs;
    return this.#send(this.#pausedMs);
  }

  /** Returns how much silence to insert before a phrase, in ms: none after a pause. */
  beforeMs(phrase: PreparedPhrase): number {
    if (this.#pausedMs > 0 || this.#before === null) return 0;
    const { end, soundMs } = this.#before;
    const shorterMs = Math.min(soundMs, soundMsOf(phrase)) * this.#speed;
    return this.#send(naturalMs(end, shorterMs) / this.#speed - this.leadMs);
  }

  /** Records that a phrase was spoken, with the silence kept after it. */
  follow(phrase: PreparedPhrase, end: PieceEnd, tail: Tail): void {
    this.#before = { end, soundMs: soundMsOf(phrase) };
    this.#pausedMs = 0;
    this.#sentMs = tail.ms;
  }

  /** Records that the previous sentence was the end of a paragraph. */
  endParagraph(): void {
    if (this.#before?.end === 'sentence') this.#before = { ...this.#before, end: 'paragraph' };
  }

  /** Starts a new utterance, which begins without silence. */
  clear(): void {
    this.#before = null;
    this.#pausedMs = 0;
    this.#sentMs = 0;
  }

  #send(untilMs: number): number {
    const ms = Math.max(0, untilMs - this.#sentMs);
    this.#sentMs += ms;
    return ms;
  }
}

function naturalMs(end: PieceEnd, shorterMs: number): number {
  if (end === 'clause') return CLAUSE_MS;
  if (end === 'paragraph') return PARAGRAPH_MS;
  const { short, long } = SENTENCE_LENGTH_MS;
  const share = Math.min(1, Math.max(0, (shorterMs - short) / (long - short)));
  return SENTENCE_MS.least + share * (SENTENCE_MS.most - SENTENCE_MS.least);
}

const soundMsOf = ({ soundFrom, soundTo, frameSamples, sampleRate }: PreparedPhrase): number =>
  ((soundTo - soundFrom) * frameSamples * 1000) / sampleRate;
