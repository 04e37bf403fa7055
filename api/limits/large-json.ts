import { refusal } from '../errors/api-error.ts';
import { LARGE_JSON, LARGE_JSON_BYTES } from './requests.ts';
import { TokenBuckets } from './token-buckets.ts';

const MIB = 1024 * 1024;

/**
 * Limits how much JSON each client may send in large bodies. Counted per process, because it protects the process's
 * thread.
 */
export class LargeJson {
  readonly #buckets: TokenBuckets;

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#buckets = new TokenBuckets(LARGE_JSON, now);
  }

  /**
   * Counts a body that is about to be held as a whole, unless it is small.
   * @param name of the client
   * @throws ApiError 429
   */
  take(name: string, bytes: number): void {
    if (bytes <= LARGE_JSON_BYTES) return;
    const { capacity, perMinute } = LARGE_JSON;
    const missing = this.#buckets.take(name, bytes);
    if (missing === 0) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((Math.min(missing, capacity) / perMinute) * 60));
    throw refusal('large_json_at_limit', { values: { mib: perMinute / MIB }, retryAfterSeconds });
  }
}
