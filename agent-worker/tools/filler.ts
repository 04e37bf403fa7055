import { agentLanguageOrEnglish } from '../languages/index.ts';

/** One conversation's filler phrases for bridging a wait. Never the same twice in a row. */
export class FillerPhrases {
  readonly #random: () => number;
  #last = -1;

  /** @param random returns numbers from 0 to below 1 */
  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** @param lang a language tag; only its language counts. English for a language without phrases */
  next(lang: string): string {
    const phrases = agentLanguageOrEnglish(lang).fillers;
    const count = phrases.length;
    // Once one has been said, picks among the others.
    const step = this.#last < 0 ? 0 : 1;
    const others = count - step;
    this.#last = (this.#last + step + Math.floor(this.#random() * others) + count) % count;
    return phrases[this.#last] ?? '';
  }
}
