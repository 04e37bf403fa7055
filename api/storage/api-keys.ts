import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database } from './database.ts';
import type { ApiKeysTable } from './schema.ts';

export type ApiKeyRow = Selectable<ApiKeysTable>;

/** Stores a key by its hash. A hash that is already stored, for any owner, violates the unique constraint. */
export async function insertApiKey(
  db: Database,
  key: Pick<
    ApiKeyRow,
    'owner_id' | 'name' | 'hash' | 'prefix' | 'origin' | 'is_admin' | 'scopes' | 'expires_at'
  >,
): Promise<ApiKeyRow> {
  return db
    .insertInto('api_keys')
    .values({
      ...key,
      id: randomUUID(),
      created_at: new Date().toISOString(),
      last_used_at: null,
      revoked_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Also finds revoked keys, so that the caller can report why a key is rejected. */
export async function findApiKeyByHash(db: Database, hash: string): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('api_keys').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/** Also finds revoked keys. */
export async function findApiKeyById(db: Database, id: string): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lists all keys, oldest first, including revoked ones. */
export async function listApiKeys(db: Database): Promise<ApiKeyRow[]> {
  return db.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('id').execute();
}

/**
 * Revokes a key permanently. A revoked key keeps its time of revocation.
 * @returns false when no such key was active
 */
export async function revokeApiKey(db: Database, id: string): Promise<boolean> {
  const result = await db
    .updateTable('api_keys')
    .set({ revoked_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Revokes all bootstrap keys with another hash.
 * @returns how many
 */
export async function revokeOtherBootstrapKeys(db: Database, hash: string): Promise<number> {
  const result = await db
    .updateTable('api_keys')
    .set({ revoked_at: new Date().toISOString() })
    .where('origin', '=', 'bootstrap')
    .where('hash', '!=', hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

export async function touchApiKey(db: Database, id: string, usedAt: Date): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: usedAt.toISOString() }).where('id', '=', id).execute();
}
