import type { Database } from './database.ts';

/** Whether an owner has a voice of this name, to refuse early what `insertVoice` would refuse late. */
export async function isNameTaken(db: Database, ownerId: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('voices')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row !== undefined;
}
