import { dropExpiredEvents, keepEventsAlive, listLostEvents } from '../storage/events.ts';
import type { EventData, NewEvent } from './event-types.ts';
import { ALIVE_MS, type Events, type EventsDeps } from './events.ts';

/** End of something whose process was lost. @param data of its beginning */
export type LostEvent = (
  beginning: Pick<NewEvent, 'ownerId' | 'subject' | 'agentId'>,
  data: EventData,
) => NewEvent;

export interface EventKeeperOptions extends Pick<EventsDeps, 'db' | 'log' | 'now'> {
  readonly events: Pick<Events, 'end' | 'dataOf'>;
  readonly lost: LostEvent;
  /** Interval of renewals, and of checks for what was lost or has expired. Default 30 s. */
  readonly everyMs?: number;
}

/**
 * Renews the beginnings of what goes on in this process, ends those of lost processes, and deletes events that have
 * expired.
 */
export class EventKeeper {
  readonly #options: EventKeeperOptions;
  readonly #now: () => number;
  readonly #held = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> | null = null;
  #closed = false;
  /**
   * Nothing is considered lost before this time: while the database was down, no process could renew anything. On the
   * monotonic clock.
   */
  #missesFromMs: number;

  /** Starts at once. */
  constructor(options: EventKeeperOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#missesFromMs = performance.now();
    this.#timer = setInterval(() => this.#tick(), options.everyMs ?? 30_000).unref();
    this.#tick();
  }

  /** @param id of the event of a beginning */
  hold(id: string): void {
    this.#held.add(id);
  }

  release(id: string): void {
    this.#held.delete(id);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#looking;
  }

  #tick(): void {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
  }

  async #look(): Promise<void> {
    const { db, log } = this.#options;
    try {
      await keepEventsAlive(db, [...this.#held], this.#now() + ALIVE_MS);
      if (performance.now() >= this.#missesFromMs) await this.#endLost();
      while (!this.#closed && (await dropExpiredEvents(db, this.#now())));
    } catch (error) {
      this.#missesFromMs = performance.now() + ALIVE_MS;
      log.warn({ err: error }, 'events could not be looked after');
    }
  }

  async #endLost(): Promise<void> {
    const { db, events, lost, log } = this.#options;
    for (const beginning of await listLostEvents(db, this.#now())) {
      // Without its key, nothing but its end is known.
      const data = await events.dataOf(beginning).catch(() => ({}));
      if (await events.end(beginning.id, lost(beginning, data)))
        log.warn({ event: beginning.type, subject: beginning.subject }, 'was lost with its process');
    }
  }
}
