import type { Log } from '../observability/log.ts';
import type { Database } from '../storage/database.ts';
import { listSealed, replaceSealed, SEALED_TABLES } from '../storage/sealed.ts';
import { type SecretEncryption, UnsealError } from './secret-encryption.ts';

/**
 * Encrypts everything that an earlier key encrypted with the current key, so that the earlier key is no longer needed.
 * A ciphertext that cannot be decrypted is kept, with a warning.
 * @returns the number of ciphertexts that were encrypted again
 */
export async function reencrypt(db: Database, sealer: SecretEncryption, log: Log): Promise<number> {
  let changed = 0;
  let unreadable = 0;
  for (const table of SEALED_TABLES) {
    for (const { id, sealed } of await listSealed(db, table)) {
      if (!(await sealer.isOutdated(sealed))) continue;
      try {
        const again = await sealer.seal(await sealer.open(sealed, id), id);
        if (await replaceSealed(db, table, { id, sealed, again })) changed++;
      } catch (error) {
        if (!(error instanceof UnsealError)) throw error;
        unreadable++;
      }
    }
  }
  if (changed > 0) log.info({ changed }, 'stored keys were encrypted with the current ENCRYPTION_KEY');
  if (unreadable > 0) {
    log.warn({ unreadable }, 'stored keys cannot be read: their key is missing in ENCRYPTION_KEYS_PREVIOUS');
  }
  return changed;
}
