/** An owner without requests for this long is no longer present; ms. */
const PRESENCE_MS = 10_000;

/** Owner of work without a listener, such as enrolment. It takes turns like others, but is never present. */
export const BACKGROUND = '';

/** Owner of streams that do not name one. */
export const ANYBODY = 'anybody';

/** Owners with recent requests. The capacity that one owner may claim depends on whether others are present. */
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
    // Deleted and inserted again, so that entries stay in order of time.
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
