import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type ApiKeyRow,
  findApiKeyByHash,
  insertApiKey,
  listApiKeys,
  revokeApiKey,
} from '../storage/api-keys.ts';
import type { Database } from '../storage/database.ts';
import { knownScopes, SCOPES, type Scope } from './scopes.ts';

const KEY_PREFIX = 'pk_';
const KEY_BYTES = 32;
/** Enough characters to recognise a key in a list. The remaining 256 - 30 bits cannot be guessed. */
const SHOWN_CHARACTERS = KEY_PREFIX.length + 5;

/** The public data of a key. Times are ISO 8601 in UTC. */
export interface KeyInfo {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  /** First characters of the key. */
  readonly prefix: string;
  /** Whether it may change what all owners share, such as models. */
  readonly isAdmin: boolean;
  readonly scopes: readonly Scope[];
  /** Null for a key that does not expire. */
  readonly expiresAt: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

/** SHA-256 in hexadecimal. The keys are 256 random bits, so a slow password hash would add cost and no security. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export interface NewKeyOptions {
  readonly isAdmin?: boolean;
  /** Null for all scopes, including those of later versions. */
  readonly scopes?: readonly Scope[] | null;
  /** Null for never. */
  readonly expiresAt?: Date | null;
}

/**
 * Creates a key (`pk_` and 43 base64url characters) and stores its hash. Only the return value contains the key itself.
 */
export async function createKey(
  db: Database,
  ownerId: string,
  name: string,
  { isAdmin = false, scopes = null, expiresAt = null }: NewKeyOptions = {},
): Promise<{ key: string; info: KeyInfo }> {
  const key = KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url');
  const row = await insertApiKey(db, {
    owner_id: ownerId,
    name,
    hash: hashKey(key),
    prefix: key.slice(0, SHOWN_CHARACTERS),
    origin: 'created',
    is_admin: isAdmin ? 1 : 0,
    scopes: scopes?.join(' ') ?? null,
    expires_at: expiresAt?.toISOString() ?? null,
  });
  return { key, info: infoOf(row) };
}

/** Stores a key that the operator chose. Not even a prefix of it is kept for display. */
export async function storeBootstrapKey(db: Database, ownerId: string, key: string): Promise<KeyInfo> {
  const row = await insertApiKey(db, {
    owner_id: ownerId,
    name: 'bootstrap',
    hash: hashKey(key),
    prefix: '',
    origin: 'bootstrap',
    is_admin: 1,
    scopes: null,
    expires_at: null,
  });
  return infoOf(row);
}

/** Lists all keys, oldest first, including revoked ones. */
export async function listKeys(db: Database): Promise<KeyInfo[]> {
  return (await listApiKeys(db)).map(infoOf);
}

/**
 * Permanently revokes a key and every JWT issued for it.
 * @returns false when there was no such active key
 */
export async function revokeKey(db: Database, id: string): Promise<boolean> {
  return revokeApiKey(db, id);
}

/** Finds the stored key with this hash, even if it is revoked; undefined when there is none. */
export async function lookUpKey(db: Database, hash: string): Promise<ApiKeyRow | undefined> {
  const row = await findApiKeyByHash(db, hash);
  // The index compares byte by byte. This comparison takes constant time.
  return row && timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash)) ? row : undefined;
}

/** The scopes of a key. */
export function scopesOf({ scopes }: ApiKeyRow): readonly Scope[] {
  return scopes === null ? SCOPES : knownScopes(scopes);
}

/** Expiry of a key, in milliseconds since the epoch; null for never. */
export function expiryMsOf({ expires_at: expiresAt }: ApiKeyRow): number | null {
  return expiresAt === null ? null : Date.parse(expiresAt);
}

function infoOf(row: ApiKeyRow): KeyInfo {
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    prefix: row.prefix,
    isAdmin: row.is_admin === 1,
    scopes: scopesOf(row),
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}
