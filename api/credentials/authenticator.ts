import { refusal } from '../errors/api-error.ts';
import { type ApiKeyRow, findApiKeyById, touchApiKey } from '../storage/api-keys.ts';
import type { Database } from '../storage/database.ts';
import { FreshCache } from '../storage/fresh-cache.ts';
import { ensureSecret } from '../storage/secrets.ts';
import { importSigningKey, type SigningKey, signToken, verifyToken } from './jwt.ts';
import { expiryMsOf, hashKey, lookUpKey, scopesOf } from './keys.ts';
import { type CredentialInput, presentedCredential } from './read-credentials.ts';
import { requireScope, type Scope } from './scopes.ts';

/** A revoked key must be rejected within a second, even when another process revoked it. */
const KEY_FRESH_MS = 500;
const CACHED_KEYS = 10_000;
/** `last_used_at` is for housekeeping. Writing it on every request would put the disk on the hot path. */
const TOUCH_EVERY_MS = 60_000;
const SECRET_NAME = 'jwt';

/** The owner and key that a request or conversation is for. */
export interface Identity {
  readonly ownerId: string;
  /** The API key that was sent, or that the JWT is bound to. Limits and usage are counted per key. */
  readonly keyId: string;
  /** Expiry of the credential, in milliseconds since the epoch; null for one that does not expire. */
  readonly expiresAtMs: number | null;
}

/** An authenticated caller, and what the credential may be used for. */
export interface Caller extends Identity {
  readonly scopes: readonly Scope[];
  readonly credential: 'key' | 'jwt';
}

/** Identifies callers by their API keys and JWTs. Works on plain strings, for requests and upgrades alike. */
export class Authenticator {
  readonly #db: Database;
  readonly #signingKey: SigningKey;
  readonly #now: () => number;
  readonly #byHash: FreshCache<ApiKeyRow>;
  readonly #byId: FreshCache<ApiKeyRow>;
  readonly #touches = new Set<Promise<void>>();
  readonly #touchedAtMs = new Map<string, number>();

  private constructor(db: Database, signingKey: SigningKey, now: () => number) {
    this.#db = db;
    this.#signingKey = signingKey;
    this.#now = now;
    this.#byHash = new FreshCache({ freshMs: KEY_FRESH_MS, capacity: CACHED_KEYS, now });
    this.#byId = new FreshCache({ freshMs: KEY_FRESH_MS, capacity: CACHED_KEYS, now });
  }

  /** @param now the clock, in milliseconds since the epoch */
  static async open(db: Database, now: () => number = Date.now): Promise<Authenticator> {
    return new Authenticator(db, await importSigningKey(await ensureSecret(db, SECRET_NAME)), now);
  }

  /**
   * Identifies the sender of these credentials. The first one present counts: x-api-key, authorization, api_key,
   * jwt_token.
   * @throws ApiError 401 when it is missing, unknown, expired or revoked
   */
  async authenticate(input: CredentialInput): Promise<Caller> {
    const { kind, value, place } = presentedCredential(input);
    if (kind === 'key') {
      const hash = hashKey(value);
      const row = await this.#byHash.get(hash, () => lookUpKey(this.#db, hash));
      if (row === undefined) throw refusal('api_key_unknown', { values: { place } });
      if (row.revoked_at !== null) throw refusal('api_key_revoked', { values: { place }, keyId: row.id });
      if (this.#hasExpired(row)) throw refusal('api_key_expired', { values: { place }, keyId: row.id });
      this.#touch(row);
      const identity = { ownerId: row.owner_id, keyId: row.id, expiresAtMs: expiryMsOf(row) };
      return { ...identity, scopes: scopesOf(row), credential: 'key' };
    }
    const claims = await verifyToken(this.#signingKey, value, this.#now());
    const row = await this.#byId.get(claims.keyId, () => findApiKeyById(this.#db, claims.keyId));
    if (row === undefined || row.revoked_at !== null || row.owner_id !== claims.ownerId) {
      throw refusal('jwt_key_revoked', { keyId: claims.keyId });
    }
    // It expires no later than its key.
    if (this.#hasExpired(row)) throw refusal('jwt_expired', { keyId: row.id });
    this.#touch(row);
    const ofKey = scopesOf(row);
    return {
      ownerId: row.owner_id,
      keyId: row.id,
      expiresAtMs: claims.expiresAtMs,
      scopes: claims.scopes.filter((scope) => ofKey.includes(scope)),
      credential: 'jwt',
    };
  }

  /**
   * Identifies the sender of these credentials, for a purpose that needs a scope.
   * @throws ApiError 401, or 403 when the credential is valid but lacks the scope
   */
  async authorize(input: CredentialInput, scope: Scope): Promise<Caller> {
    const caller = await this.authenticate(input);
    requireScope(caller, scope);
    return caller;
  }

  /** Whether an earlier authenticated caller is still valid: nothing has expired, and the key is not revoked. */
  async isStillValid({ keyId, ownerId, expiresAtMs }: Identity): Promise<boolean> {
    if (expiresAtMs !== null && expiresAtMs <= this.#now()) return false;
    const row = await this.#byId.get(keyId, () => findApiKeyById(this.#db, keyId));
    if (row === undefined || row.revoked_at !== null || row.owner_id !== ownerId) return false;
    return !this.#hasExpired(row);
  }

  /**
   * Whether a caller may change what all owners share, or create keys. A JWT may not, even if its key may: a key
   * created with it would outlive it.
   */
  async isAdmin({ keyId, credential }: Caller): Promise<boolean> {
    if (credential === 'jwt') return false;
    return (await this.#byId.get(keyId, () => findApiKeyById(this.#db, keyId)))?.is_admin === 1;
  }

  /**
   * Issues a JWT for the caller. It expires no later than the caller's own credential and has no further scopes.
   * Otherwise a leaked token could be renewed or widened without limit.
   * @param lifetimeSeconds 1 to 86400
   * @param asked its scopes; null for all scopes of the caller
   * @throws ApiError 403 when the caller lacks one of the requested scopes
   */
  async issueToken(
    caller: Caller,
    lifetimeSeconds: number,
    asked: readonly Scope[] | null = null,
  ): Promise<string> {
    const now = this.#now();
    const wanted = now + lifetimeSeconds * 1000;
    const expiresAtMs = Math.min(wanted, caller.expiresAtMs ?? wanted);
    const scopes = asked ?? caller.scopes;
    for (const scope of scopes) requireScope(caller, scope);
    return signToken(
      this.#signingKey,
      { ownerId: caller.ownerId, keyId: caller.keyId, expiresAtMs, scopes },
      now,
    );
  }

  /** Waits for pending writes. Call it before closing the database. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#touches);
  }

  #hasExpired(row: ApiKeyRow): boolean {
    const expiresAtMs = expiryMsOf(row);
    return expiresAtMs !== null && expiresAtMs <= this.#now();
  }

  #touch(row: ApiKeyRow): void {
    const now = this.#now();
    const last =
      this.#touchedAtMs.get(row.id) ?? (row.last_used_at === null ? 0 : Date.parse(row.last_used_at));
    if (now - last < TOUCH_EVERY_MS) return;
    this.#touchedAtMs.set(row.id, now);
    const touch = touchApiKey(this.#db, row.id, new Date(now))
      // Not a reason to reject a request. It is tried again a minute later.
      .catch(() => undefined)
      .finally(() => this.#touches.delete(touch));
    this.#touches.add(touch);
  }
}
