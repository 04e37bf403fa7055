import type { Span, WordTimings } from '../types.ts';

/** A word with its position in the stream's audio, in output samples from the beginning of the stream. */
export interface PlacedWord {
  readonly unit: string;
  /** In the text as sent. */
  readonly span: Span;
  readonly startSamples: number;
  readonly endSamples: number;
}

/** The words of a phrase, delivered with the chunks in which they begin. */
export class PendingWords {
  readonly #words: PlacedWord[] = [];

  add(words: readonly PlacedWord[]): void {
    this.#words.push(...words);
  }

  /** Removes and returns the words that begin before `endSamples`. */
  takeUntil(endSamples: number): PlacedWord[] {
    const count = this.#words.findIndex((word) => word.startSamples >= endSamples);
    return this.#words.splice(0, count < 0 ? this.#words.length : count);
  }
}

/** The wire form: whole milliseconds, rounded so that no word appears to end after its audio. */
export function toWordTimings(words: readonly PlacedWord[], rate: number): WordTimings {
  const ms = (samples: number): number => Math.floor((samples * 1000) / rate);
  return {
    units: words.map((word) => word.unit),
    unitStartTimesMs: words.map((word) => ms(word.startSamples)),
    unitDurationsMs: words.map((word) => ms(word.endSamples) - ms(word.startSamples)),
    charStartOffsets: words.map((word) => word.span.start),
    charEndOffsets: words.map((word) => word.span.end),
  };
}
