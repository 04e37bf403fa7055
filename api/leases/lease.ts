import { PeriodicTask } from './periodic-task.ts';
import type { QueueTiming } from './timing.ts';

/** Another process holds the lease, or the work was deleted. The result is no longer needed. */
class LeaseLost extends Error {
  constructor() {
    super('The lease is no longer held by this process');
    this.name = 'LeaseLost';
  }
}

/** A lease on a piece of work, renewed at intervals until `stop` is called. */
export class Lease {
  readonly #renew: () => Promise<boolean>;
  readonly #leaseMs: number;
  readonly #lost = new AbortController();
  readonly #task: PeriodicTask;
  /** Expiry, as far as this process knows. */
  #untilMs: number;

  /** @param renew writes the renewal to the database; false when this process no longer holds the lease */
  constructor(renew: () => Promise<boolean>, { leaseMs, renewMs }: Pick<QueueTiming, 'leaseMs' | 'renewMs'>) {
    this.#renew = renew;
    this.#leaseMs = leaseMs;
    this.#untilMs = performance.now() + leaseMs;
    this.#task = new PeriodicTask(() => this.#renewOnce(), renewMs);
  }

  /** Aborts with LeaseLost when the lease is lost. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Marks the lease as lost, without waiting for the next renewal. */
  lose(): void {
    this.#lost.abort(new LeaseLost());
  }

  /** Ends the renewals; settles when none is in progress. */
  stop(): Promise<void> {
    return this.#task.close();
  }

  async #renewOnce(): Promise<void> {
    const startMs = performance.now();
    try {
      if (await this.#renew()) this.#untilMs = startMs + this.#leaseMs;
      else this.lose();
    } catch {
      // The database may recover before that. Otherwise another process takes the work.
      if (performance.now() > this.#untilMs) this.lose();
    }
  }
}
