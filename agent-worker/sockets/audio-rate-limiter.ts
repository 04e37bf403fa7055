import { AUDIO_BURST_SAMPLES, AUDIO_REFILL_PER_MS } from './limits.ts';

/** Limits audio to about real time: nobody speaks faster, and a flood of audio must not keep hearing busy. */
export class AudioRateLimiter {
  readonly #now: () => number;
  #left = AUDIO_BURST_SAMPLES;
  #atMs: number;

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#atMs = now();
  }

  /** Whether more audio may be accepted. Check before decoding, which is the expensive part. */
  get hasRoom(): boolean {
    const now = this.#now();
    this.#left = Math.min(AUDIO_BURST_SAMPLES, this.#left + (now - this.#atMs) * AUDIO_REFILL_PER_MS);
    this.#atMs = now;
    return this.#left > 0;
  }

  /** Counts samples that arrived. The last chunk may exceed what is left. */
  take(samples: number): void {
    this.#left -= samples;
  }
}
