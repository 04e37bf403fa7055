import { type ApiKeyRow, listApiKeys } from '../storage/api-keys.ts';
import type { Database } from '../storage/database.ts';
import type { Audit } from './audit.ts';

const LOOK_EVERY_MS = 10_000;

/** Notices keys that were created or revoked, by whatever process: commands change them while the server runs. */
export class KeyWatch {
  readonly #db: Database;
  readonly #audit: Pick<Audit, 'keyChanged'>;
  #known: ReadonlyMap<string, ApiKeyRow>;
  readonly #timer: NodeJS.Timeout;

  private constructor(db: Database, audit: Pick<Audit, 'keyChanged'>, keys: readonly ApiKeyRow[]) {
    this.#db = db;
    this.#audit = audit;
    this.#known = byId(keys);
    // While the database does not answer there is nothing to say.
    this.#timer = setInterval(() => void this.look().catch(() => undefined), LOOK_EVERY_MS).unref();
  }

  /** What is there now is not reported. */
  static async start(db: Database, audit: Pick<Audit, 'keyChanged'>): Promise<KeyWatch> {
    return new KeyWatch(db, audit, await listApiKeys(db));
  }

  /** Reports what has changed since the last look. */
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
