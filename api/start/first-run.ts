import { createKey, hashKey, storeBootstrapKey } from '../credentials/keys.ts';
import { findApiKeyByHash, revokeOtherBootstrapKeys } from '../storage/api-keys.ts';
import type { Database } from '../storage/database.ts';
import { ensureDefaultOwner } from '../storage/owners.ts';

export interface FirstRun {
  readonly ownerId: string;
  /** The first API key, to be shown once; null when there already was one or BOOTSTRAP_API_KEY sets it. */
  readonly newKey: string | null;
  /** Warnings for the operator, without secrets. */
  readonly warnings: readonly string[];
}

/**
 * Ensures that there is an owner and a key. On the very first start that is a new key, created by exactly one of the
 * processes that start on the same database. With BOOTSTRAP_API_KEY it is that key, on every start.
 */
export async function firstRun(db: Database, bootstrapApiKey: string | null): Promise<FirstRun> {
  return db.transaction().execute(async (transaction) => {
    const { ownerId, created } = await ensureDefaultOwner(transaction);
    if (bootstrapApiKey !== null) {
      const warnings = await ensureBootstrapKey(transaction, ownerId, bootstrapApiKey);
      return { ownerId, newKey: null, warnings };
    }
    const newKey = created ? (await createKey(transaction, ownerId, 'first', { isAdmin: true })).key : null;
    return { ownerId, newKey, warnings: [] };
  });
}

async function ensureBootstrapKey(db: Database, ownerId: string, key: string): Promise<string[]> {
  const warnings: string[] = [];
  const hash = hashKey(key);
  const existing = await findApiKeyByHash(db, hash);
  if (existing === undefined) await storeBootstrapKey(db, ownerId, key);
  // It was revoked on purpose, so a restart must not restore it.
  else if (existing.revoked_at !== null) {
    warnings.push('BOOTSTRAP_API_KEY is a revoked key and will be refused; choose another one');
  }
  const replaced = await revokeOtherBootstrapKeys(db, hash);
  if (replaced > 0) warnings.push('BOOTSTRAP_API_KEY has changed; the previous bootstrap key is revoked');
  return warnings;
}
