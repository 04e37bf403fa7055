/**
 * Takes the work of many clients in fair turns: of each name at most one piece begins in each turn of the event loop,
 * and the others of that name wait for the next turns, in order. However much one client asks for at once, a turn stays
 * short, and whoever asks for little is not kept waiting for it.
 */
export class Turns {
  /** Of each name that had a piece in this turn, those that wait. */
  #waiting = new Map<string, (() => void)[]>();

  /** Settles when the next piece of this name may begin: at once unless another one began in this turn. */
  enter(name: string): Promise<void> {
    const waiting = this.#waiting.get(name);
    if (waiting) return new Promise((resolve) => waiting.push(resolve));
    if (this.#waiting.size === 0) setImmediate(() => this.#next());
    this.#waiting.set(name, []);
    return Promise.resolve();
  }

  #next(): void {
    for (const [name, waiting] of this.#waiting) {
      const begin = waiting.shift();
      if (begin) begin();
      else this.#waiting.delete(name);
    }
    if (this.#waiting.size > 0) setImmediate(() => this.#next());
  }
}
