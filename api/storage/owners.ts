import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';

/** The one owner there is until there are accounts. */
const DEFAULT_OWNER = 'default';

/**
 * The id of the default owner, made if there is none.
 * @returns `created` true for exactly one caller, also among several processes.
 */
export async function ensureDefaultOwner(db: Database): Promise<{ ownerId: string; created: boolean }> {
  const inserted = await db
    .insertInto('owners')
    .values({ id: randomUUID(), name: DEFAULT_OWNER, created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return { ownerId: inserted.id, created: true };
  const existing = await db
    .selectFrom('owners')
    .select('id')
    .where('name', '=', DEFAULT_OWNER)
    .executeTakeFirstOrThrow();
  return { ownerId: existing.id, created: false };
}
