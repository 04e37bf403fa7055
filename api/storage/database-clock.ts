import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Nothing that expires follows a database that another one has replaced for longer than this. */
const ASK_EVERY_MS = 10_000;
/** A longer round trip tells too little. */
const MAX_ROUND_TRIP_MS = 1000;

export interface DatabaseClockOptions {
  /** Whether processes on other machines have the same database (PostgreSQL). Otherwise its clock is the machine's. */
  readonly isShared: boolean;
  /** Called with how far the machine's clock was ahead of the database's when first asked, in milliseconds. */
  readonly onOpened?: (aheadMs: number) => void;
}

/**
 * The time of the database: what several machines agree on about what expires and who is alive, however their own
 * clocks are set. Between two questions it goes on by a clock that is never set.
 */
export class DatabaseClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly #db: Database;
  /** What has to be added to `performance.now()`. */
  #offsetMs = 0;
  #timer: NodeJS.Timeout | null = null;
  #asking: Promise<void> | null = null;

  private constructor(db: Database, { isShared }: DatabaseClockOptions) {
    this.#db = db;
    this.now = isShared ? () => performance.now() + this.#offsetMs : Date.now;
  }

  /** Asks the database from time to time; `close` ends that. */
  static async open(db: Database, options: DatabaseClockOptions): Promise<DatabaseClock> {
    const clock = new DatabaseClock(db, options);
    if (!options.isShared) return clock;
    await clock.#ask(Number.POSITIVE_INFINITY);
    options.onOpened?.(Date.now() - clock.now());
    clock.#timer = setInterval(() => {
      // While the database is away, nothing else that would need the time works either.
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

  /** The answer is taken to be of the middle of the round trip. */
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
