import { setTimeout as sleep } from 'node:timers/promises';

export interface PollLoopOptions {
  /**
   * Processes the next piece of work.
   * @returns false when there is none
   */
  readonly next: () => Promise<boolean>;
  /** Called when `next` throws. */
  readonly onError: (error: unknown) => void;
  /** Pause after `next` found nothing or threw, in ms. */
  readonly pollMs: number;
}

/** Processes a queue until it is closed: one piece after the other while there is work, otherwise it polls. */
export class PollLoop {
  readonly #options: PollLoopOptions;
  readonly #closing = new AbortController();
  /** Controllers of the current or next pause of each loop. */
  readonly #pauses = new Set<AbortController>();
  #loops: Promise<void>[] = [];

  constructor(options: PollLoopOptions) {
    this.#options = options;
  }

  /** @param count number of pieces that are processed concurrently */
  start(count = 1): void {
    this.#loops = Array.from({ length: count }, () => this.#run());
  }

  /** Ends the current pauses, since there may be work. */
  wake(): void {
    for (const pause of this.#pauses) pause.abort();
  }

  /** Aborts when the loop is being closed. Running work should then end. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Settles when no work is running in this process. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The server is shutting down'));
    this.wake();
    await Promise.all(this.#loops);
  }

  async #run(): Promise<void> {
    const { next, onError, pollMs } = this.#options;
    while (!this.closing.aborted) {
      // Created before the check, so that `wake` during the check also ends the pause after it.
      const pause = new AbortController();
      this.#pauses.add(pause);
      let isIdle = true;
      try {
        isIdle = !(await next());
      } catch (error) {
        onError(error);
      }
      if (isIdle) await sleep(pollMs, undefined, { signal: pause.signal }).catch(() => undefined);
      this.#pauses.delete(pause);
    }
  }
}
