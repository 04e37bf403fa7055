import { refusal } from '../errors/api-error.ts';
import type { Grant, Refusal } from './slots.ts';

export interface AllowanceOptions {
  /** What may be used at once. */
  readonly capacity: number;
  /** How fast it comes back. */
  readonly perMinute: number;
  /** "sessions", for the refusal. */
  readonly what: string;
  /** How many names are remembered at a time. */
  readonly maxNames?: number;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

const MINUTE_MS = 60_000;
const MAX_NAMES = 50_000;

/**
 * A token bucket for each name that asks. Memory is bounded: a bucket that has filled up again is forgotten, and when
 * all places are taken by ones that have not, newcomers wait; nobody is forgotten early and so let off.
 */
export class Allowances {
  readonly #options: Required<AllowanceOptions>;
  /** In the order in which they were last taken from. */
  readonly #buckets = new Map<string, { readonly level: number; readonly atMs: number }>();

  constructor(options: AllowanceOptions) {
    this.#options = { maxNames: MAX_NAMES, now: () => performance.now(), ...options };
  }

  /** How many names are remembered. */
  get size(): number {
    return this.#buckets.size;
  }

  /** @param amount not more than the capacity */
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

  /** Gives back what was taken in vain. */
  giveBack(name: string, amount = 1): void {
    const bucket = this.#buckets.get(name);
    // One that is too full now is capped when it is next looked at.
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
