import { agentLanguageOrEnglish } from '../languages/index.ts';

/** One conversation's filler phrases for bridging a wait. Never the same twice in a row. */
export class FillerPhrases {
  readonly #phrases: readonly string[];
  readonly #random: () => number;
  #last = -1;

  /**
   * @param lang a language tag, of which only the language counts; English for a language without phrases
   * @param random returns numbers from 0 to below 1
   */
  constructor(lang: string, random: () => number = Math.random) {
    this.#phrases = agentLanguageOrEnglish(lang).fillers;
    this.#random = random;
  }

  next(): string {
    const count = this.#phrases.length;
    // Once a phrase has been used, picks among the others.
    const step = this.#last < 0 ? 0 : 1;
    const others = count - step;
    this.#last = (this.#last + step + Math.floor(this.#random() * others) + count) % count;
    return this.#phrases[this.#last] ?? '';
  }
}
