/** Change of the log-odds, times the error of the probability that had been found. */
export interface PaceRates {
  /** After a turn that was over. */
  readonly end: number;
  /** After a pause in which the caller went on. */
  readonly pause: number;
}

/** `npm run eval:endpointing -- --fit` prints what other values do. */
const RATES: PaceRates = { end: 0.5, pause: 2 };
/** Limit of what is learned, either way. */
const MOST_ODDS = 1;

/**
 * What a call teaches about its caller: some fall silent only at the end of a turn, and need no wait; others pause
 * within their sentences.
 */
export class CallerPace {
  readonly #rates: PaceRates;
  #odds = 0;

  constructor(rates: PaceRates = RATES) {
    this.#rates = rates;
  }

  /** What to add to the log-odds that a turn of this caller is over. */
  get odds(): number {
    return this.#odds;
  }

  /** A turn was over. @param probability that had been found for it, 0 to 1; null for none */
  ended(probability: number | null): void {
    if (probability !== null) this.#move(this.#rates.end * (1 - probability));
  }

  /** The caller went on after a pause. @param probability as above */
  wentOn(probability: number | null): void {
    if (probability !== null) this.#move(-this.#rates.pause * probability);
  }

  #move(by: number): void {
    this.#odds = Math.max(-MOST_ODDS, Math.min(MOST_ODDS, this.#odds + by));
  }
}
