import type { OverloadState } from './metrics.ts';

/** Why a process should get no new clients. */
export type NotReady = 'starting' | 'draining' | 'overloaded';

/**
 * Whether a load balancer should send clients here. A process is ready from the end of its start to the beginning of
 * its shutdown, except while it is overloaded.
 */
export class Readiness {
  readonly #overload: Pick<OverloadState, 'cause'>;
  #phase: 'starting' | 'serving' | 'draining' = 'starting';

  constructor(overload: Pick<OverloadState, 'cause'>) {
    this.#overload = overload;
  }

  /** The start is over. A process that is draining already goes on draining. */
  started(): void {
    if (this.#phase === 'starting') this.#phase = 'serving';
  }

  /** The shutdown begins. */
  drain(): void {
    this.#phase = 'draining';
  }

  /** From the beginning of the shutdown on. */
  get isDraining(): boolean {
    return this.#phase === 'draining';
  }

  /** Null while the process is ready. */
  get reason(): NotReady | null {
    if (this.#phase !== 'serving') return this.#phase;
    return this.#overload.cause === null ? null : 'overloaded';
  }
}
