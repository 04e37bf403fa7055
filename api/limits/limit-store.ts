/**
 * Where limits are counted: in this process (`MemoryStore`), or together with all processes that share a Redis
 * (`RedisStore`). The callers decide what a limit means and how it is refused.
 */

/** Token buckets of one kind, one for each name. */
export interface BucketOptions {
  /** Keeps the names of one kind apart from those of others. */
  readonly kind: string;
  /** How much may be used at once. */
  readonly capacity: number;
  /** Refill per minute; 0 means none. */
  readonly perMinute: number;
  /** A bucket without refill is dropped this many milliseconds after its last use. */
  readonly keepMs?: number;
  /** Maximum number of names that one process remembers. */
  readonly maxNames?: number;
}

export interface Buckets {
  /**
   * Takes the amount from a bucket, or nothing. More than the capacity is taken from a full bucket and refilled
   * afterwards, since no wait would make room for it.
   * @returns the missing amount: 0 when it was taken, infinity when there is no room for another name
   */
  take(name: string, amount: number): Promise<number>;
  /** Returns what `take` would return. */
  missing(name: string, amount: number): Promise<number>;
  /** Returns what was taken but not used. */
  giveBack(name: string, amount: number): void;
}

/** Places that are held for a time. Each name has the same number of them. */
export interface PlaceOptions {
  readonly kind: string;
  readonly max: number;
}

/** A held place. `release` may be called repeatedly. */
export interface Place {
  release(): void;
}

export interface Places {
  /** @returns a place, or the number of held places when all are taken */
  enter(name: string): Promise<Place | number>;
}

export interface LimitStore {
  buckets(options: BucketOptions): Buckets;
  places(options: PlaceOptions): Places;
}
