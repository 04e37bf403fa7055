/**
 * Recordings in a bucket: which are to be moved there, and which objects are to be deleted. A row exists from before
 * its object is written until the object is deleted, so that no object is forgotten.
 */
import { claimNext } from './claim-next.ts';
import type { Database } from './database.ts';
import { isoTime } from './iso-time.ts';
import { inTransaction } from './voices.ts';

/** A recording that this process moves. */
export interface RecordingClaim {
  /** Also the key of the object. */
  readonly conversationId: string;
  readonly lease: string;
}

/**
 * Claims a recording of a conversation that is over, and that is still in the database.
 * @returns undefined when there is none
 */
export function claimRecording(
  db: Database,
  { nowMs, leaseMs }: { readonly nowMs: number; readonly leaseMs: number },
): Promise<RecordingClaim | undefined> {
  const now = isoTime(nowMs);
  const find = () =>
    db
      .selectFrom('conversations')
      .select('id')
      .where('ended_at', 'is not', null)
      .where('recording_bytes', 'is not', null)
      .where('recording_moved_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('recording_objects')
              .select('key')
              .whereRef('recording_objects.conversation_id', '=', 'conversations.id')
              .where('lease_until', '>', now),
          ),
        ),
      )
      .orderBy('ended_at')
      .limit(1)
      .executeTakeFirst();
  return claimNext(find, async ({ id }, lease) => {
    const until = isoTime(nowMs + leaseMs);
    // Another process may insert it at the same time, which violates either of two constraints.
    const added = await db
      .insertInto('recording_objects')
      .values({ key: id, conversation_id: id, lease, lease_until: until })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    const row =
      added ??
      (await db
        .updateTable('recording_objects')
        .set({ lease, lease_until: until })
        .where('key', '=', id)
        .where('lease_until', '<=', now)
        .returning('key')
        .executeTakeFirst());
    return row && { conversationId: id, lease };
  });
}

/** @returns false when the lease is lost */
export async function renewRecordingLease(
  db: Database,
  { conversationId, lease }: RecordingClaim,
  untilMs: number,
): Promise<boolean> {
  const row = await db
    .updateTable('recording_objects')
    .set({ lease_until: isoTime(untilMs) })
    .where('key', '=', conversationId)
    .where('lease', '=', lease)
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The object is written: from now on the recording is read from it, and its parts in the database are emptied.
 * @param bytes size of the recording that was written
 * @returns false when the lease is lost, or the recording was deleted or has changed meanwhile
 */
export function finishRecordingMove(
  db: Database,
  claim: RecordingClaim,
  bytes: number,
  nowMs: number,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const conversation = await transaction
      .updateTable('conversations')
      .set({ recording_moved_at: isoTime(nowMs) })
      .where('id', '=', claim.conversationId)
      .where('recording_bytes', '=', bytes)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('recording_objects')
            .select('key')
            .where('key', '=', claim.conversationId)
            .where('lease', '=', claim.lease),
        ),
      )
      .returning('id')
      .executeTakeFirst();
    if (!conversation) return false;
    await transaction
      .updateTable('recording_objects')
      .set({ lease_until: isoTime(nowMs) })
      .where('key', '=', claim.conversationId)
      .execute();
    await transaction
      .updateTable('recording_parts')
      .set({ sealed: Buffer.alloc(0) })
      .where('conversation_id', '=', claim.conversationId)
      .execute();
    return true;
  });
}

/** Whether an object is known, so that it will be deleted some time. */
export async function isObjectKnown(db: Database, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('recording_objects')
    .select('key')
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds an object whose recording was deleted and that nobody writes any more. @returns its key */
export async function findDroppedObject(db: Database, nowMs: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('recording_objects')
    .select('key')
    .where('conversation_id', 'is', null)
    .where('lease_until', '<=', isoTime(nowMs))
    .limit(1)
    .executeTakeFirst();
  return row?.key;
}

/** The object is deleted. */
export async function forgetObject(db: Database, key: string): Promise<void> {
  await db.deleteFrom('recording_objects').where('key', '=', key).execute();
}
