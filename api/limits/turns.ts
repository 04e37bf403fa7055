/** Pauses are no shorter than timers can be. */
const LEAST_PAUSE_MS = 2;

/**
 * Takes the work of many clients in fair turns: of each name at most one piece begins in each turn of the event loop,
 * and the others of that name wait for the next turns, in order. However much one client asks for at once, a turn stays
 * short, and whoever asks for little is not kept waiting for it. While some wait, pauses between turns leave half of
 * the thread's time to everything else, such as sound on its way to listeners.
 */
export class Turns {
  /** Of each name that had a piece in this turn, those that wait. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** Spent on turns that others waited for, since the last pause. */
  #busyMs = 0;

  /** Settles when the next piece of this name may begin: at once unless another one began in this turn. */
  enter(name: string): Promise<void> {
    const waiting = this.#waiting.get(name);
    if (waiting) return new Promise((resolve) => waiting.push(resolve));
    if (this.#waiting.size === 0) this.#schedule();
    this.#waiting.set(name, []);
    return Promise.resolve();
  }

  #schedule(): void {
    const beganMs = performance.now();
    setImmediate(() => {
      const isAwaited = [...this.#waiting.values()].some(({ length }) => length > 0);
      this.#busyMs = isAwaited ? this.#busyMs + performance.now() - beganMs : 0;
      if (this.#busyMs < LEAST_PAUSE_MS) return this.#next();
      setTimeout(() => this.#next(), this.#busyMs);
      this.#busyMs = 0;
    });
  }

  #next(): void {
    for (const [name, waiting] of this.#waiting) {
      const begin = waiting.shift();
      if (begin) begin();
      else this.#waiting.delete(name);
    }
    if (this.#waiting.size > 0) this.#schedule();
  }
}
