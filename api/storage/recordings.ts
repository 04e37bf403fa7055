/** Recordings of conversations, in encrypted parts of some seconds, whose content may have been moved to a bucket. */
import { addToConversation } from './conversations.ts';
import type { Database } from './database.ts';
import { isoTime } from './iso-time.ts';
import { inTransaction } from './voices.ts';

/** One part, without its content. */
export interface RecordingPart {
  /** Counts from 0. */
  readonly part: number;
  /** Size before encryption. */
  readonly bytes: number;
  /** Samples of each channel that the part decodes to. */
  readonly samples: number;
}

export interface SealedRecordingPart extends RecordingPart {
  readonly sealed: Uint8Array;
}

/**
 * Adds the next part.
 * @returns false when the conversation or its recording was deleted
 */
export function appendRecordingPart(
  db: Database,
  conversationId: string,
  { part, bytes, samples, sealed }: SealedRecordingPart,
  nowMs: number,
): Promise<boolean> {
  const counted = {
    counted: 'recording_bytes',
    size: bytes,
    changes: { alive_at: isoTime(nowMs) },
  } as const;
  return addToConversation(db, conversationId, counted, nowMs, (transaction) =>
    transaction
      .insertInto('recording_parts')
      .values({ conversation_id: conversationId, part, bytes, samples, sealed: Buffer.from(sealed) })
      .execute(),
  );
}

/** Lists the parts of a recording, in order. */
export function listRecordingParts(db: Database, conversationId: string): Promise<RecordingPart[]> {
  return db
    .selectFrom('recording_parts')
    .select(['part', 'bytes', 'samples'])
    .where('conversation_id', '=', conversationId)
    .orderBy('part')
    .execute();
}

/**
 * Reads one part; undefined when it is gone.
 * @returns also whether the recording was moved to a bucket, which leaves nothing in `sealed`
 */
export async function readRecordingPart(
  db: Database,
  conversationId: string,
  part: number,
): Promise<{ readonly sealed: Uint8Array; readonly isMoved: boolean } | undefined> {
  const row = await db
    .selectFrom('recording_parts')
    .innerJoin('conversations', 'conversations.id', 'recording_parts.conversation_id')
    .select(['recording_parts.sealed', 'conversations.recording_moved_at'])
    .where('conversation_id', '=', conversationId)
    .where('part', '=', part)
    .executeTakeFirst();
  return row && { sealed: row.sealed, isMoved: row.recording_moved_at !== null };
}

/** Deletes the recording of a conversation. A recording in progress ends. */
export function deleteRecording(db: Database, conversationId: string): Promise<void> {
  return inTransaction(db, async (transaction) => {
    await transaction
      .updateTable('conversations')
      .set({ recording_bytes: null })
      .where('id', '=', conversationId)
      .execute();
    await transaction.deleteFrom('recording_parts').where('conversation_id', '=', conversationId).execute();
    // Its object is deleted soon after.
    await transaction
      .updateTable('recording_objects')
      .set({ conversation_id: null })
      .where('conversation_id', '=', conversationId)
      .execute();
  });
}
