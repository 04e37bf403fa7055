import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseConnection, type Dialect, type Driver, SqliteDialect, SqliteDriver } from 'kysely';
import { closeToOthers, openToOthers } from './data-folder.ts';
import { messageOf, StorageError } from './faults.ts';
import { connectSqlite, type SqliteConnection } from './sqlite-connection.ts';

const FILE_NAME = 'parley.sqlite';
/** Replacing a reference may write several megabytes to the log. Its file is truncated to this size afterwards. */
const LOG_SIZE_BYTES = 16 * 1024 * 1024;

/** Returns the database file of a folder. SQLite keeps other files beside it. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, FILE_NAME);
}

/** Returns what an operator has to correct about the permissions of an open database, in sentences. */
export function rightsWarnings(dataDir: string): string[] {
  return openToOthers(dataDir, sqliteFile(dataDir)).map(
    (path) =>
      `Other users of this machine have access to ${path} (DATA_DIR), which contains keys and voices, and this ` +
      'process may not or should not change that: use a folder of its own, with mode 700',
  );
}

/**
 * Opens (and on the first start creates) the SQLite database in a folder. Folder and file are made readable only by
 * their owner, even if they existed before, because the file contains the signing secret.
 * @throws StorageError
 */
export function sqliteDialect(dataDir: string): Dialect {
  try {
    const path = sqliteFile(dataDir);
    closeToOthers(dataDir, path);
    // SQLite creates its -wal and -shm files with the mode of the main file.
    closeSync(openSync(path, 'a', 0o600));
    const database = connectSqlite(path);
    database.exec('pragma journal_mode = WAL');
    database.exec(`pragma journal_size_limit = ${LOG_SIZE_BYTES}`);
    // An issued key must survive a power failure. Writes are rare enough to sync each.
    database.exec('pragma synchronous = FULL');
    database.exec('pragma foreign_keys = ON');
    // A deleted voice must not remain in unused pages of the file.
    database.exec('pragma secure_delete = ON');
    return new RolledBackSqlite(database);
  } catch (error) {
    throw new StorageError(
      `The database in ${dataDir} (DATA_DIR) cannot be opened: ${messageOf(error)}`,
      error,
    );
  }
}

/**
 * After some errors, such as a full disk, SQLite has rolled the transaction back by itself
 * (https://sqlite.org/lang_transaction.html). Another rollback would be an error that hides the first one.
 */
class RolledBackSqlite extends SqliteDialect {
  readonly #database: SqliteConnection;

  constructor(database: SqliteConnection) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): Driver {
    const database = this.#database;
    return new (class extends SqliteDriver {
      override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
        if (database.inTransaction) await super.rollbackTransaction(connection);
      }
    })({ database });
  }
}
