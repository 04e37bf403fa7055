/**
 * Remembers found values for a short time, so that a hot name costs no look-up, and at most `capacity` of them: the one
 * remembered longest goes first. Look-ups of one name at the same time are one look-up. What is not found is not
 * remembered, so that guessing fills nothing.
 */
export class FreshCache<T> {
  readonly #entries = new Map<string, { readonly value: T; readonly freshUntilMs: number }>();
  readonly #pending = new Map<string, Promise<T | undefined>>();
  readonly #options: { readonly freshMs: number; readonly capacity: number; readonly now: () => number };

  constructor(options: { readonly freshMs: number; readonly capacity: number; readonly now: () => number }) {
    this.#options = options;
  }

  /** The value remembered for `name`, or what `load` answers. Errors of `load` are passed on and not remembered. */
  async get(name: string, load: () => Promise<T | undefined>): Promise<T | undefined> {
    const entry = this.#entries.get(name);
    if (entry && this.#options.now() < entry.freshUntilMs) return entry.value;
    const pending = this.#pending.get(name);
    if (pending) return pending;
    const loading = this.#load(name, load);
    this.#pending.set(name, loading);
    try {
      return await loading;
    } finally {
      this.#pending.delete(name);
    }
  }

  async #load(name: string, load: () => Promise<T | undefined>): Promise<T | undefined> {
    // Freshness counts from before the look-up: what changes during it must not be hidden for longer.
    const freshUntilMs = this.#options.now() + this.#options.freshMs;
    const value = await load();
    this.#entries.delete(name);
    if (value !== undefined) {
      this.#entries.set(name, { value, freshUntilMs });
      if (this.#entries.size > this.#options.capacity) {
        const oldest = this.#entries.keys().next();
        if (!oldest.done) this.#entries.delete(oldest.value);
      }
    }
    return value;
  }
}
