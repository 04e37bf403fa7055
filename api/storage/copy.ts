import type { Kysely } from 'kysely';
import type { Database } from './database.ts';
import { StorageError } from './faults.ts';
import type { Schema } from './schema.ts';

/** How to walk through a table: by its primary key, so many rows at a time. */
interface Walk {
  readonly key: readonly string[];
  readonly rows: number;
}

/** Every table, those that others refer to first. */
const WALKS: Readonly<Record<keyof Schema, Walk>> = {
  owners: { key: ['id'], rows: 200 },
  api_keys: { key: ['id'], rows: 200 },
  secrets: { key: ['name'], rows: 200 },
  usage: { key: ['key_id', 'day'], rows: 200 },
  candidate_sets: { key: ['id'], rows: 200 },
  voices: { key: ['id'], rows: 200 },
  // Megabytes each.
  voice_references: { key: ['id'], rows: 1 },
  agents: { key: ['id'], rows: 200 },
  agent_sessions: { key: ['id'], rows: 200 },
  restore_jobs: { key: ['id'], rows: 200 },
  // Half a megabyte each.
  restore_files: { key: ['file', 'part'], rows: 4 },
  pronunciation_books: { key: ['owner_id'], rows: 200 },
  pronunciations: { key: ['owner_id', 'lang_code', 'word_key'], rows: 200 },
};

/** The columns do not matter for copying. */
type AnyTables = Kysely<Record<string, Record<string, unknown>>>;

/**
 * Copies everything from one database into another one that is empty: all of it or nothing. Nobody should write to the
 * first meanwhile.
 * @returns how many rows of each table
 * @throws StorageError when there is something in the second one already
 */
export async function copyDatabase(from: Database, to: Database): Promise<Record<keyof Schema, number>> {
  const tables = Object.keys(WALKS) as (keyof Schema)[];
  const counts = Object.fromEntries(tables.map((table) => [table, 0])) as Record<keyof Schema, number>;
  await to.transaction().execute(async (transaction) => {
    const source = from as unknown as AnyTables;
    const target = transaction as unknown as AnyTables;
    for (const table of tables) {
      const walk = WALKS[table];
      if (await target.selectFrom(table).selectAll().limit(1).executeTakeFirst()) {
        throw new StorageError(`The database to copy to is not empty (table ${table})`);
      }
      for (;;) {
        let query = source.selectFrom(table).selectAll().limit(walk.rows).offset(counts[table]);
        for (const column of walk.key) query = query.orderBy(column);
        const rows = await query.execute();
        if (rows.length === 0) break;
        await target.insertInto(table).values(rows).execute();
        counts[table] += rows.length;
      }
    }
  });
  return counts;
}
