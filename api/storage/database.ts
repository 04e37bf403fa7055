import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import { MIGRATIONS } from './migrations.ts';
import type { Schema } from './schema.ts';

export type Database = Kysely<Schema>;

const FILE_NAME = 'parley.sqlite';
/** Another process may be migrating the same file; its short transaction is over long before the last attempt. */
const MIGRATION_ATTEMPTS = 10;
const MIGRATION_RETRY_MS = 100;

/** Thrown when the database cannot be opened or brought up to date; the message says which folder and why. */
export class StorageError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StorageError';
  }
}

/**
 * Opens (and at the first start creates) the SQLite database in a folder and brings its tables up to date.
 * The folder and the file are made readable by their owner only, for the file holds the signing secret.
 * Close it with `destroy()`.
 * @throws StorageError
 */
export async function openDatabase(dataDir: string): Promise<Database> {
  const sqlite = openSqlite(dataDir);
  const db: Database = new Kysely<Schema>({ dialect: new SqliteDialect({ database: sqlite }) });
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw new StorageError(
      `The database in ${dataDir} cannot be brought up to date: ${messageOf(error)}`,
      error,
    );
  }
}

function openSqlite(dataDir: string): SqliteDatabase.Database {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const path = join(dataDir, FILE_NAME);
    // SQLite gives its -wal and -shm files the mode of the main file.
    closeSync(openSync(path, 'a', 0o600));
    const sqlite = new SqliteDatabase(path);
    sqlite.pragma('journal_mode = WAL');
    // A key that was handed out must survive a power cut; writes are rare enough for a sync each.
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma('foreign_keys = ON');
    return sqlite;
  } catch (error) {
    throw new StorageError(
      `The database in ${dataDir} (DATA_DIR) cannot be opened: ${messageOf(error)}`,
      error,
    );
  }
}

async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } });
  for (let attempt = 1; ; attempt++) {
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    if (messageOf(error).includes('corrupted migrations')) {
      throw new Error('it was written by another version of the server');
    }
    if (attempt === MIGRATION_ATTEMPTS) throw error;
    await sleep(MIGRATION_RETRY_MS);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
