/** Kills voice writers at random moments: everything found afterwards is complete, and nothing announced is lost. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, type DatabasePlace, openDatabase } from '../../api/storage/database.ts';
import { ensureDefaultOwner } from '../../api/storage/owners.ts';
import { deleteVoice, listVoices, readReference } from '../../api/storage/voices.ts';
import { onPostgres } from '../kit/databases.ts';
import { times } from '../kit/long-form.ts';
import { compile } from '../kit/processes/compile.ts';
import { writeUntilKilled } from '../kit/processes/killed-writer.ts';
import { LASTING, versionOf } from '../kit/processes/voice-writer.ts';

const TIMEOUT_MS = times(120_000, 3_600_000);
/** Each with a database of its own. */
const WRITERS = { SQLite: 3, PostgreSQL: 2 };
const ROUNDS = { SQLite: times(6, 80), PostgreSQL: times(3, 30), crashes: times(2, 20) };
/** Many transactions long, so that each stage of one is hit. */
const LONGEST_LIFE_MS = 60;

let writer: Awaited<ReturnType<typeof compile>>;
beforeAll(async () => {
  writer = await compile('test/kit/processes/voice-writer.ts');
});
afterAll(() => writer?.remove());

/**
 * A writer's database, and the versions that it announced: the newest one of each lasting voice that is certainly
 * stored.
 */
interface Library {
  readonly place: DatabasePlace;
  readonly ownerId: string;
  readonly promised: Map<string, number>;
}

async function makeLibrary(place: DatabasePlace): Promise<Library> {
  const { ownerId } = await withDatabase(place, ensureDefaultOwner);
  return { place, ownerId, promised: new Map() };
}

/**
 * Lets a writer run until it has stored something and then for a random time more.
 * @param kill ends the writer, directly or by removing its database
 */
async function writeAndKill(
  { place, ownerId, promised }: Library,
  kill?: (writer: ChildProcess) => unknown,
): Promise<void> {
  const firstVersion = Math.max(0, ...promised.values()) + 100;
  const args = [JSON.stringify(place), ownerId, String(firstVersion)];
  const said = await writeUntilKilled(writer.path, args, LONGEST_LIFE_MS, kill);
  for (const [, name = '', version] of said.matchAll(/^(.+)=(\d+)\n/gm)) promised.set(name, Number(version));
}

/** @throws Error when a stored voice is incomplete, or older than announced */
async function check({ place, ownerId, promised }: Library): Promise<void> {
  await withDatabase(place, async (db) => {
    if (place.databaseUrl === null) {
      expect((await sql`PRAGMA integrity_check`.execute(db)).rows).toEqual([{ integrity_check: 'ok' }]);
      expect((await sql`PRAGMA foreign_key_check`.execute(db)).rows).toEqual([]);
    }
    const voices = await listVoices(db, ownerId);
    expect(voices.map(({ name }) => name)).toEqual(expect.arrayContaining([...promised.keys()]));
    for (const { id, name, referenceId, tags } of voices) {
      const reference = await readReference(db, referenceId);
      if (reference === undefined) throw new Error(`${name} has no reference`);
      const version = versionOf(reference);
      expect(tags, name).toEqual([String(version)]);
      if (name.startsWith(LASTING)) expect(version).toBeGreaterThanOrEqual(promised.get(name) ?? 0);
      else await deleteVoice(db, ownerId, id);
    }
    const kept = await db.selectFrom('voice_references').select('voice_id').execute();
    expect(kept.length).toBe((await listVoices(db, ownerId)).length);
    const all = await db.selectFrom('voices').select('id').execute();
    expect(kept.map((row) => row.voice_id).sort()).toEqual(all.map((row) => row.id).sort());
  });
}

async function withDatabase<T>(place: DatabasePlace, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(place);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

async function rounds(count: number, place: DatabasePlace): Promise<void> {
  const library = await makeLibrary(place);
  for (let round = 0; round < count; round++) {
    await writeAndKill(library);
    await check(library);
  }
  expect(library.promised.size).toBeGreaterThan(0);
}

const killed = (kind: keyof typeof WRITERS): string =>
  `${WRITERS[kind] * ROUNDS[kind]} writers of voices, killed in the middle of their work`;

test(`SQLite: ${killed('SQLite')}`, { timeout: TIMEOUT_MS }, async () => {
  const folders = Array.from({ length: WRITERS.SQLite }, () => mkdtempSync(join(tmpdir(), 'parley-test-')));
  try {
    await Promise.all(folders.map((dataDir) => rounds(ROUNDS.SQLite, { dataDir, databaseUrl: null })));
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
});

onPostgres((server) => {
  const place = async (): Promise<DatabasePlace> => ({
    dataDir: tmpdir(),
    databaseUrl: await server().createDatabase(),
  });

  test(killed('PostgreSQL'), { timeout: TIMEOUT_MS }, async () => {
    const places = await Promise.all(Array.from({ length: WRITERS.PostgreSQL }, place));
    await Promise.all(places.map((place) => rounds(ROUNDS.PostgreSQL, place)));
  });

  test('the server itself crashes in the middle of a write', { timeout: TIMEOUT_MS }, async () => {
    const library = await makeLibrary(await place());
    for (let round = 0; round < ROUNDS.crashes; round++) {
      await writeAndKill(library, async (child) => {
        await server().crash();
        child.kill('SIGKILL');
      });
      await server().restart();
      await check(library);
    }
    expect(library.promised.size).toBeGreaterThan(0);
  });
});
