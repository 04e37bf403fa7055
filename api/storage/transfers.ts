/** People who are being asked by telephone whether they take a call. */
import type { Database } from './database.ts';
import { isoTime } from './iso-time.ts';

/** @param sealed what they are told, encrypted for the id */
export async function insertTransfer(
  db: Database,
  transfer: { readonly id: string; readonly sealed: string; readonly expiresAtMs: number },
  nowMs: number,
): Promise<void> {
  const { id, sealed, expiresAtMs } = transfer;
  await db.deleteFrom('transfers').where('expires_at', '<=', isoTime(nowMs)).execute();
  await db
    .insertInto('transfers')
    .values({ id, sealed, key: null, expires_at: isoTime(expiresAtMs) })
    .execute();
}

/** @returns undefined when there is none, or it is over */
export function findTransfer(
  db: Database,
  id: string,
  nowMs: number,
): Promise<{ readonly sealed: string; readonly key: string | null } | undefined> {
  return db
    .selectFrom('transfers')
    .select(['sealed', 'key'])
    .where('id', '=', id)
    .where('expires_at', '>', isoTime(nowMs))
    .executeTakeFirst();
}

/**
 * Records the key that they have pressed. The first one counts.
 * @returns false when there was one before, or the transfer is over
 */
export async function recordTransferKey(
  db: Database,
  id: string,
  key: string,
  nowMs: number,
): Promise<boolean> {
  const row = await db
    .updateTable('transfers')
    .set({ key })
    .where('id', '=', id)
    .where('key', 'is', null)
    .where('expires_at', '>', isoTime(nowMs))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteTransfer(db: Database, id: string): Promise<void> {
  await db.deleteFrom('transfers').where('id', '=', id).execute();
}
