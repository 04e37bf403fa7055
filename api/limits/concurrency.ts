import { refusal } from '../errors/api-error.ts';
import type { Refusal, Slot } from './slots.ts';

export interface ConcurrencyOptions {
  readonly total: number;
  readonly perOwner: number;
  /** The noun in the error message, for example "uploads". */
  readonly what: string;
  readonly retryAfterSeconds: number;
}

/** Limits concurrent work, with a lower limit per owner, so that no owner takes all slots. */
export class ConcurrencyLimit {
  readonly #options: ConcurrencyOptions;
  readonly #owners = new Map<string, number>();
  #inside = 0;

  constructor(options: ConcurrencyOptions) {
    this.#options = options;
  }

  /** Takes a slot, or returns the reason why none is free. */
  enter(ownerId: string): Slot | Refusal {
    const refusal = this.refusal(ownerId);
    if (refusal) return refusal;
    this.#inside++;
    this.#owners.set(ownerId, (this.#owners.get(ownerId) ?? 0) + 1);
    let inside = true;
    const release = (): void => {
      if (!inside) return;
      inside = false;
      this.#inside--;
      const left = (this.#owners.get(ownerId) ?? 1) - 1;
      if (left === 0) this.#owners.delete(ownerId);
      else this.#owners.set(ownerId, left);
    };
    return { granted: true, release };
  }

  /** Returns the refusal that `enter` would return now; null when a slot is free. */
  refusal(ownerId: string): Refusal | null {
    const { total, perOwner, what, retryAfterSeconds } = this.#options;
    const mine = this.#owners.get(ownerId) ?? 0;
    if (mine < perOwner && this.#inside < total) return null;
    const refused =
      mine >= perOwner
        ? refusal('owner_at_limit', { values: { running: mine, what }, retryAfterSeconds })
        : refusal('server_at_limit', { values: { what }, retryAfterSeconds });
    return { granted: false, refusal: refused, retryAfterSeconds };
  }
}
