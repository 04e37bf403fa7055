import { AUDIO_BURST_SAMPLES, AUDIO_REFILL_PER_MS } from './limits.ts';
import { TokenBucket } from './token-bucket.ts';

/** Limits audio to about real time: speech is not faster, and a flood of audio must not keep audio processing busy. */
export class AudioRateLimiter {
  readonly #samples: TokenBucket;

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    const perSecond = 1000 * AUDIO_REFILL_PER_MS;
    this.#samples = new TokenBucket({ capacity: AUDIO_BURST_SAMPLES, perSecond, now });
  }

  /** Whether more audio may be accepted. Check before decoding, which is the expensive part. */
  get hasRoom(): boolean {
    return this.#samples.level > 0;
  }

  /** Counts samples that arrived. The last chunk may exceed the remaining budget. */
  take(samples: number): void {
    this.#samples.spend(samples);
  }
}
