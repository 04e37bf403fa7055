import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, Migrator, sql } from 'kysely';
import type { Settings } from '../settings/settings.ts';
import { messageOf, StorageError } from './faults.ts';
import { MIGRATIONS } from './migrations.ts';
import { placeOf, postgresDialect } from './postgres.ts';
import type { Schema } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';

export { StorageError };

export type Database = Kysely<Schema>;

/** The place of the data: PostgreSQL if there is a URL, otherwise an SQLite file in the folder. */
export type DatabasePlace = Pick<Settings, 'dataDir' | 'databaseUrl'>;

/** Another process may be migrating the same file. Its short transaction ends long before the last attempt. */
const MIGRATION_ATTEMPTS = 10;
const MIGRATION_RETRY_MS = 100;

/**
 * Opens the database and brings its tables up to date. Processes that do so concurrently wait for each other. Close it
 * with `destroy()`.
 * @throws StorageError that names the setting to check, and never a password
 */
export async function openDatabase({ dataDir, databaseUrl }: DatabasePlace): Promise<Database> {
  const place = databaseUrl === null ? `The database in ${dataDir} (DATA_DIR)` : placeOf(databaseUrl);
  const dialect = databaseUrl === null ? sqliteDialect(dataDir) : postgresDialect(databaseUrl);
  const db: Database = new Kysely<Schema>({ dialect });
  let failure = 'cannot be reached';
  try {
    await sql`select 1`.execute(db);
    failure = 'cannot be brought up to date';
    await migrate(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw new StorageError(`${place} ${failure}: ${messageOf(error)}`, error);
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
