import { refusal } from '../errors/api-error.ts';
import type { BucketOptions, Buckets, LimitStore } from './limit-store.ts';
import type { Grant, Refusal } from './slots.ts';

export interface AllowanceOptions extends BucketOptions {
  /** The noun in the error message, for example "sessions". */
  readonly what: string;
}

/** Allowances of visitors, counted by network. */
export class Allowances {
  readonly #options: AllowanceOptions;
  readonly #buckets: Buckets;

  constructor(store: LimitStore, options: AllowanceOptions) {
    this.#options = options;
    this.#buckets = store.buckets(options);
  }

  /** @param amount at most the capacity */
  async take(name: string, amount = 1): Promise<Grant | Refusal> {
    const missing = await this.#buckets.take(name, amount);
    if (missing === 0) return { granted: true };
    const { capacity, perMinute, what } = this.#options;
    const isFull = missing === Number.POSITIVE_INFINITY;
    const retryAfterSeconds = Math.ceil(((isFull ? capacity : missing) / perMinute) * 60);
    const kind = isFull ? 'demo_at_limit' : 'demo_address_at_limit';
    const refused = refusal(kind, { values: { what }, retryAfterSeconds });
    return { granted: false, refusal: refused, retryAfterSeconds };
  }

  /** Returns what was taken but not used. */
  giveBack(name: string, amount = 1): void {
    this.#buckets.giveBack(name, amount);
  }
}
