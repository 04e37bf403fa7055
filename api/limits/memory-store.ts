import type { BucketOptions, Buckets, LimitStore, Place, PlaceOptions, Places } from './limit-store.ts';
import { TokenBuckets } from './token-buckets.ts';

/** Counts in this process. */
export class MemoryStore implements LimitStore {
  readonly #now: () => number;

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  buckets(options: BucketOptions): Buckets {
    const buckets = new TokenBuckets(options, this.#now);
    return {
      take: async (name, amount) => buckets.take(name, amount),
      missing: async (name, amount) => buckets.missing(name, amount),
      giveBack: (name, amount) => buckets.giveBack(name, amount),
    };
  }

  places({ max }: PlaceOptions): Places {
    const places = new HeldPlaces(max);
    return { enter: async (name) => places.enter(name) };
  }
}

/** The places that this process holds. */
export class HeldPlaces {
  readonly #max: number;
  readonly #held = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Every name that holds places, with their number. */
  get all(): ReadonlyMap<string, number> {
    return this.#held;
  }

  /** See `Places`. */
  enter(name: string): Place | number {
    const held = this.#held.get(name) ?? 0;
    if (held >= this.#max) return held;
    this.#held.set(name, held + 1);
    let isHeld = true;
    return {
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (this.#held.get(name) ?? 1) - 1;
        if (left === 0) this.#held.delete(name);
        else this.#held.set(name, left);
      },
    };
  }
}
