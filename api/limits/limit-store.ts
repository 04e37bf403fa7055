/**
 * Where limits are counted: in this process (`MemoryStore`), or together with all processes that share a Redis
 * (`RedisStore`). What a limit means and how it is refused is up to those who count.
 */

/** Token buckets of one kind, one for each name. */
export interface BucketOptions {
  /** Keeps the names of one kind apart from those of others. */
  readonly kind: string;
  /** How much may be used at once. */
  readonly capacity: number;
  /** How fast it refills; 0: never. */
  readonly perMinute: number;
  /** When a bucket that never refills is forgotten, in milliseconds after its last use. */
  readonly keepMs?: number;
  /** How many names one process remembers at once. */
  readonly maxNames?: number;
}

export interface Buckets {
  /**
   * Takes from a bucket, or takes nothing. More than the capacity is taken from a full bucket, and paid off
   * afterwards, since no wait would ever make room for it.
   * @returns what is missing: 0 when it was taken, infinity when there is no room for another name
   */
  take(name: string, amount: number): Promise<number>;
  /** What `take` would return. */
  missing(name: string, amount: number): Promise<number>;
  /** Returns what was taken but not used. */
  giveBack(name: string, amount: number): void;
}

/** Places that are held for a time, the same number for each name. */
export interface PlaceOptions {
  readonly kind: string;
  readonly max: number;
}

/** A place that is held; `release` may be called repeatedly. */
export interface Place {
  release(): void;
}

export interface Places {
  /** @returns a place, or how many are held when all are */
  enter(name: string): Promise<Place | number>;
}

export interface LimitStore {
  buckets(options: BucketOptions): Buckets;
  places(options: PlaceOptions): Places;
}
