import type { Database } from './database.ts';
import { isoTime } from './iso-time.ts';

/**
 * Records that a link was used, and deletes expired records.
 * @returns false when it had been used before, in any process
 */
export async function useLink(
  db: Database,
  id: string,
  { nowMs, expiresAtMs }: { readonly nowMs: number; readonly expiresAtMs: number },
): Promise<boolean> {
  await db.deleteFrom('used_links').where('expires_at', '<=', isoTime(nowMs)).execute();
  const row = await db
    .insertInto('used_links')
    .values({ id, expires_at: isoTime(expiresAtMs) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Allows a link to be used again, because its use failed. */
export async function returnLink(db: Database, id: string): Promise<void> {
  await db.deleteFrom('used_links').where('id', '=', id).execute();
}
