import { agentLanguageOrEnglish } from '../languages/index.ts';

/** Phrases to bridge a wait, of one conversation. Never the same twice in a row. */
export class FillerPhrases {
  readonly #phrases: readonly string[];
  readonly #random: () => number;
  #last = -1;

  /**
   * @param lang a language tag, of which the language alone counts; English for one without phrases
   * @param random from 0 to below 1
   */
  constructor(lang: string, random: () => number = Math.random) {
    this.#phrases = agentLanguageOrEnglish(lang).fillers;
    this.#random = random;
  }

  next(): string {
    const count = this.#phrases.length;
    // Of the others, once there is one to differ from.
    const step = this.#last < 0 ? 0 : 1;
    const others = count - step;
    this.#last = (this.#last + step + Math.floor(this.#random() * others) + count) % count;
    return this.#phrases[this.#last] ?? '';
  }
}
