export interface TokenBucketOptions {
  /** Capacity: the largest amount that can be taken at once. */
  readonly capacity: number;
  readonly perSecond: number;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** A budget that refills evenly. */
export class TokenBucket {
  readonly #options: Required<TokenBucketOptions>;
  #level: number;
  #atMs: number;

  constructor(options: TokenBucketOptions) {
    this.#options = { now: () => performance.now(), ...options };
    this.#level = options.capacity;
    this.#atMs = this.#options.now();
  }

  /** Remaining budget; below 0 when more was spent. */
  get level(): number {
    const { capacity, perSecond, now } = this.#options;
    const nowMs = now();
    this.#level = Math.min(capacity, this.#level + ((nowMs - this.#atMs) / 1000) * perSecond);
    this.#atMs = nowMs;
    return this.#level;
  }

  /** @returns false when the budget is used up; nothing is taken then */
  take(): boolean {
    if (this.level < 1) return false;
    this.spend(1);
    return true;
  }

  /** Takes an amount, even if the budget is smaller. */
  spend(amount: number): void {
    this.#level -= amount;
  }
}
