/** Encrypted values of all tables. The id of a row is their encryption context. */
import type { Database } from './database.ts';

export const SEALED_TABLES = ['agents', 'agent_sessions', 'conversations', 'events', 'webhooks'] as const;
type SealedTable = (typeof SEALED_TABLES)[number];

export async function listSealed(
  db: Database,
  table: SealedTable,
): Promise<{ id: string; sealed: string }[]> {
  const rows = await db.selectFrom(table).select(['id', 'sealed']).where('sealed', 'is not', null).execute();
  return rows.flatMap(({ id, sealed }) => (sealed === null ? [] : [{ id, sealed }]));
}

/** @returns false when it has changed meanwhile */
export async function replaceSealed(
  db: Database,
  table: SealedTable,
  { id, sealed, again }: { readonly id: string; readonly sealed: string; readonly again: string },
): Promise<boolean> {
  const row = await db
    .updateTable(table)
    .set({ sealed: again })
    .where('id', '=', id)
    .where('sealed', '=', sealed)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
