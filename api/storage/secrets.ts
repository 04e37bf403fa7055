import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

/**
 * Returns 32 random bytes under a name, generated on first use and the same ever after, in every process that shares
 * the database.
 */
export async function ensureSecret(db: Database, name: string): Promise<Uint8Array> {
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32).toString('base64url'), created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return Buffer.from(value, 'base64url');
}
