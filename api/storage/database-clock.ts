import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Interval of queries, and longest time for which expiry follows the clock of a database that has been replaced by
 * another one, in ms.
 */
const ASK_EVERY_MS = 10_000;
/** A longer round trip gives too little accuracy, in ms. */
const MAX_ROUND_TRIP_MS = 1000;

export interface DatabaseClockOptions {
  /** Whether processes on other machines use the same database (PostgreSQL). Otherwise its clock is the machine's. */
  readonly isShared: boolean;
  /** Called with the machine clock's lead over the database clock at the first query, in ms. */
  readonly onOpened?: (aheadMs: number) => void;
}

/**
 * The clock of the database, by which several machines agree on expiry and heartbeats even if their own clocks differ.
 * Between two queries it advances with the monotonic clock.
 */
export class DatabaseClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly #db: Database;
  /** The offset to add to `performance.now()`. */
  #offsetMs = 0;
  #timer: NodeJS.Timeout | null = null;
  #asking: Promise<void> | null = null;

  private constructor(db: Database, { isShared }: DatabaseClockOptions) {
    this.#db = db;
    this.now = isShared ? () => performance.now() + this.#offsetMs : Date.now;
  }

  /** Opens a clock that queries the database at intervals, until `close`. */
  static async open(db: Database, options: DatabaseClockOptions): Promise<DatabaseClock> {
    const clock = new DatabaseClock(db, options);
    if (!options.isShared) return clock;
    await clock.#ask(Number.POSITIVE_INFINITY);
    options.onOpened?.(Date.now() - clock.now());
    clock.#timer = setInterval(() => {
      // While the database is unavailable, everything that needs the time fails as well.
      clock.#asking ??= clock
        .#ask(MAX_ROUND_TRIP_MS)
        .catch(() => undefined)
        .finally(() => {
          clock.#asking = null;
        });
    }, ASK_EVERY_MS).unref();
    return clock;
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#asking;
  }

  /** Reads the time, which is assumed to be that of the middle of the round trip. */
  async #ask(maxRoundTripMs: number): Promise<void> {
    const askedAtMs = performance.now();
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms
    `.execute(this.#db);
    const roundTripMs = performance.now() - askedAtMs;
    const [row] = rows;
    if (row && roundTripMs <= maxRoundTripMs) this.#offsetMs = row.ms - (askedAtMs + roundTripMs / 2);
  }
}
