import { setTimeout as sleep } from 'node:timers/promises';

export interface PollLoopOptions {
  /** Does the next piece of work. @returns false when there is none */
  readonly next: () => Promise<boolean>;
  /** Called when `next` throws. */
  readonly onError: (error: unknown) => void;
  /** Pause after `next` found nothing or threw, in milliseconds. */
  readonly pollMs: number;
}

/** Works on a queue until it is closed: piece after piece while there is work, otherwise it looks at intervals. */
export class PollLoop {
  readonly #options: PollLoopOptions;
  readonly #closing = new AbortController();
  /** One of each loop: ends its pause, or the one to come. */
  readonly #pauses = new Set<AbortController>();
  #loops: Promise<void>[] = [];

  constructor(options: PollLoopOptions) {
    this.#options = options;
  }

  /** @param count how many pieces are worked on at the same time */
  start(count = 1): void {
    this.#loops = Array.from({ length: count }, () => this.#run());
  }

  /** Ends the current pauses, since there may be work. */
  wake(): void {
    for (const pause of this.#pauses) pause.abort();
  }

  /** Aborts when the loop is being closed; the work at hand should then end. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Settles when no work is left in this process. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The server is shutting down'));
    this.wake();
    await Promise.all(this.#loops);
  }

  async #run(): Promise<void> {
    const { next, onError, pollMs } = this.#options;
    while (!this.closing.aborted) {
      // Created before looking, so that `wake` during the look also ends the pause after it.
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
