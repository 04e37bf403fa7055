import type { Span, WordTimings } from '../types.ts';
import type { TextMark } from './piece.ts';

/** A word with its position in the stream's audio, in output samples from the beginning of the stream. */
export interface PlacedWord {
  readonly unit: string;
  /** In the text as sent. */
  readonly span: Span;
  readonly startSamples: number;
  readonly endSamples: number;
}

/** A mark of the text with its place in the stream's audio. */
interface PlacedMark extends TextMark {
  readonly atSamples: number;
}

/** Words and marks that are delivered with a chunk. */
interface Timed {
  readonly words: readonly PlacedWord[];
  readonly marks: readonly PlacedMark[];
}

/** The words of a phrase, and the marks between them, delivered with the chunks in which they begin. */
export class PendingWords {
  readonly #words: PlacedWord[] = [];
  readonly #marks: PlacedMark[] = [];
  /** Marks that were passed and whose time is not yet known. */
  #awaited: TextMark[] = [];
  /** End of the last word that was placed. */
  #endSamples = 0;

  /** Whether there are marks after the last word so far. */
  get hasMarks(): boolean {
    return this.#awaited.length + this.#marks.length > 0;
  }

  /** Adds words in the order of the text. A mark before a word gets the time at which the word begins. */
  add(words: readonly PlacedWord[]): void {
    for (const word of words) {
      this.#place(word.startSamples, ({ offset }) => offset <= word.span.start);
      this.#endSamples = word.endSamples;
    }
    this.#words.push(...words);
  }

  /** Adds marks of the next piece of text, in the order of the text. */
  await(marks: readonly TextMark[]): void {
    this.#awaited.push(...marks);
  }

  /** Places the marks after the last word of the phrase: where that word ends, or at another place. */
  settle(atSamples: number = this.#endSamples): void {
    this.#place(atSamples, () => true);
  }

  /** Removes and returns the words and marks before `endSamples`. */
  takeUntil(endSamples: number): Timed {
    const count = this.#words.findIndex((word) => word.startSamples >= endSamples);
    const words = this.#words.splice(0, count < 0 ? this.#words.length : count);
    const marked = this.#marks.findIndex(({ atSamples }) => atSamples >= endSamples);
    return { words, marks: this.#marks.splice(0, marked < 0 ? this.#marks.length : marked) };
  }

  clear(): void {
    this.takeUntil(Number.POSITIVE_INFINITY);
    this.#awaited = [];
    this.#endSamples = 0;
  }

  #place(atSamples: number, isPassed: (mark: TextMark) => boolean): void {
    const count = this.#awaited.findIndex((mark) => !isPassed(mark));
    const passed = this.#awaited.splice(0, count < 0 ? this.#awaited.length : count);
    this.#marks.push(...passed.map((mark) => ({ ...mark, atSamples })));
  }
}

/** The wire form: whole milliseconds, rounded so that no word appears to end after its audio. */
export function toWordTimings({ words, marks }: Timed, rate: number): WordTimings {
  const ms = (samples: number): number => Math.floor((samples * 1000) / rate);
  return {
    units: words.map((word) => word.unit),
    unitStartTimesMs: words.map((word) => ms(word.startSamples)),
    unitDurationsMs: words.map((word) => ms(word.endSamples) - ms(word.startSamples)),
    charStartOffsets: words.map((word) => word.span.start),
    charEndOffsets: words.map((word) => word.span.end),
    ...(marks.length > 0 && {
      marks: marks.map(({ name, offset, atSamples }) => ({
        name,
        timeMs: ms(atSamples),
        charOffset: offset,
      })),
    }),
  };
}
