import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Database } from '../storage/database.ts';
import { ensureSecret } from '../storage/secrets.ts';

const ALGORITHM = 'aes-256-gcm';
/** NIST SP 800-38D section 8.2.2: 96 random bits are safe for 2^32 messages under one key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SECRET_NAME = 'sealing';
const VERSION = 'v1';

/** The ciphertext cannot be decrypted: it was changed, moved to another row, or encrypted with another secret. */
export class UnsealError extends Error {
  constructor(cause?: unknown) {
    super('A sealed value cannot be opened; it was changed, or the secret it was sealed with is gone', {
      cause,
    });
    this.name = 'UnsealError';
  }
}

/**
 * Keeps other people's keys unreadable in lists, logs and single database rows: AES-256-GCM (NIST SP 800-38D) with a
 * secret from the same database. Anyone with the whole database can decrypt them.
 */
export class SecretEncryption {
  readonly #db: Database;
  #secret: Promise<Uint8Array> | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * @param context what the text belongs to, such as the id of its row; it can only be decrypted with the same context
   */
  async seal(text: string, context: string): Promise<string> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, await this.#key(), nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(context));
    const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return `${VERSION}.${Buffer.concat(parts).toString('base64url')}`;
  }

  /** @throws UnsealError */
  async open(sealed: string, context: string): Promise<string> {
    const key = await this.#key();
    const [version, text = ''] = sealed.split('.');
    const bytes = Buffer.from(text, 'base64url');
    if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) throw new UnsealError();
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([opened, decipher.final()]).toString('utf8');
    } catch (error) {
      throw new UnsealError(error);
    }
  }

  #key(): Promise<Uint8Array> {
    this.#secret ??= ensureSecret(this.#db, SECRET_NAME).catch((error: unknown) => {
      this.#secret = null;
      throw error;
    });
    return this.#secret;
  }
}
