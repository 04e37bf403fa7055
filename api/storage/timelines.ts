/** Timelines of conversations, in encrypted parts. */
import { addToConversation } from './conversations.ts';
import type { Database } from './database.ts';
import { isoTime } from './iso-time.ts';
import type { TimelinePartsTable } from './schema.ts';

export type SealedTimelinePart = Pick<TimelinePartsTable, 'part' | 'sealed'>;

/**
 * Adds the next part. Its size counts with that of the transcript.
 * @returns false when the conversation was deleted
 */
export function appendTimelinePart(
  db: Database,
  conversationId: string,
  { part, sealed }: SealedTimelinePart,
  nowMs: number,
): Promise<boolean> {
  const counted = { counted: 'bytes', size: sealed.length, changes: { alive_at: isoTime(nowMs) } } as const;
  return addToConversation(db, conversationId, counted, nowMs, (transaction) =>
    transaction
      .insertInto('timeline_parts')
      .values({ conversation_id: conversationId, part, sealed })
      .execute(),
  );
}

/** Lists the parts in order. */
export function listTimelineParts(db: Database, conversationId: string): Promise<SealedTimelinePart[]> {
  return db
    .selectFrom('timeline_parts')
    .select(['part', 'sealed'])
    .where('conversation_id', '=', conversationId)
    .orderBy('part')
    .execute();
}
