import type { BucketOptions } from './limit-store.ts';

const MINUTE_MS = 60_000;
const MAX_NAMES = 50_000;
/** Tolerance for rounding errors in sums of fractions, so that a wait of the stated time is sufficient. */
export const TOLERANCE = 1e-6;

interface Bucket {
  readonly level: number;
  readonly atMs: number;
}

/**
 * Token buckets in memory. Memory is bounded: a bucket that is full again is dropped. When all places are taken by
 * buckets that are not full, new names have to wait, because dropping a bucket early would lift its limit.
 */
export class TokenBuckets {
  readonly #options: BucketOptions;
  readonly #now: () => number;
  readonly #maxNames: number;
  /** Ordered by their last use, oldest first. */
  readonly #buckets = new Map<string, Bucket>();

  /** @param now a monotonic clock in milliseconds */
  constructor(options: BucketOptions, now: () => number) {
    this.#options = options;
    this.#now = now;
    this.#maxNames = options.maxNames ?? MAX_NAMES;
  }

  /** See `Buckets`. */
  missing(name: string, amount: number): number {
    const missing = Math.min(amount, this.#options.capacity) - this.#level(name);
    if (missing > TOLERANCE) return missing;
    if (this.#hasRoom(name)) return 0;
    this.#forgetFull();
    return this.#hasRoom(name) ? 0 : Number.POSITIVE_INFINITY;
  }

  /** See `Buckets`. */
  take(name: string, amount: number): number {
    const missing = this.missing(name, amount);
    if (missing > 0) return missing;
    const level = this.#level(name) - amount;
    this.#buckets.delete(name);
    this.#buckets.set(name, { level, atMs: this.#now() });
    return 0;
  }

  /** See `Buckets`. */
  giveBack(name: string, amount: number): void {
    const bucket = this.#buckets.get(name);
    // A level above the capacity is capped at the next access.
    if (bucket) this.#buckets.set(name, { ...bucket, level: bucket.level + amount });
  }

  #level(name: string): number {
    const { capacity, perMinute } = this.#options;
    const bucket = this.#buckets.get(name);
    if (!bucket) return capacity;
    return Math.min(capacity, bucket.level + ((this.#now() - bucket.atMs) / MINUTE_MS) * perMinute);
  }

  #hasRoom(name: string): boolean {
    return this.#buckets.has(name) || this.#buckets.size < this.#maxNames;
  }

  #forgetFull(): void {
    const nowMs = this.#now();
    for (const [name, bucket] of this.#buckets) {
      if (nowMs - bucket.atMs < this.#keptMs(bucket.level)) return;
      this.#buckets.delete(name);
    }
  }

  /** Milliseconds after which a bucket of this level may be dropped: it is full again, or no longer needed. */
  #keptMs(level: number): number {
    const { capacity, perMinute, keepMs = 0 } = this.#options;
    return perMinute === 0 ? keepMs : ((capacity - level) / perMinute) * MINUTE_MS;
  }
}
