/** Stored conversations and their entries. */
import type { Selectable } from 'kysely';
import type { Database } from './database.ts';
import { isoTime } from './iso-time.ts';
import type { PagePlace } from './page-place.ts';
import type { ConversationsTable } from './schema.ts';
import { inTransaction } from './voices.ts';

const DAY_MS = 86_400_000;
/** The number of the entry that is the summary; spoken entries count from 1. */
export const SUMMARY_ENTRY = 0;
/** Number of conversations deleted per statement. Each may have a mebibyte. */
const DELETED_AT_ONCE = 8;
/** Size counted for a conversation without entries, for quotas. */
const CONVERSATION_BASE_BYTES = 1024;

/** A conversation as stored, without its entries. Times are ISO 8601 in UTC. */
export interface ConversationRecord {
  /** A UUID. */
  readonly id: string;
  readonly ownerId: string;
  readonly agentId: string;
  readonly door: string;
  readonly langCode: string;
  /** The key of its entries, encrypted for this id. */
  readonly sealedKey: string;
  readonly entries: number;
  /** Whether no entry is missing. */
  readonly isComplete: boolean;
  readonly startedAt: string;
  /** Null while it is running. */
  readonly endedAt: string | null;
  readonly endReason: string | null;
  readonly expiresAt: string;
  /** Size of its recording in bytes; null without one. */
  readonly recordingBytes: number | null;
}

export interface NewConversation
  extends Pick<ConversationRecord, 'id' | 'ownerId' | 'agentId' | 'door' | 'langCode' | 'sealedKey'> {
  /** Retention after its end, in days. */
  readonly keepDays: number;
  readonly isRecorded: boolean;
}

/** An encrypted entry. */
export interface SealedEntry {
  readonly entry: number;
  readonly sealed: string;
}

export async function insertConversation(
  db: Database,
  conversation: NewConversation,
  nowMs: number,
): Promise<void> {
  const { keepDays } = conversation;
  await db
    .insertInto('conversations')
    .values({
      id: conversation.id,
      owner_id: conversation.ownerId,
      agent_id: conversation.agentId,
      door: conversation.door,
      lang_code: conversation.langCode,
      sealed: conversation.sealedKey,
      entries: 0,
      bytes: CONVERSATION_BASE_BYTES,
      is_complete: 1,
      keep_days: keepDays,
      started_at: isoTime(nowMs),
      alive_at: isoTime(nowMs),
      ended_at: null,
      end_reason: null,
      expires_at: isoTime(nowMs + keepDays * DAY_MS),
      recording_bytes: conversation.isRecorded ? 0 : null,
      recording_moved_at: null,
    })
    .execute();
}

/** Data that is added to a conversation, counted as a part of its size. */
export interface Addition {
  /** Column that counts the size; null if the conversation has no data of that kind. */
  readonly counted: 'bytes' | 'recording_bytes';
  readonly size: number;
  /** Other columns that change. */
  readonly changes?: { readonly entries?: number; readonly alive_at?: string };
}

/**
 * Adds to a conversation, and counts the size, both or neither.
 * @param insert writes the added data
 * @returns false when the conversation, or its data of that kind, was deleted
 */
export function addToConversation(
  db: Database,
  id: string,
  { counted, size, changes = {} }: Addition,
  nowMs: number,
  insert: (transaction: Database) => Promise<unknown>,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    let query = transaction
      .updateTable('conversations')
      .set(changes)
      .set(counted, (eb) => eb(counted, '+', size))
      .where('id', '=', id)
      .where('expires_at', '>', isoTime(nowMs))
      .where(counted, 'is not', null);
    // Nothing follows what was moved to a bucket.
    if (counted === 'recording_bytes') query = query.where('recording_moved_at', 'is', null);
    const row = await query.returning('id').executeTakeFirst();
    if (!row) return false;
    await insert(transaction);
    return true;
  });
}

/**
 * Adds the next entry.
 * @returns false when the conversation was deleted
 */
export function appendConversationEntry(
  db: Database,
  id: string,
  { entry, sealed }: SealedEntry,
  nowMs: number,
): Promise<boolean> {
  const changes = { entries: entry, alive_at: isoTime(nowMs) };
  return addToConversation(db, id, { counted: 'bytes', size: sealed.length, changes }, nowMs, (transaction) =>
    insertEntry(transaction, id, { entry, sealed }),
  );
}

/**
 * Stores the summary of a conversation.
 * @param sealed encrypted as the entry `SUMMARY_ENTRY`
 * @returns false when the conversation was deleted
 */
export function putConversationSummary(
  db: Database,
  id: string,
  sealed: string,
  nowMs: number,
): Promise<boolean> {
  return addToConversation(db, id, { counted: 'bytes', size: sealed.length }, nowMs, (transaction) =>
    insertEntry(transaction, id, { entry: SUMMARY_ENTRY, sealed }),
  );
}

const insertEntry = (db: Database, id: string, { entry, sealed }: SealedEntry): Promise<unknown> =>
  db.insertInto('conversation_entries').values({ conversation_id: id, entry, sealed }).execute();

