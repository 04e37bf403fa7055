/** Sets of candidates: their names, and a lock per set that serializes its changes. */
import type { Database } from './database.ts';

/** Whether an owner has a set of this name. Lets callers reject early what `insertCandidates` would reject later. */
export async function isSetNameTaken(db: Database, ownerId: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('candidate_sets')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the prefix of the names of a set's candidates; undefined when this owner has no such set. */
export async function setName(db: Database, ownerId: string, setId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('candidate_sets')
    .select('name')
    .where('id', '=', setId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row?.name;
}

/**
 * Takes the lock that serializes changes of one set.
 * @returns false when there is no such set
 */
export async function takeSet(transaction: Database, ownerId: string, setId: string): Promise<boolean> {
  const row = await transaction
    .updateTable('candidate_sets')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', setId)
    .where('owner_id', '=', ownerId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a set without voices, which frees its name. Take the set's lock first. */
export async function dropIfEmpty(transaction: Database, setId: string): Promise<void> {
  await transaction
    .deleteFrom('candidate_sets')
    .where('id', '=', setId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('voices').select('voices.id').where('candidate_set', '=', setId))),
    )
    .execute();
}
