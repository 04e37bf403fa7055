import { CALLER_SAMPLE_RATE } from '../audio-rates.ts';

/** A recording may be sent at once, if it is no longer than this. */
const BURST_SAMPLES = 60 * CALLER_SAMPLE_RATE;
/** Beyond that, sound may come a little faster than it is spoken: clocks differ. */
const REFILL_PER_MS = (1.25 * CALLER_SAMPLE_RATE) / 1000;

/** Nobody speaks faster than time goes by: more sound than that is a flood, which must not keep the ears busy. */
export class SoundBudget {
  readonly #now: () => number;
  #left = BURST_SAMPLES;
  #atMs: number;

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#atMs = now();
  }

  /** Whether more sound is welcome. Look before decoding, which is what costs. */
  get hasRoom(): boolean {
    const now = this.#now();
    this.#left = Math.min(BURST_SAMPLES, this.#left + (now - this.#atMs) * REFILL_PER_MS);
    this.#atMs = now;
    return this.#left > 0;
  }

  /** Samples that came. The last piece may take more than is left. */
  take(samples: number): void {
    this.#left -= samples;
  }
}