/** Marks a conversation of which some entries could not be stored. */
export async function markConversationIncomplete(db: Database, id: string): Promise<void> {
  await db.updateTable('conversations').set({ is_complete: 0 }).where('id', '=', id).execute();
}

/** Ends a conversation, which starts its retention. The first end counts. */
export async function endConversation(
  db: Database,
  id: string,
  end: { readonly atMs: number; readonly reason: string; readonly keepDays: number },
): Promise<void> {
  await db
    .updateTable('conversations')
    .set({
      ended_at: isoTime(end.atMs),
      end_reason: end.reason,
      expires_at: isoTime(end.atMs + end.keepDays * DAY_MS),
    })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', isoTime(end.atMs))
    .execute();
}

/** Sends heartbeats: a process holds these conversations. */
export async function markConversationsAlive(
  db: Database,
  ids: readonly string[],
  nowMs: number,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('conversations')
    .set({ alive_at: isoTime(nowMs) })
    .where('id', 'in', ids)
    .execute();
}

/**
 * Ends conversations of lost processes, at the time of their last heartbeat.
 * @returns how many
 */
export async function endLostConversations(
  db: Database,
  { aliveBeforeMs, reason }: { readonly aliveBeforeMs: number; readonly reason: string },
): Promise<number> {
  const rows = await db
    .selectFrom('conversations')
    .select(['id', 'alive_at', 'keep_days'])
    .where('ended_at', 'is', null)
    .where('alive_at', '<', isoTime(aliveBeforeMs))
    .execute();
  for (const { id, alive_at, keep_days: keepDays } of rows) {
    await endConversation(db, id, { atMs: Date.parse(alive_at), reason, keepDays });
  }
  return rows.length;
}

/**
 * Lists conversations, newest first.
 * @param after the last one of the previous page
 */
export async function listConversations(
  db: Database,
  of: { readonly ownerId: string; readonly agentId: string },
  page: { readonly limit: number; readonly after: PagePlace | null; readonly nowMs: number },
): Promise<ConversationRecord[]> {
  const { limit, after, nowMs } = page;
  let query = db
    .selectFrom('conversations')
    .selectAll()
    .where('owner_id', '=', of.ownerId)
    .where('agent_id', '=', of.agentId)
    .where('expires_at', '>', isoTime(nowMs));
  if (after) {
    query = query.where((where) =>
      where.or([
        where('started_at', '<', after.at),
        where.and([where('started_at', '=', after.at), where('id', '<', after.id)]),
      ]),
    );
  }
  const rows = await query.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(toRecord);
}

/** Finds a conversation by its id, unless it belongs to another owner or has expired. */
export async function findConversation(
  db: Database,
  ownerId: string,
  id: string,
  nowMs: number,
): Promise<ConversationRecord | undefined> {
  const row = await db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('expires_at', '>', isoTime(nowMs))
    .executeTakeFirst();
  return row && toRecord(row);
}

/** Lists all entries in the order in which they were added, with the summary, if there is one, first. */
export function listConversationEntries(db: Database, id: string): Promise<SealedEntry[]> {
  return db
    .selectFrom('conversation_entries')
    .select(['entry', 'sealed'])
    .where('conversation_id', '=', id)
    .orderBy('entry')
    .execute();
}

/** @returns false when the owner has no such conversation */
export async function deleteConversation(
  db: Database,
  ownerId: string,
  id: string,
  nowMs: number,
): Promise<boolean> {
  const result = await db
    .deleteFrom('conversations')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('expires_at', '>', isoTime(nowMs))
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/**
 * Expires all conversations of an agent: they can no longer be read, and are deleted gradually.
 * @returns how many
 */
export async function expireConversations(
  db: Database,
  of: { readonly ownerId: string; readonly agentId: string },
  nowMs: number,
): Promise<number> {
  const result = await db
    .updateTable('conversations')
    .set({ expires_at: isoTime(nowMs) })
    .where('owner_id', '=', of.ownerId)
    .where('agent_id', '=', of.agentId)
    .where('expires_at', '>', isoTime(nowMs))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/**
 * Deletes a few expired conversations.
 * @returns whether there may be more
 */
export async function dropExpiredConversations(db: Database, nowMs: number): Promise<boolean> {
  const rows = await db
    .selectFrom('conversations')
    .select('id')
    .where('expires_at', '<=', isoTime(nowMs))
    .limit(DELETED_AT_ONCE)
    .execute();
  if (rows.length === 0) return false;
  // Their entries are deleted with them: the foreign key cascades.
  await db
    .deleteFrom('conversations')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return rows.length === DELETED_AT_ONCE;
}

function toRecord(row: Selectable<ConversationsTable>): ConversationRecord {
  return {
    id: row.id,
    ownerId: row.owner_id,
    agentId: row.agent_id,
    door: row.door,
    langCode: row.lang_code,
    sealedKey: row.sealed,
    entries: row.entries,
    isComplete: row.is_complete === 1,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    endReason: row.end_reason,
    expiresAt: row.expires_at,
    recordingBytes: row.recording_bytes === null ? null : Number(row.recording_bytes),
  };
}
