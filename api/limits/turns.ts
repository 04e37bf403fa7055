/** Timers cannot be shorter. */
const LEAST_PAUSE_MS = 2;
/** Delay for the next request after a refusal, long enough that refusals cost next to nothing. */
const AFTER_REFUSAL_MS = 100;

type Pause = (resume: () => void, ms: number) => unknown;

/**
 * Processes the work of many clients in fair turns. In each turn of the event loop at most one piece of each name
 * begins; the others of that name wait for the next turns, in order. However many requests one client sends, a turn
 * stays short, and a client with few requests does not wait for it. While pieces wait, pauses between turns leave half
 * of the thread's time to other work, such as sending audio.
 */
export class Turns {
  /** Waiting pieces of each name that is held or had a piece in this turn. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #held = new Set<string>();
  #isScheduled = false;
  readonly #pause: Pause;
  /** Time spent on turns that others waited for, since the last pause, in ms. */
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

  /**
   * Delays the next pieces of a name that was refused, because clients that retry immediately would otherwise do so for
   * ever.
   */
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
