/** Repeats a task at intervals, and on request. At most one run is in progress. */
export class PeriodicTask {
  readonly #task: () => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | null = null;
  #again = false;
  #isClosed = false;

  /**
   * The first run is after `everyMs`, unless `run` is called. The timer does not keep the process alive.
   * @param task must not throw
   * @param everyMs interval in ms; a run is left out while the one before it is in progress
   */
  constructor(task: () => Promise<void>, everyMs: number) {
    this.#task = task;
    this.#timer = setInterval(() => {
      if (this.#running === null) this.run();
    }, everyMs).unref();
  }

  /** Whether a long run should end. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Runs the task now, or once more after the run that is in progress. */
  run(): void {
    this.#again = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  /** Settles when no run is in progress. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#isClosed) {
      this.#again = false;
      await this.#task();
    }
  }
}
