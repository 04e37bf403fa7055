import { refusal } from '../errors/api-error.ts';
import type { Grant, Refusal } from './slots.ts';

export interface AllowanceOptions {
  /** How much may be used at once. */
  readonly capacity: number;
  /** How fast it refills. */
  readonly perMinute: number;
  /** "sessions", for the error message. */
  readonly what: string;
  /** How many names are remembered at once. */
  readonly maxNames?: number;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

const MINUTE_MS = 60_000;
const MAX_NAMES = 50_000;

/**
 * A token bucket per name. Memory is bounded: a bucket that is full again is forgotten, and when all places are taken
 * by buckets that are not full, new names have to wait; no bucket is forgotten early, which would lift its limit.
 */
export class Allowances {
  readonly #options: Required<AllowanceOptions>;
  /** Ordered by when they were last taken from. */
  readonly #buckets = new Map<string, { readonly level: number; readonly atMs: number }>();

  constructor(options: AllowanceOptions) {
    this.#options = { maxNames: MAX_NAMES, now: () => performance.now(), ...options };
  }

  /** Number of names remembered. */
  get size(): number {
    return this.#buckets.size;
  }

  /** @param amount at most the capacity */
  take(name: string, amount = 1): Grant | Refusal {
    const { capacity, perMinute, maxNames, what, now } = this.#options;
    const nowMs = now();
    const level = this.#level(name, nowMs);
    const missing = amount - level;
    if (missing > 0) {
      const retryAfterSeconds = Math.ceil((missing / perMinute) * 60);
      const refused = refusal('demo_address_at_limit', { values: { what }, retryAfterSeconds });
      return { granted: false, refusal: refused, retryAfterSeconds };
    }
    if (!this.#buckets.has(name) && this.#buckets.size >= maxNames) this.#forgetFull(nowMs);
    if (!this.#buckets.has(name) && this.#buckets.size >= maxNames) {
      const retryAfterSeconds = Math.ceil((capacity / perMinute) * 60);
      const refused = refusal('demo_at_limit', { values: { what }, retryAfterSeconds });
      return { granted: false, refusal: refused, retryAfterSeconds };
    }
    this.#buckets.delete(name);
    this.#buckets.set(name, { level: level - amount, atMs: nowMs });
    return { granted: true };
  }

  /** How long a name has to wait until it may take one; 0 if it need not. Nothing is taken. */
  waitSeconds(name: string): number {
    const missing = 1 - this.#level(name, this.#options.now());
    return missing > 0 ? Math.ceil((missing / this.#options.perMinute) * 60) : 0;
  }

  /** Returns what was taken but not used. */
  giveBack(name: string, amount = 1): void {
    const bucket = this.#buckets.get(name);
    // A level above the capacity is capped at the next access.
    if (bucket) this.#buckets.set(name, { ...bucket, level: bucket.level + amount });
  }

  #level(name: string, nowMs: number): number {
    const { capacity, perMinute } = this.#options;
    const bucket = this.#buckets.get(name);
    if (!bucket) return capacity;
    return Math.min(capacity, bucket.level + ((nowMs - bucket.atMs) / MINUTE_MS) * perMinute);
  }

  #forgetFull(nowMs: number): void {
    const { capacity, perMinute } = this.#options;
    const fullAfterMs = (capacity / perMinute) * MINUTE_MS;
    for (const [name, { atMs }] of this.#buckets) {
      if (nowMs - atMs < fullAfterMs) return;
      this.#buckets.delete(name);
    }
  }
}
