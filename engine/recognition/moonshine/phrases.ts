/** Short phrases that an utterance may consist of, one or several in a row. */
import type { Expected } from './expected.ts';

/** Characters that are not part of a word. */
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}']+/gu;

/** Phrases may be less likely by this than the text that they replace. */
const BEHIND = 4;
/** The same for texts without a contrary word. Chosen by what callers say while an agent speaks. */
export const BEHIND_UNOPPOSED = 8;

export class Phrases implements Expected {
  readonly followsWords = false;
  readonly behind: number;
  readonly #whole: ReadonlySet<string>;
  /** Beginnings of phrases: every prefix of each phrase. */
  readonly #begun: ReadonlySet<string>;
  readonly #maxWords: number;

  /**
   * @param phrases in lower case, their words separated by single spaces
   * @param behind see `Expected`
   */
  constructor(phrases: readonly string[], behind = BEHIND) {
    this.behind = behind;
    this.#whole = new Set(phrases);
    this.#begun = new Set(
      phrases.flatMap((phrase) => Array.from(phrase, (_, length) => phrase.slice(0, length + 1))),
    );
    this.#maxWords = Math.max(0, ...phrases.map((phrase) => phrase.split(' ').length));
  }

  /** Whether a text consists of these phrases, in any spelling. */
  make(text: string): boolean {
    const words = wordsOf(text);
    return words.length > 0 && this.#ends(words).has(words.length);
  }

  /** Whether a text consists of them, or may once it continues; its last word may be incomplete. */
  mayMake(text: string): boolean {
    const words = wordsOf(text);
    const ends = this.#ends(words);
    return ends.has(words.length) || [...ends].some((end) => this.#begun.has(words.slice(end).join(' ')));
  }

  mayFollow(): boolean {
    return true;
  }

  takes(): boolean {
    return true;
  }

  keyOf(text: string): string {
    return text;
  }

  favour(): number {
    return 0;
  }

  isSure(text: string): boolean {
    return this.make(text);
  }

  mayReplace(): boolean {
    return true;
  }

  written(text: string): string {
    return text;
  }

  /** The numbers of words after which a phrase may end, if those before it are phrases. */
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

/** Whether a text has one of these words, which are in lower case. */
export const hasWord = (text: string, words: readonly string[]): boolean =>
  wordsOf(text).some((word) => words.includes(word));

const wordsOf = (text: string): string[] =>
  text.toLowerCase().replaceAll('’', "'").replaceAll(BETWEEN_WORDS, ' ').trim().split(' ').filter(Boolean);
