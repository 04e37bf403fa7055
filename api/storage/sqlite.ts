import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { type Dialect, SqliteDialect } from 'kysely';
import { messageOf, StorageError } from './faults.ts';

const FILE_NAME = 'parley.sqlite';
/** Replacing a reference may write several megabytes to the log; its file is truncated to this size afterwards. */
const LOG_SIZE_BYTES = 16 * 1024 * 1024;

/** The database file of a folder; SQLite keeps other files beside it. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, FILE_NAME);
}

/**
 * Opens (and on the first start creates) the SQLite database in a folder. Folder and file are made readable only by
 * their owner, because the file contains the signing secret.
 * @throws StorageError
 */
export function sqliteDialect(dataDir: string): Dialect {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const path = sqliteFile(dataDir);
    // SQLite creates its -wal and -shm files with the mode of the main file.
    closeSync(openSync(path, 'a', 0o600));
    const database = new SqliteDatabase(path);
    database.pragma('journal_mode = WAL');
    database.pragma(`journal_size_limit = ${LOG_SIZE_BYTES}`);
    // A key that was issued must survive a power failure; writes are rare enough to sync each.
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    // A deleted voice must not linger in unused pages of the file.
    database.pragma('secure_delete = ON');
    return new SqliteDialect({ database });
  } catch (error) {
    throw new StorageError(
      `The database in ${dataDir} (DATA_DIR) cannot be opened: ${messageOf(error)}`,
      error,
    );
  }
}
