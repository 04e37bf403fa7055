/** Events of owners, in the order in which they were stored. */
import type { Selectable } from 'kysely';
import type { Database } from './database.ts';
import { isoTime } from './iso-time.ts';
import type { EventsTable } from './schema.ts';
import { inTransaction } from './voices.ts';
import { insertDeliveries } from './webhooks.ts';

/** Number of events that are deleted per statement. */
const DELETED_AT_ONCE = 200;
/** Number of lost beginnings that are read at a time. */
const LOST_AT_ONCE = 20;

/** An event as stored. Times are ISO 8601 in UTC. */
export interface EventRecord {
  readonly id: string;
  readonly ownerId: string;
  readonly position: number;
  readonly type: string;
  /** Id of the event's subject. */
  readonly subject: string;
  readonly agentId: string | null;
  /** Its data, encrypted for this id. */
  readonly sealed: string;
  readonly createdAt: string;
}

export interface NewEventRecord extends Omit<EventRecord, 'position' | 'createdAt'> {
  readonly atMs: number;
  readonly expiresAtMs: number;
  /** For a start event: until when its subject counts as ongoing without a renewal. */
  readonly aliveUntilMs: number | null;
}

/** Stores an event, and a delivery of it for each of the owner's webhooks that wants it. */
export function insertEvent(db: Database, event: NewEventRecord): Promise<void> {
  const { id, ownerId, type, subject, agentId, sealed, atMs, expiresAtMs, aliveUntilMs } = event;
  return inTransaction(db, async (transaction) => {
    // The row stays locked until the end, so that no event becomes visible after one with a higher position.
    const { revision: position } = await transaction
      .insertInto('event_books')
      .values({ owner_id: ownerId, revision: 1 })
      .onConflict((conflict) =>
        conflict.column('owner_id').doUpdateSet((eb) => ({ revision: eb('event_books.revision', '+', 1) })),
      )
      .returning('revision')
      .executeTakeFirstOrThrow();
    await transaction
      .insertInto('events')
      .values({
        id,
        owner_id: ownerId,
        position,
        type,
        subject,
        agent_id: agentId,
        sealed,
        created_at: isoTime(atMs),
        alive_until: aliveUntilMs === null ? null : isoTime(aliveUntilMs),
        expires_at: isoTime(expiresAtMs),
      })
      .execute();
    await insertDeliveries(transaction, { id, ownerId, position, type, subject, agentId }, atMs);
  });
}

export interface EventsPage {
  /** Position of the last known event. */
  readonly after: number;
  readonly limit: number;
  /** Default: `asc`, the oldest first. */
  readonly order?: 'asc' | 'desc';
}

/** Lists events of an owner. */
export async function listEvents(
  db: Database,
  of: { readonly ownerId: string; readonly agentId: string | null; readonly type?: string | undefined },
  { after, limit, order = 'asc' }: EventsPage,
): Promise<EventRecord[]> {
  let query = db
    .selectFrom('events')
    .selectAll()
    .where('owner_id', '=', of.ownerId)
    .where('position', order === 'asc' ? '>' : '<', after);
  if (of.agentId !== null) query = query.where('agent_id', '=', of.agentId);
  if (of.type !== undefined) query = query.where('type', '=', of.type);
  return (await query.orderBy('position', order).limit(limit).execute()).map(toRecord);
}

/** Returns the position of the owner's last event; 0 when there was none. */
export async function lastEventPosition(db: Database, ownerId: string): Promise<number> {
  const row = await db
    .selectFrom('event_books')
    .select('revision')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row?.revision ?? 0;
}

/** Finds an event, unless it belongs to another owner. */
export async function findEvent(db: Database, ownerId: string, id: string): Promise<EventRecord | undefined> {
  const row = await db
    .selectFrom('events')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row && toRecord(row);
}

/** Renews the time until which the subjects of these start events count as ongoing. */
export async function keepEventsAlive(
  db: Database,
  ids: readonly string[],
  aliveUntilMs: number,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('events')
    .set({ alive_until: isoTime(aliveUntilMs) })
    .where('id', 'in', ids)
    .where('alive_until', 'is not', null)
    .execute();
}

/** Start events whose process has not renewed them. */
export async function listLostEvents(db: Database, nowMs: number): Promise<EventRecord[]> {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('alive_until', '<=', isoTime(nowMs))
    .limit(LOST_AT_ONCE)
    .execute();
  return rows.map(toRecord);
}

/**
 * Records that the subject of a start event has ended. Store the end event in the same transaction.
 * @returns false when it has already ended
 */
export async function closeEvent(db: Database, id: string): Promise<boolean> {
  const row = await db
    .updateTable('events')
    .set({ alive_until: null })
    .where('id', '=', id)
    .where('alive_until', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Deletes a few expired events without a pending delivery.
 * @returns whether there may be more
 */
export async function dropExpiredEvents(db: Database, nowMs: number): Promise<boolean> {
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where('expires_at', '<=', isoTime(nowMs))
    .where('alive_until', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_deliveries')
            .select('event_id')
            .whereRef('event_id', '=', 'events.id')
            .where('status', '=', 'pending'),
        ),
      ),
    )
    .limit(DELETED_AT_ONCE)
    .execute();
  if (rows.length === 0) return false;
  const ids = rows.map(({ id }) => id);
  await db.deleteFrom('events').where('id', 'in', ids).execute();
  return rows.length === DELETED_AT_ONCE;
}

function toRecord(row: Selectable<EventsTable>): EventRecord {
  return {
    id: row.id,
    ownerId: row.owner_id,
    position: row.position,
    type: row.type,
    subject: row.subject,
    agentId: row.agent_id,
    sealed: row.sealed,
    createdAt: row.created_at,
  };
}
