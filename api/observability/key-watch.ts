import { type ApiKeyRow, listApiKeys } from '../storage/api-keys.ts';
import type { Database } from '../storage/database.ts';
import type { Audit } from './audit.ts';

const LOOK_EVERY_MS = 10_000;

/** Detects keys that any process created or revoked, because commands change them while the server runs. */
export class KeyWatch {
  readonly #db: Database;
  readonly #audit: Pick<Audit, 'keyChanged'>;
  #known: ReadonlyMap<string, ApiKeyRow>;
  readonly #timer: NodeJS.Timeout;

  private constructor(db: Database, audit: Pick<Audit, 'keyChanged'>, keys: readonly ApiKeyRow[]) {
    this.#db = db;
    this.#audit = audit;
    this.#known = byId(keys);
    // A check is skipped while the database does not answer.
    this.#timer = setInterval(() => void this.look().catch(() => undefined), LOOK_EVERY_MS).unref();
  }

  /** Keys that exist now are not reported. */
  static async start(db: Database, audit: Pick<Audit, 'keyChanged'>): Promise<KeyWatch> {
    return new KeyWatch(db, audit, await listApiKeys(db));
  }

  /** Reports changes since the last check. */
  async look(): Promise<void> {
    const keys = await listApiKeys(this.#db);
    const before = this.#known;
    this.#known = byId(keys);
    for (const { id: keyId, owner_id: ownerId, revoked_at: revokedAt } of keys) {
      const known = before.get(keyId);
      if (known === undefined) this.#audit.keyChanged('key_created', { ownerId, keyId });
      if (revokedAt !== null && (known?.revoked_at ?? null) === null) {
        this.#audit.keyChanged('key_revoked', { ownerId, keyId });
      }
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

const byId = (keys: readonly ApiKeyRow[]) => new Map(keys.map((key) => [key.id, key]));
