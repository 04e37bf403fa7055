/** Pauses are no shorter than timers can be. */
const LEAST_PAUSE_MS = 2;
/** What somebody asks next who was refused: seldom enough that refusing costs next to nothing. */
const AFTER_REFUSAL_MS = 100;

type Pause = (resume: () => void, ms: number) => unknown;

/**
 * Takes the work of many clients in fair turns: of each name at most one piece begins in each turn of the event loop,
 * and the others of that name wait for the next turns, in order. However much one client asks for at once, a turn stays
 * short, and a client that asks for little does not wait for it. While some wait, pauses between turns leave half of
 * the thread's time to everything else, such as sound on its way to listeners.
 */
export class Turns {
  /** Of each name that had a piece in this turn, or is held, those that wait. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #held = new Set<string>();
  #isScheduled = false;
  readonly #pause: Pause;
  /** Spent on turns that others waited for, since the last pause. */
  #busyMs = 0;

  constructor(pause: Pause = setTimeout) {
    this.#pause = pause;
  }

  /** Settles when the next piece of this name may begin: at once unless another one began in this turn. */
  enter(name: string): Promise<void> {
    const waiting = this.#waiting.get(name);
    if (waiting) return new Promise((resolve) => waiting.push(resolve));
    this.#waiting.set(name, []);
    this.#schedule();
    return Promise.resolve();
  }

  /** Nothing of this name begins for a moment: it was refused, and those who ask again at once would be for ever. */
  hold(name: string): void {
    if (this.#held.has(name)) return;
    this.#held.add(name);
    if (!this.#waiting.has(name)) this.#waiting.set(name, []);
    setTimeout(() => {
      this.#held.delete(name);
      this.#schedule();
    }, AFTER_REFUSAL_MS).unref();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const beganMs = performance.now();
    setImmediate(() => {
      const isAwaited = this.#ready().some(([, { length }]) => length > 0);
      this.#busyMs = isAwaited ? this.#busyMs + performance.now() - beganMs : 0;
      if (this.#busyMs < LEAST_PAUSE_MS) return this.#next();
      this.#pause(() => this.#next(), this.#busyMs);
      this.#busyMs = 0;
    });
  }

  #ready(): [string, (() => void)[]][] {
    return [...this.#waiting].filter(([name]) => !this.#held.has(name));
  }

  #next(): void {
    this.#isScheduled = false;
    const ready = this.#ready();
    for (const [name, waiting] of ready) {
      const begin = waiting.shift();
      if (begin) begin();
      else this.#waiting.delete(name);
    }
    if (ready.length > 0) this.#schedule();
  }
}
