export interface CircuitBreakerOptions {
  /** Failures in a row after which it opens. */
  readonly failures: number;
  /** How long nothing is tried then. */
  readonly openMs: number;
  /** A clock in milliseconds that never goes back. Default: `performance.now`. */
  readonly now?: () => number;
}

/** Permission for one try, to be given back in one of three ways; later ones do nothing. */
export interface Pass {
  succeeded(): void;
  failed(): void;
  /** It was not seen how the try would have ended. */
  abandoned(): void;
}

/**
 * Keeps callers from waiting for a service that is down: after some failures in a row nothing is tried for a while,
 * then one try is let through, which decides what follows (M. T. Nygard, "Release It!", 2007, "Circuit Breaker").
 */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  readonly #now: () => number;
  #failures = 0;
  #openUntil: number | null = null;
  /** Counts openings: tries that began before the last one have no say in what follows it. */
  #era = 0;
  #probing = false;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Whether a try would be turned away now. */
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
