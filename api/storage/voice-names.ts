import type { Database } from './database.ts';

/** Whether an owner has a voice of this name. Lets callers reject early what `insertVoice` would reject later. */
export async function isNameTaken(db: Database, ownerId: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('voices')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row !== undefined;
}
