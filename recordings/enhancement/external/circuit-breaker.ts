export interface CircuitBreakerOptions {
  /** Number of consecutive failures after which the breaker opens. */
  readonly failures: number;
  /** Time without tries after it has opened, in ms. */
  readonly openMs: number;
  /** Monotonic clock in milliseconds. Default: `performance.now`. */
  readonly now?: () => number;
}

/** Permission for one attempt. Its holder reports one of three results; later reports are ignored. */
export interface Pass {
  succeeded(): void;
  failed(): void;
  /** The try ended without a result. */
  abandoned(): void;
}

/**
 * Keeps callers from waiting for a service that is down. After some consecutive failures nothing is tried for a while.
 * Then one try is allowed, whose result closes or reopens the breaker (M. T. Nygard, "Release It!", 2007, "Circuit
 * Breaker").
 */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  readonly #now: () => number;
  #failures = 0;
  #openUntil: number | null = null;
  /** Number of openings. Results of tries that began before the last opening are ignored. */
  #era = 0;
  #probing = false;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Whether a try would be rejected now. */
  get open(): boolean {
    return this.#openUntil !== null && (this.#probing || this.#now() < this.#openUntil);
  }

  /** @returns null when it is open */
  enter(): Pass | null {
    if (this.open) return null;
    const isProbe = this.#openUntil !== null;
    if (isProbe) this.#probing = true;
    const era = this.#era;
    let over = false;
    const once = (effect: () => void) => () => {
      if (over || era !== this.#era) return;
      over = true;
      if (isProbe) this.#probing = false;
      effect();
    };
    return {
      succeeded: once(() => this.#close()),
      failed: once(() => this.#count(isProbe)),
      abandoned: once(() => undefined),
    };
  }

  #close(): void {
    this.#failures = 0;
    this.#openUntil = null;
  }

  #count(isProbe: boolean): void {
    this.#failures++;
    if (!isProbe && this.#failures < this.#options.failures) return;
    this.#openUntil = this.#now() + this.#options.openMs;
    this.#failures = 0;
    this.#era++;
  }
}
