import type { Kysely } from 'kysely';
import type { Database } from './database.ts';
import { StorageError } from './faults.ts';
import type { Schema } from './schema.ts';

/** How to iterate over a table: by its primary key, in batches of this many rows. */
interface Walk {
  readonly key: readonly string[];
  readonly rows: number;
}

/** All tables, referenced ones first. */
const WALKS: Readonly<Record<keyof Schema, Walk>> = {
  owners: { key: ['id'], rows: 200 },
  api_keys: { key: ['id'], rows: 200 },
  secrets: { key: ['name'], rows: 200 },
  usage: { key: ['key_id', 'day'], rows: 200 },
  candidate_sets: { key: ['id'], rows: 200 },
  voices: { key: ['id'], rows: 200 },
  // Each row has megabytes.
  voice_references: { key: ['id'], rows: 1 },
  voice_refinements: { key: ['reference_id'], rows: 200 },
  agents: { key: ['id'], rows: 200 },
  agent_versions: { key: ['agent_id', 'version'], rows: 200 },
  agent_figures: { key: ['agent_id', 'day', 'version'], rows: 200 },
  agent_sessions: { key: ['id'], rows: 200 },
  restore_jobs: { key: ['id'], rows: 200 },
  // Each row has half a megabyte.
  restore_files: { key: ['file', 'part'], rows: 4 },
  pronunciation_books: { key: ['owner_id'], rows: 200 },
  pronunciations: { key: ['owner_id', 'lang_code', 'word_key'], rows: 200 },
  used_links: { key: ['id'], rows: 200 },
  conversations: { key: ['id'], rows: 200 },
  conversation_entries: { key: ['conversation_id', 'entry'], rows: 200 },
  // Each row has some ten kilobytes.
  recording_parts: { key: ['conversation_id', 'part'], rows: 50 },
  recording_objects: { key: ['key'], rows: 200 },
  timeline_parts: { key: ['conversation_id', 'part'], rows: 200 },
  event_books: { key: ['owner_id'], rows: 200 },
  events: { key: ['id'], rows: 200 },
  webhooks: { key: ['id'], rows: 200 },
  webhook_deliveries: { key: ['webhook_id', 'event_id'], rows: 200 },
  calls: { key: ['id'], rows: 200 },
  // Each row may have some hundred kilobytes.
  transfers: { key: ['id'], rows: 10 },
};

/** Copying does not depend on the columns. */
type AnyTables = Kysely<Record<string, Record<string, unknown>>>;

/**
 * Copies everything from one database into another, empty one: all or nothing. The first database should not change
 * meanwhile.
 * @returns the number of rows of each table
 * @throws StorageError when the second database is not empty
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
