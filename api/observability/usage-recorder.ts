import type { Database } from '../storage/database.ts';
import { isoDay } from '../storage/iso-time.ts';
import { addUsage, type UsageAmounts, type UsageEntry } from '../storage/usage.ts';

/** A process that is killed loses at most the usage of this interval. */
const FLUSH_EVERY_MS = 5000;

/**
 * Counts usage in memory and writes it to the database every few seconds, so that no request waits for the disk. It
 * holds one sum per key and day, so its size is limited by the number of keys.
 */
export class UsageRecorder {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #onError: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #sums = new Map<string, UsageEntry>();
  #writing: Promise<void> = Promise.resolve();

  constructor(
    db: Database,
    options: { readonly now?: () => number; readonly onError?: (error: unknown) => void } = {},
  ) {
    this.#db = db;
    this.#now = options.now ?? Date.now;
    this.#onError = options.onError ?? (() => undefined);
    this.#timer = setInterval(() => this.flush().catch(this.#onError), FLUSH_EVERY_MS).unref();
  }

  /** Adds to the key's usage today (UTC). Absent amounts count as 0. */
  record(keyId: string, amounts: Partial<UsageAmounts>): void {
    this.#add({
      keyId,
      day: isoDay(this.#now()),
      characters: amounts.characters ?? 0,
      audioMs: amounts.audioMs ?? 0,
      requests: amounts.requests ?? 0,
    });
  }

  /** Writes everything recorded so far. Nothing is lost when that fails: the next flush tries again. */
  flush(): Promise<void> {
    const flushed = this.#writing.then(() => this.#write());
    this.#writing = flushed.catch(() => undefined);
    return flushed;
  }

  /** Stops the timer and writes the rest. Call it before closing the database. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #write(): Promise<void> {
    if (this.#sums.size === 0) return;
    const entries = [...this.#sums.values()];
    this.#sums = new Map();
    try {
      // Rounded only here, so that rounding errors of many short chunks do not add up.
      await addUsage(
        this.#db,
        entries.map((entry) => ({ ...entry, audioMs: Math.round(entry.audioMs) })),
      );
    } catch (error) {
      for (const entry of entries) this.#add(entry);
      throw error;
    }
  }

  #add(entry: UsageEntry): void {
    const name = `${entry.day} ${entry.keyId}`;
    const sum = this.#sums.get(name);
    this.#sums.set(
      name,
      sum === undefined
        ? entry
        : {
            ...sum,
            characters: sum.characters + entry.characters,
            audioMs: sum.audioMs + entry.audioMs,
            requests: sum.requests + entry.requests,
          },
    );
  }
}
