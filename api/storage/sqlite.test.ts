import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { temporaryDatabase, temporaryFolder } from '../testing.ts';
import { openDatabase, StorageError } from './database.ts';
import { ensureDefaultOwner } from './owners.ts';
import { ensureSecret } from './secrets.ts';
import { rightsWarnings } from './sqlite.ts';
import { deleteVoice, insertVoice } from './voices.ts';

const open = (dataDir: string) => openDatabase({ dataDir, databaseUrl: null });

test('new folder and file are not accessible to other users', async () => {
  const folder = join(temporaryFolder(), 'deep', 'data');
  const db = await open(folder);
  await ensureSecret(db, 'jwt');
  expect(statSync(folder).mode & 0o077).toBe(0);
  for (const name of ['parley.sqlite', 'parley.sqlite-wal']) {
    expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0);
  }
  await db.destroy();
});

test('an existing folder and existing files are made inaccessible to other users', async () => {
  const folder = join(temporaryFolder(), 'data');
  await (await open(folder)).destroy();
  const file = join(folder, 'parley.sqlite');
  for (const beside of ['-wal', '-shm']) writeFileSync(file + beside, '');
  chmodSync(folder, 0o755);
  for (const path of [file, `${file}-wal`, `${file}-shm`]) chmodSync(path, 0o664);
  const db = await open(folder);
  expect(rightsWarnings(folder)).toEqual([]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await db.destroy();
});

test('a folder that everybody shares is not changed, with a warning; the file in it is made inaccessible', async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o1777);
  const db = await open(folder);
  expect(statSync(folder).mode & 0o7777).toBe(0o1777);
  expect(statSync(join(folder, 'parley.sqlite')).mode & 0o777).toBe(0o600);
  expect(rightsWarnings(folder)).toEqual([expect.stringContaining(folder)]);
  await db.destroy();
});

test('durability settings are in force', async () => {
  const db = await temporaryDatabase();
  const read = async (name: string) =>
    (await sql.raw<Record<string, unknown>>(`PRAGMA ${name}`).execute(db)).rows[0];
  expect(await read('journal_mode')).toEqual({ journal_mode: 'wal' });
  expect(await read('synchronous')).toEqual({ synchronous: 2 });
  expect(await read('foreign_keys')).toEqual({ foreign_keys: 1 });
});

test('an unusable folder is named in the error', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a-file');
  writeFileSync(path, '');
  await expect(open(path)).rejects.toThrow(StorageError);
  await expect(open(path)).rejects.toThrow(path);
});

test('a damaged file is an error that names the folder', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'parley.sqlite'),
    'this is no database, and long enough to be noticed as such '.repeat(40),
  );
  await expect(open(folder)).rejects.toThrow(folder);
});

test('nothing of a deleted voice is left in the files', async () => {
  const folder = temporaryFolder();
  const db = await open(folder);
  const { ownerId } = await ensureDefaultOwner(db);
  const said = 'what-was-said-in-the-sample';
  const learned = 'what-was-learned-of-the-speaker ';
  const voice = await insertVoice(
    db,
    { ownerId, name: 'a', langCode: 'en', tags: [] },
    {
      lang: 'en',
      transcript: said,
      markers: { slow: [], normal: [], fast: [] },
      codes: Buffer.from(learned.repeat(5000)),
      report: {},
    },
  );
  const occurs = (text: string) =>
    readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(text));
  expect([occurs(said), occurs(learned)]).toEqual([true, true]);
  await deleteVoice(db, ownerId, voice.id);
  await db.destroy();
  expect([occurs(said), occurs(learned)]).toEqual([false, false]);
});
