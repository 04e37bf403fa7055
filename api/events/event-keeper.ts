import { PeriodicTask } from '../leases/periodic-task.ts';
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
 * Renews the start events of ongoing conversations and calls of this process, stores end events for those of lost
 * processes, and deletes events that have expired.
 */
export class EventKeeper {
  readonly #options: EventKeeperOptions;
  readonly #now: () => number;
  readonly #held = new Set<string>();
  readonly #task: PeriodicTask;
  /**
   * Nothing is considered lost before this time, because no process could renew anything while the database was down.
   * On the monotonic clock.
   */
  #missesFromMs: number;

  /** Starts at once. */
  constructor(options: EventKeeperOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#missesFromMs = performance.now();
    this.#task = new PeriodicTask(() => this.#look(), options.everyMs ?? 30_000);
    this.#task.run();
  }

  /** @param id of the start event */
  hold(id: string): void {
    this.#held.add(id);
  }

  release(id: string): void {
    this.#held.delete(id);
  }

  close(): Promise<void> {
    return this.#task.close();
  }

  async #look(): Promise<void> {
    const { db, log } = this.#options;
    try {
      await keepEventsAlive(db, [...this.#held], this.#now() + ALIVE_MS);
      if (performance.now() >= this.#missesFromMs) await this.#endLost();
      while (!this.#task.isClosed && (await dropExpiredEvents(db, this.#now())));
    } catch (error) {
      this.#missesFromMs = performance.now() + ALIVE_MS;
      log.warn({ err: error }, 'events could not be maintained');
    }
  }

  async #endLost(): Promise<void> {
    const { db, events, lost, log } = this.#options;
    for (const beginning of await listLostEvents(db, this.#now())) {
      // Without its key, only the end is known.
      const data = await events.dataOf(beginning).catch(() => ({}));
      if (await events.end(beginning.id, lost(beginning, data)))
        log.warn(
          { event: beginning.type, subject: beginning.subject },
          'a conversation or call was lost with its process',
        );
    }
  }
}
