/** The words of ongoing speech, from successive passes of the recogniser. */

/** The caller's words so far. */
export interface PartialTranscript {
  /** All words so far; the last may change. */
  readonly text: string;
  /** The words at the beginning that will not change. */
  readonly stable: string;
}

/** A recogniser ends the text of every pass like a sentence. */
const LAST_POINT = /\.+$/u;
const POINTS = /[.,;:!?…]+$/u;

/**
 * Words that two passes in a row agree on are stable: they do not change again. The last word of a pass is never
 * stable, because it may have been cut off.
 */
export class PartialWords {
  #stable: string[] = [];
  #last: string[] = [];

  /** @param text of the speech so far */
  hear(text: string): PartialTranscript {
    const words = wordsOf(text);
    let agreed = 0;
    while (agreed < words.length - 1 && isSame(words[agreed], this.#last[agreed])) agreed++;
    // A pass with a different beginning than the reported words adds nothing.
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
