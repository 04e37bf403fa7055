import type { Tail } from '../lanes/phrase-steps.ts';
import type { PreparedPhrase } from '../lanes/protocol.ts';

/**
 * The one rule of silence for all voices. Synthesizers leave whatever silence they like at the ends of a phrase; it is
 * trimmed to `LEAD_MS` and `TAIL_MS` as it is rendered (`media/trim-silence.ts`), and everything else is added here.
 */

/** Silence that a phrase keeps in front, so that no soft beginning is lost; less at speeds above 1. */
export const LEAD_MS = 10;
/** Silence that a phrase keeps behind it, in which it fades; less at speeds above 1. */
export const TAIL_MS = 50;
/** Beside a pause it keeps next to none: the pause is heard as long as it was asked to be. */
export const LEAD_AFTER_PAUSE_MS = 2;
const TAIL_BEFORE_PAUSE: Tail = { ms: 0, isTight: true };

/** What ends with a piece of text; the natural silence after it depends on this. */
export type PieceEnd = 'paragraph' | 'sentence' | 'clause';

/** What a reader leaves at normal speed, from the end of one sound to the beginning of the next. */
const CLAUSE_MS = 160;
const PARAGRAPH_MS = 650;
/** After a sentence it depends on the shorter one of the two: from "Yes. No." to sentences of some seconds. */
const SENTENCE_MS = { least: 275, most: 410 } as const;
const SENTENCE_LENGTH_MS = { short: 500, long: 2500 } as const;

/** The silence due between phrases, which scales with the speed, and that of pauses, which does not. */
export class Gap {
  readonly #speed: number;
  /** What was spoken last in this utterance. */
  #before: { readonly end: PieceEnd; readonly soundMs: number } | null = null;
  /** Pauses asked for since then, and all silence sent since then. */
  #pausedMs = 0;
  #sentMs = 0;

  constructor(speed: number) {
    this.#speed = speed;
  }

  /** What silence to leave behind a phrase. */
  tail(isBeforePause = false): Tail {
    return isBeforePause ? TAIL_BEFORE_PAUSE : { ms: TAIL_MS / Math.max(1, this.#speed), isTight: false };
  }

  /** How much silence to leave in front of the next phrase. */
  get leadMs(): number {
    return this.#pausedMs > 0 ? LEAD_AFTER_PAUSE_MS : LEAD_MS / Math.max(1, this.#speed);
  }

  /** How much silence to send for a pause. */
  pause(durationMs: number): number {
    this.#pausedMs += durationMs;
    return this.#send(this.#pausedMs);
  }

  /** How much silence to insert before a phrase: none after a pause. */
  beforeMs(phrase: PreparedPhrase): number {
    if (this.#pausedMs > 0 || this.#before === null) return 0;
    const { end, soundMs } = this.#before;
    const shorterMs = Math.min(soundMs, soundMsOf(phrase)) * this.#speed;
    return this.#send(naturalMs(end, shorterMs) / this.#speed - this.leadMs);
  }

  /** A phrase was spoken, with that silence behind it. */
  follow(phrase: PreparedPhrase, end: PieceEnd, tail: Tail): void {
    this.#before = { end, soundMs: soundMsOf(phrase) };
    this.#pausedMs = 0;
    this.#sentMs = tail.ms;
  }

  /** What was said last turns out to be the end of a paragraph. */
  endParagraph(): void {
    if (this.#before?.end === 'sentence') this.#before = { ...this.#before, end: 'paragraph' };
  }

  /** A new utterance begins: nothing is due. */
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
