import { AUDIO_BURST_SAMPLES, AUDIO_REFILL_PER_MS } from './limits.ts';

/** Nobody speaks faster than time goes by: more sound than that is a flood, which must not keep hearing busy. */
export class AudioRateLimiter {
  readonly #now: () => number;
  #left = AUDIO_BURST_SAMPLES;
  #atMs: number;

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#atMs = now();
  }

  /** Whether more sound is welcome. Look before decoding, which is what costs. */
  get hasRoom(): boolean {
    const now = this.#now();
    this.#left = Math.min(AUDIO_BURST_SAMPLES, this.#left + (now - this.#atMs) * AUDIO_REFILL_PER_MS);
    this.#atMs = now;
    return this.#left > 0;
  }

  /** Samples that came. The last piece may take more than is left. */
  take(samples: number): void {
    this.#left -= samples;
  }
}
