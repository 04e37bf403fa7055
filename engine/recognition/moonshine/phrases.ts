/** Phrases that short speech may consist of, one or several in a row. */

/** Whatever is no part of a word. */
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}']+/gu;

export class Phrases {
  readonly #whole: ReadonlySet<string>;
  /** What may become one, each without its last letters. */
  readonly #begun: ReadonlySet<string>;
  readonly #maxWords: number;

  /** @param phrases in lower case, their words separated by single spaces */
  constructor(phrases: readonly string[]) {
    this.#whole = new Set(phrases);
    this.#begun = new Set(
      phrases.flatMap((phrase) => Array.from(phrase, (_, length) => phrase.slice(0, length + 1))),
    );
    this.#maxWords = Math.max(0, ...phrases.map((phrase) => phrase.split(' ').length));
  }

  /** Whether a text, however it is written, is made of nothing else. */
  make(text: string): boolean {
    const words = wordsOf(text);
    return words.length > 0 && this.#ends(words).has(words.length);
  }

  /** Whether it is, or may be once it goes on; its last word may lack letters. */
  mayMake(text: string): boolean {
    const words = wordsOf(text);
    const ends = this.#ends(words);
    return ends.has(words.length) || [...ends].some((end) => this.#begun.has(words.slice(end).join(' ')));
  }

  /** After how many of the words a phrase may end, those before being phrases. */
  #ends(words: readonly string[]): ReadonlySet<number> {
    const ends = new Set([0]);
    for (let end = 1; end <= words.length; end++) {
      for (let begin = Math.max(0, end - this.#maxWords); begin < end; begin++) {
        if (ends.has(begin) && this.#whole.has(words.slice(begin, end).join(' '))) ends.add(end);
      }
    }
    return ends;
  }
}

const wordsOf = (text: string): string[] =>
  text.toLowerCase().replaceAll('’', "'").replaceAll(BETWEEN_WORDS, ' ').trim().split(' ').filter(Boolean);
