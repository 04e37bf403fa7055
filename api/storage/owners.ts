import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';

/** The owner of keys created without naming one. */
export const DEFAULT_OWNER = 'default';

/** An account with its own voice library, agents and usage. The time is ISO 8601 in UTC. */
export interface Owner {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

/**
 * Returns the id of the owner with that name, who is created if missing.
 * @returns `created` is true for exactly one caller, even across processes
 */
export async function ensureOwner(
  db: Database,
  name: string,
): Promise<{ ownerId: string; created: boolean }> {
  const inserted = await db
    .insertInto('owners')
    .values({ id: randomUUID(), name, created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return { ownerId: inserted.id, created: true };
  const existing = await db
    .selectFrom('owners')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return { ownerId: existing.id, created: false };
}

export async function ensureDefaultOwner(db: Database): Promise<{ ownerId: string; created: boolean }> {
  return ensureOwner(db, DEFAULT_OWNER);
}

/** Lists all owners, oldest first. */
export async function listOwners(db: Database): Promise<Owner[]> {
  const rows = await db.selectFrom('owners').selectAll().orderBy('created_at').orderBy('id').execute();
  return rows.map((row) => ({ id: row.id, name: row.name, createdAt: row.created_at }));
}
