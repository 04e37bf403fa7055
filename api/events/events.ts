import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../observability/log.ts';
import type { Database } from '../storage/database.ts';
import {
  closeEvent,
  type EventRecord,
  type EventsPage,
  findEvent,
  insertEvent,
  lastEventPosition,
  listEvents,
} from '../storage/events.ts';
import { inTransaction } from '../storage/voices.ts';
import type { EventBody, EventData, EventType, NewEvent, Sealer } from './event-types.ts';

/** How long events are kept, so that clients can read them later and have them sent again. */
const KEPT_MS = 7 * 86_400_000;
/** Time after which a conversation or call without a renewal counts as lost. */
export const ALIVE_MS = 180_000;
/** Interval at which a process looks for events of other processes. */
const POLL_MS = 1000;
const READ_AT_ONCE = 50;

export interface EventsDeps {
  readonly db: Database;
  readonly sealer: Sealer;
  /**
   * Data about the subject that is stored elsewhere and sent with the event, such as a transcript; read each time the
   * event is sent.
   */
  readonly details: (event: Pick<EventRecord, 'ownerId' | 'type' | 'subject'>) => Promise<EventData>;
  readonly log: Log;
  /** The clock that all processes on the database share, in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** Selects the events of one owner, of one agent or, if `agentId` is null, of all agents. */
export interface EventFilter {
  readonly ownerId: string;
  readonly agentId: string | null;
  /** Default: all. */
  readonly type?: EventType | undefined;
}

/** The events of all owners: stored in the database, from which webhooks are served and clients read. */
export class Events {
  readonly #deps: EventsDeps;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #isClosed = false;

  constructor(deps: EventsDeps) {
    this.#deps = deps;
    this.#now = deps.now ?? Date.now;
  }

  /**
   * Stores an event. Once this settles, it is delivered even if the process is killed.
   * @returns its id
   */
  async emit(event: NewEvent): Promise<string> {
    const id = newEventId();
    await this.#store(id, event, null, async () => true);
    return id;
  }

  /**
   * Stores an event together with a change, in one transaction.
   * @param change has to use the transaction it is given; when it returns false, nothing is stored
   * @returns whether the event was stored
   */
  emitWith(event: NewEvent, change: (transaction: Database) => Promise<boolean>): Promise<boolean> {
    return this.#store(newEventId(), event, null, change);
  }

  /**
   * Stores a start event. `end` must follow; if the process stops renewing it, `EventKeeper` ends it.
   * @returns its id
   */
  async begin(event: NewEvent): Promise<string> {
    const id = newEventId();
    await this.#store(id, event, this.#now() + ALIVE_MS, async () => true);
    return id;
  }

  /**
   * Stores an end event.
   * @param beginning id of the start event
   * @returns false when another process has ended it, and nothing was stored
   */
  end(beginning: string, event: NewEvent): Promise<boolean> {
    return this.emitWith(event, (transaction) => closeEvent(transaction, beginning));
  }

  /** Decrypts an event, and adds the data about its subject that is stored elsewhere. @throws UnsealError */
  async read(event: EventRecord): Promise<EventBody> {
    const { id, type, createdAt: timestamp } = event;
    const data = { ...(await this.dataOf(event)), ...(await this.#details(event)) };
    return { id, type: type as EventType, timestamp, data };
  }

  /** The data that an event was stored with. @throws UnsealError */
  async dataOf({ id, sealed }: Pick<EventRecord, 'id' | 'sealed'>): Promise<EventData> {
    return JSON.parse(await this.#deps.sealer.open(sealed, id)) as EventData;
  }

  /**
   * The position of an event in the order of its owner's events; for null or an event that is no longer stored, the
   * position of the newest one.
   */
  async positionOf(ownerId: string, id: string | null): Promise<number> {
    const { db } = this.#deps;
    const known = id === null ? undefined : await findEvent(db, ownerId, id);
    return known?.position ?? lastEventPosition(db, ownerId);
  }

  /** Returns stored events. */
  async list(of: EventFilter, page: EventsPage): Promise<EventBody[]> {
    const found = await listEvents(this.#deps.db, of, page);
    const bodies = await Promise.all(found.map((event) => this.#readable(event)));
    return bodies.filter((body) => body !== null);
  }

  /**
   * Yields events as they are stored, in this process or in others; yields null at intervals if there is none. Ends
   * when the server shuts down.
   * @param after position of the last known event
   */
  async *follow(of: EventFilter, after: number): AsyncGenerator<EventBody | null> {
    let position = after;
    let pause = new AbortController();
    const unsubscribe = this.onStored(() => pause.abort());
    try {
      while (!this.#isClosed) {
        // Created before the query, so that an event during the query also ends the pause after it.
        pause = new AbortController();
        const found = await listEvents(this.#deps.db, of, { after: position, limit: READ_AT_ONCE });
        for (const event of found) {
          const body = await this.#readable(event);
          if (body) yield body;
          position = event.position;
        }
        if (found.length > 0) continue;
        yield null;
        await sleep(POLL_MS, undefined, { signal: pause.signal }).catch(() => undefined);
      }
    } finally {
      unsubscribe();
    }
  }

  /**
   * Calls a function whenever this process has stored an event.
   * @returns a function that removes the listener
   */
  onStored(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Ends all iterations over events. Events can still be stored. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake();
  }

  async #store(
    id: string,
    { data, ...columns }: NewEvent,
    aliveUntilMs: number | null,
    change: (transaction: Database) => Promise<boolean>,
  ): Promise<boolean> {
    const { db, sealer } = this.#deps;
    // Called before the transaction, because it may have to read the key.
    const sealed = await sealer.seal(JSON.stringify(data), id);
    const atMs = this.#now();
    const event = { ...columns, id, sealed, atMs, expiresAtMs: atMs + KEPT_MS, aliveUntilMs };
    const isStored = await inTransaction(db, async (transaction) => {
      if (!(await change(transaction))) return false;
      await insertEvent(transaction, event);
      return true;
    });
    if (isStored) this.#wake();
    return isStored;
  }

  #wake(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Null for an event whose key is missing, so that the other events stay readable. */
  async #readable(event: EventRecord): Promise<EventBody | null> {
    try {
      return await this.read(event);
    } catch (error) {
      this.#deps.log.error({ err: error, event: event.id }, 'an event cannot be read');
      return null;
    }
  }

  async #details(event: EventRecord): Promise<EventData> {
    try {
      return await this.#deps.details(event);
    } catch (error) {
      this.#deps.log.error({ err: error, event: event.id }, 'an event is sent without its transcript');
      return {};
    }
  }
}

const newEventId = (): string => `evt_${randomUUID()}`;
