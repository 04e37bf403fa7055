/** The words of speech that goes on, as one pass of the recogniser after the other hears them. */

/** What a caller is saying, as far as it was heard. */
export interface PartialTranscript {
  /** All words so far; the last may change. */
  readonly text: string;
  /** Those at its beginning that will stay. */
  readonly stable: string;
}

/** A recogniser ends every pass like a sentence. */
const LAST_POINT = /\.+$/u;
const POINTS = /[.,;:!?…]+$/u;

/**
 * Words that two passes in a row agree on are stable: they do not change again. The last word of a pass is never
 * stable, because it may have been cut off.
 */
export class PartialWords {
  #stable: string[] = [];
  #last: string[] = [];

  /** @param text of all that was said so far */
  hear(text: string): PartialTranscript {
    const words = wordsOf(text);
    let agreed = 0;
    while (agreed < words.length - 1 && isSame(words[agreed], this.#last[agreed])) agreed++;
    // A pass that has another beginning than what was told adds nothing to it.
    const goesOn = this.#stable.every((word, i) => isSame(word, words[i]));
    if (goesOn) {
      const added = words.slice(this.#stable.length, agreed).map((word) => word.replace(POINTS, ''));
      this.#stable = [...this.#stable, ...added];
    }
    this.#last = words;
    return {
      text: [...this.#stable, ...words.slice(this.#stable.length)].join(' ').replace(LAST_POINT, ''),
      stable: this.#stable.join(' '),
    };
  }
}

/** A text that a client concatenates from deltas, which are never retracted. */
export class AddedWords {
  #count = 0;

  /**
   * @param text all that is certain so far; its words may be written a little differently than before
   * @returns what it adds; "" for nothing
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
