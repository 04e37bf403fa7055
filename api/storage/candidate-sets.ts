/** Sets of candidates themselves: their names, and the lock on each that makes its changes follow one another. */
import type { Database } from './database.ts';

/** Whether an owner has a set of this name, to refuse early what `insertCandidates` would refuse late. */
export async function isSetNameTaken(db: Database, ownerId: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('candidate_sets')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row !== undefined;
}

/** What the names of a set's candidates begin with; undefined when there is no such set of this owner. */
export async function setName(db: Database, ownerId: string, setId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('candidate_sets')
    .select('name')
    .where('id', '=', setId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row?.name;
}

/** Takes the lock that makes changes of one set follow one another. @returns false when there is no such set */
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

/** A set without voices is none; its name is free again. Take the set before. */
export async function dropIfEmpty(transaction: Database, setId: string): Promise<void> {
  await transaction
    .deleteFrom('candidate_sets')
    .where('id', '=', setId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('voices').select('voices.id').where('candidate_set', '=', setId))),
    )
    .execute();
}
