import type { OverloadState } from './metrics.ts';

/** Why a process should not get new clients. */
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

  /** The start is complete. A process that is already draining stays in that state. */
  started(): void {
    if (this.#phase === 'starting') this.#phase = 'serving';
  }

  /** Marks the beginning of the shutdown. */
  drain(): void {
    this.#phase = 'draining';
  }

  /** True from the beginning of the shutdown. */
  get isDraining(): boolean {
    return this.#phase === 'draining';
  }

  /** Null while the process is ready. */
  get reason(): NotReady | null {
    if (this.#phase !== 'serving') return this.#phase;
    return this.#overload.cause === null ? null : 'overloaded';
  }
}
