import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { Settings } from '../settings/settings.ts';
import type { Database } from '../storage/database.ts';
import { ensureSecret } from '../storage/secrets.ts';

const ALGORITHM = 'aes-256-gcm';
/** NIST SP 800-38D section 8.2.2: 96 random bits are safe for 2^32 messages under one key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** How much longer ciphertexts of `encryptBytes` are. */
export const SEALED_EXTRA_BYTES = NONCE_BYTES + TAG_BYTES;
const SECRET_NAME = 'sealing';
/**
 * Prefix of ciphertexts whose key is the secret in the database. With a key from the settings, the prefix names that
 * key.
 */
const STORED_SECRET = 'v1';
const SETTING = 'v2';
/** Characters of a derived key's SHA-256 that name it. Enough to tell a few keys apart. */
const KEY_NAME_CHARS = 12;

export type EncryptionSettings = Pick<Settings, 'encryptionKey' | 'encryptionKeysPrevious'>;

/** The ciphertext cannot be decrypted: it was changed, moved to another row, or encrypted with another secret. */
export class UnsealError extends Error {
  constructor(cause?: unknown) {
    super('A sealed value cannot be opened; it was changed, or the secret it was sealed with is gone', {
      cause,
    });
    this.name = 'UnsealError';
  }
}

interface Key {
  /** Prefix of the ciphertexts of this key. */
  readonly prefix: string;
  readonly bytes: Uint8Array;
}

/**
 * Encrypts the secrets of owners, so that lists, logs, database rows and backups do not reveal them: AES-256-GCM (NIST
 * SP 800-38D). The key comes from the settings, or else from a secret in the same database, which anyone with the whole
 * database can read.
 */
export class SecretEncryption {
  readonly #db: Database;
  readonly #current: Key | null;
  readonly #ofSettings: readonly Key[];
  #stored: Promise<Key> | null = null;

  constructor(
    db: Database,
    { encryptionKey, encryptionKeysPrevious }: EncryptionSettings = {
      encryptionKey: null,
      encryptionKeysPrevious: [],
    },
  ) {
    this.#db = db;
    this.#current = encryptionKey === null ? null : keyOf(encryptionKey);
    this.#ofSettings = [...(this.#current ? [this.#current] : []), ...encryptionKeysPrevious.map(keyOf)];
  }

  /** @param context the owner of the text, such as the id of its row; decryption needs the same context */
  async seal(text: string, context: string): Promise<string> {
    const { prefix, bytes } = await this.#sealing();
    return `${prefix}.${encrypt(text, bytes, context)}`;
  }

  /** @throws UnsealError */
  async open(sealed: string, context: string): Promise<string> {
    const end = sealed.lastIndexOf('.');
    const key = await this.#opening(sealed.slice(0, Math.max(0, end)));
    if (key === undefined) throw new UnsealError();
    return decrypt(sealed.slice(end + 1), key.bytes, context);
  }

  /** Whether a ciphertext belongs to an earlier key. */
  async isOutdated(sealed: string): Promise<boolean> {
    return !sealed.startsWith(`${(await this.#sealing()).prefix}.`);
  }

  async #sealing(): Promise<Key> {
    return this.#current ?? this.#storedKey();
  }

  async #opening(prefix: string): Promise<Key | undefined> {
    if (prefix === STORED_SECRET) return this.#storedKey();
    return this.#ofSettings.find((key) => key.prefix === prefix);
  }

  #storedKey(): Promise<Key> {
    this.#stored ??= ensureSecret(this.#db, SECRET_NAME)
      .then((bytes) => ({ prefix: STORED_SECRET, bytes }))
      .catch((error: unknown) => {
        this.#stored = null;
        throw error;
      });
    return this.#stored;
  }
}

/** Generates a key for `encrypt`. */
export const newKey = (): Uint8Array => randomBytes(KEY_BYTES);

/**
 * @param key 256 bits
 * @param context decryption needs the same one
 * @returns nonce, ciphertext and tag in base64url
 */
export function encrypt(text: string, key: Uint8Array, context: string): string {
  return encryptBytes(Buffer.from(text), key, context).toString('base64url');
}

/** @returns nonce, ciphertext and tag */
export function encryptBytes(bytes: Uint8Array, key: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** @throws UnsealError */
export function decrypt(encrypted: string, key: Uint8Array, context: string): string {
  return decryptBytes(Buffer.from(encrypted, 'base64url'), key, context).toString('utf8');
}

/** @throws UnsealError */
export function decryptBytes(bytes: Uint8Array, key: Uint8Array, context: string): Buffer {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new UnsealError();
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([opened, decipher.final()]);
  } catch (error) {
    throw new UnsealError(error);
  }
}

/** Derives the key from a setting (HKDF, RFC 5869). */
function keyOf(setting: string): Key {
  const bytes = new Uint8Array(hkdfSync('sha256', setting, '', 'parley sealing', KEY_BYTES));
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, KEY_NAME_CHARS);
  return { prefix: `${SETTING}.${name}`, bytes };
}
