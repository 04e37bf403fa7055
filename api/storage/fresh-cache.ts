/**
 * Caches found values for a short time, so that a popular name needs no look-up, and at most `capacity` of them; the
 * oldest is evicted first. Concurrent look-ups of one name share a load. Misses are not cached, so that guessing cannot
 * fill the cache.
 */
export class FreshCache<T> {
  readonly #entries = new Map<string, { readonly value: T; readonly askedAtMs: number }>();
  readonly #pending = new Map<string, Promise<T | undefined>>();
  readonly #options: { readonly freshMs: number; readonly capacity: number; readonly now: () => number };

  constructor(options: { readonly freshMs: number; readonly capacity: number; readonly now: () => number }) {
    this.#options = options;
  }

  /** Returns the cached value of `name`, or the result of `load`. Errors of `load` are passed on and not cached. */
  async get(name: string, load: () => Promise<T | undefined>): Promise<T | undefined> {
    const entry = this.#entries.get(name);
    const nowMs = this.#options.now();
    const ageMs = entry ? nowMs - entry.askedAtMs : 0;
    // A clock that was set back must not keep a revoked value.
    if (entry && ageMs >= 0 && ageMs < this.#options.freshMs) return entry.value;
    const pending = this.#pending.get(name);
    if (pending) return pending;
    // Its age counts from before the load, so that a change during it is not hidden for longer.
    const loading = load();
    this.#pending.set(name, loading);
    const isWanted = (): boolean => this.#pending.get(name) === loading;
    try {
      const value = await loading;
      if (isWanted()) this.#remember(name, value, nowMs);
      return value;
    } finally {
      if (isWanted()) this.#pending.delete(name);
    }
  }

  /** Invalidates a value: the next look-up loads it, even while another load is running. */
  forget(name: string): void {
    this.#entries.delete(name);
    this.#pending.delete(name);
  }

  #remember(name: string, value: T | undefined, askedAtMs: number): void {
    this.#entries.delete(name);
    if (value === undefined) return;
    this.#entries.set(name, { value, askedAtMs });
    if (this.#entries.size <= this.#options.capacity) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }
}
