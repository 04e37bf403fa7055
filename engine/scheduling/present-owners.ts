/** An owner who has had nothing to say for this long is no longer present. */
const PRESENCE_MS = 10_000;

/** Work that nobody listens to, such as what enrolment needs: it takes turns like an owner, but is never present. */
export const BACKGROUND = '';

/** The owner of streams that name none. */
export const ANYBODY = 'anybody';

/** Whose speech is asked for at present. What one owner may hold depends on whether there are others. */
export class PresentOwners {
  /** When each was last seen; the earliest first. */
  readonly #seenMs = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The owner has asked for something. */
  see(owner: string): void {
    if (owner === BACKGROUND) return;
    // Inserted anew, so that the order stays that of the times.
    this.#seenMs.delete(owner);
    this.#seenMs.set(owner, this.#now());
  }

  /** How many owners are present beside this one. */
  beside(owner: string): number {
    const untilMs = this.#now() - PRESENCE_MS;
    for (const [other, seenMs] of this.#seenMs) {
      if (seenMs >= untilMs) break;
      this.#seenMs.delete(other);
    }
    return this.#seenMs.size - (this.#seenMs.has(owner) ? 1 : 0);
  }
}
