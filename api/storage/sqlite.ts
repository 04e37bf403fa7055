import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { type Dialect, SqliteDialect } from 'kysely';
import { messageOf, StorageError } from './faults.ts';

const FILE_NAME = 'parley.sqlite';
/** A replaced reference may pass some megabytes through the log; on the disk it shrinks back to this. */
const LOG_SIZE_BYTES = 16 * 1024 * 1024;

/** The database file of a folder; SQLite keeps others beside it. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, FILE_NAME);
}

/**
 * Opens (and at the first start creates) the SQLite database in a folder. Folder and file are made readable by their
 * owner only, for the file holds the signing secret.
 * @throws StorageError
 */
export function sqliteDialect(dataDir: string): Dialect {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const path = sqliteFile(dataDir);
    // SQLite gives its -wal and -shm files the mode of the main file.
    closeSync(openSync(path, 'a', 0o600));
    const database = new SqliteDatabase(path);
    database.pragma('journal_mode = WAL');
    database.pragma(`journal_size_limit = ${LOG_SIZE_BYTES}`);
    // A key that was handed out must survive a power cut; writes are rare enough for a sync each.
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    // Somebody's deleted voice shall not linger in unused pages of the file.
    database.pragma('secure_delete = ON');
    return new SqliteDialect({ database });
  } catch (error) {
    throw new StorageError(
      `The database in ${dataDir} (DATA_DIR) cannot be opened: ${messageOf(error)}`,
      error,
    );
  }
}
