/**
 * Kills writers of keys, agents, usage, pronunciations, sessions, links and restore jobs with their files, at random
 * moments: the database opens, nothing announced is lost, and no record is incomplete. Voices are in
 * `durability.test.ts`, sets of candidates in `test/voices/assisted-killed.test.ts`.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertApiKey } from '../../api/storage/api-keys.ts';
import { type Database, type DatabasePlace, openDatabase } from '../../api/storage/database.ts';
import { ensureDefaultOwner } from '../../api/storage/owners.ts';
import { eachDatabase } from '../kit/databases.ts';
import { times } from '../kit/long-form.ts';
import { compile } from '../kit/processes/compile.ts';
import { writeUntilKilled } from '../kit/processes/killed-writer.ts';
import { RECORD_KINDS, type RecordOwner } from '../kit/record-kinds.ts';
import { restoreRecords } from '../kit/restore-records.ts';

const ROUNDS = { SQLite: times(6, 300), PostgreSQL: times(3, 150) } as const;
const TIMEOUT_MS = times(120_000, 3_600_000);
/** Enough time for about one write of each kind. */
const LONGEST_LIFE_MS = 120;

let writer: Awaited<ReturnType<typeof compile>>;
beforeAll(async () => {
  writer = await compile('test/kit/processes/record-writer.ts');
});
afterAll(() => writer?.remove());

/** Announcements of writers, by name. */
class Announcements {
  readonly #said = new Map<string, string[]>();

  add(text: string): void {
    // The last line may be truncated.
    for (const [, what = '', value = ''] of text.matchAll(/^([^:\n]+): (.*)\n/gm)) {
      this.#said.set(what, [...this.of(what), value]);
    }
  }

  readonly of = (what: string): readonly string[] => this.#said.get(what) ?? [];
}

async function makeOwner(db: Database): Promise<RecordOwner> {
  const { ownerId } = await ensureDefaultOwner(db);
  const key = { owner_id: ownerId, name: 'writers', hash: 'hash', prefix: 'pk_' };
  const rights = { origin: 'created', is_admin: 0, scopes: null, expires_at: null } as const;
  return { ownerId, keyId: (await insertApiKey(db, { ...key, ...rights })).id };
}

async function withDatabase<T>(place: DatabasePlace, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(place);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

eachDatabase((databases) => {
  const rounds = ROUNDS[databases.kind];
  test(`${rounds} writers of every kind of record, killed`, { timeout: TIMEOUT_MS }, async () => {
    const place = await databases.place();
    const owner = await withDatabase(place, makeOwner);
    const all = new Announcements();
    for (let kills = 1; kills <= rounds; kills++) {
      const args = [JSON.stringify(place), JSON.stringify(owner), String(1000 * kills + kills)];
      const text = await writeUntilKilled(writer.path, args, LONGEST_LIFE_MS);
      const last = new Announcements();
      last.add(text);
      all.add(text);
      await withDatabase(place, async (db) => {
        if (databases.kind === 'SQLite') {
          expect((await sql`PRAGMA integrity_check`.execute(db)).rows).toEqual([{ integrity_check: 'ok' }]);
          expect((await sql`PRAGMA foreign_key_check`.execute(db)).rows).toEqual([]);
        }
        for (const kind of [...RECORD_KINDS, restoreRecords]) {
          await kind.check({ db, owner, said: all.of, saidLast: last.of, kills });
        }
      });
    }
    // Every kind was stored.
    const stored = (what: string) => all.of(what).length > 0;
    if (rounds > 100)
      expect(['agent', 'key', 'usage', 'link', 'finished job'].filter(stored)).toHaveLength(5);
    expect(['agent', 'key', 'usage', 'queued job'].some(stored)).toBe(true);
  });
});
