/** Storage usage of an owner, for quotas. */
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { isoTime } from './iso-time.ts';

/**
 * Takes the lock that serializes an owner's additions, so that a count under it is complete. Take it before all other
 * locks.
 */
export async function lockOwner(transaction: Database, ownerId: string): Promise<void> {
  // The value does not change and is not a key, so rows that refer to the owner can still be added.
  await transaction
    .updateTable('owners')
    .set(({ ref }) => ({ created_at: ref('created_at') }))
    .where('id', '=', ownerId)
    .execute();
}

/** Counts an owner's rows in one table. */
export async function countOf(
  db: Database,
  table: 'agents' | 'voices' | 'candidate_sets' | 'webhooks',
  ownerId: string,
): Promise<number> {
  const { rows } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('rows'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(rows);
}

/** Returns the bytes of all texts of an owner's agents. */
export async function agentBytes(db: Database, ownerId: string): Promise<number> {
  const size = sql`octet_length(name) + octet_length(prompt) + octet_length(greeting) + octet_length(details)`;
  const { bytes } = await db
    .selectFrom('agents')
    .select(sql<number | string>`coalesce(sum(${size}), 0)`.as('bytes'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

/** Counts an owner's room conversations that are expected or in progress. */
export async function countRoomSessions(db: Database, ownerId: string, nowMs: number): Promise<number> {
  const { rows } = await db
    .selectFrom('agent_sessions')
    .select(({ fn }) => fn.countAll().as('rows'))
    .where('owner_id', '=', ownerId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', isoTime(nowMs))
    .executeTakeFirstOrThrow();
  return Number(rows);
}

/** Returns the size of an owner's recordings, in bytes. */
export async function recordingBytes(db: Database, ownerId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('conversations')
    .select(sql<number | string>`coalesce(sum(recording_bytes), 0)`.as('bytes'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

/** Returns the number of an owner's stored conversations, and the bytes of their entries. */
export async function keptConversations(
  db: Database,
  ownerId: string,
): Promise<{ readonly count: number; readonly bytes: number }> {
  const { rows, bytes } = await db
    .selectFrom('conversations')
    .select(({ fn }) => fn.countAll().as('rows'))
    .select(sql<number | string>`coalesce(sum(bytes), 0)`.as('bytes'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return { count: Number(rows), bytes: Number(bytes) };
}
