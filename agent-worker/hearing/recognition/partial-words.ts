/** The words of ongoing speech, from successive passes of the recogniser. */

/** The caller's words so far. */
export interface PartialTranscript {
  /** The words so far that will probably stay. */
  readonly text: string;
  /** The words at the beginning that will not change. */
  readonly stable: string;
}

/** A recogniser ends the text of every pass like a sentence. */
const LAST_POINT = /\.+$/u;
const POINTS = /[.,;:!?…]+$/u;

/** Least confidence in words, 0 to 1. */
export interface LeastConfidences {
  /** Of a word that is shown. */
  readonly shown: number;
  /** Of the last word of a pass that is shown: it may have been cut off. */
  readonly shownLast: number;
  /** Of a stable word. */
  readonly stable: number;
}

/** Chosen by `npm run eval:partial-words -- --fit`. */
const LEAST: LeastConfidences = { shown: 0.6, shownLast: 0.9, stable: 0.95 };

/**
 * Words are stable, and do not change again, once two passes in a row agree on them or one is certain of them. The last
 * word of a pass is never stable. Other words are shown if the recogniser is fairly sure of them, and stay until
 * another word is stable in their place.
 */
export class PartialWords {
  #stable: string[] = [];
  #shown: string[] = [];
  #last: string[] = [];
  readonly #least: LeastConfidences;

  constructor(least = LEAST) {
    this.#least = least;
  }

  /**
   * @param text of the speech so far
   * @param confidences in its words, 0 to 1; absent if nothing was cut off: all words are shown
   */
  hear(text: string, confidences?: readonly number[]): PartialTranscript {
    const { shown, shownLast, stable } = this.#least;
    const heard = wordsOf(text);
    const isSure = (i: number, least: number): boolean => (confidences?.[i] ?? 0) >= least;
    const certain = countWhile(heard.length - 1, (i) => isSame(heard[i], this.#last[i]) || isSure(i, stable));
    // A pass with a different beginning than the reported words adds nothing.
    if (this.#stable.every((word, i) => isSame(word, heard[i]))) {
      const added = heard.slice(this.#stable.length, certain).map((word) => word.replace(POINTS, ''));
      this.#stable = [...this.#stable, ...added];
    }
    this.#last = heard;
    const words = [...this.#stable, ...heard.slice(this.#stable.length)];
    const sure = confidences
      ? countWhile(words.length, (i) => i < certain || isSure(i, i < words.length - 1 ? shown : shownLast))
      : words.length;
    const kept = countWhile(this.#shown.length, (i) => isSame(this.#shown[i], words[i]));
    const most = Math.max(certain, this.#stable.length);
    // A word that is only fairly sure replaces no other.
    if (!confidences || kept === this.#shown.length || kept < most)
      this.#shown = words.slice(0, Math.max(sure, kept, most));
    return {
      text: [...this.#stable, ...this.#shown.slice(this.#stable.length)].join(' ').replace(LAST_POINT, ''),
      stable: this.#stable.join(' '),
    };
  }
}

/** Length of the longest beginning whose indices all pass. */
function countWhile(most: number, passes: (i: number) => boolean): number {
  let count = 0;
  while (count < most && passes(count)) count++;
  return count;
}

/** The text that a client concatenates from deltas, which are never retracted. */
export class AddedWords {
  #count = 0;

  /**
   * @param text all stable words; their spelling may differ slightly from before
   * @returns the new text to append; "" for none
   */
  next(text: string): string {
    const words = wordsOf(text);
    const added = words.slice(this.#count);
    if (added.length === 0) return '';
    const space = this.#count > 0 ? ' ' : '';
    this.#count = words.length;
    return space + added.join(' ');
  }
}

const wordsOf = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '');

function isSame(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && bare(a) === bare(b);
}

const bare = (word: string): string => word.replace(POINTS, '').toLowerCase();
