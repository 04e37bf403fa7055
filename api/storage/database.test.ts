import { execFile } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { temporaryDatabase, temporaryFolder } from '../test-kit.ts';
import { openDatabase, StorageError } from './database.ts';
import { ensureSecret } from './secrets.ts';

test('a database keeps what was written when it is opened again', async () => {
  const folder = temporaryFolder();
  const first = await openDatabase(folder);
  const secret = await ensureSecret(first, 'jwt');
  await first.destroy();
  const second = await openDatabase(folder);
  expect(await ensureSecret(second, 'jwt')).toEqual(secret);
  await second.destroy();
});

test('secrets are 32 bytes and differ by name', async () => {
  const db = await temporaryDatabase();
  const secret = await ensureSecret(db, 'one');
  expect(secret).toHaveLength(32);
  expect(await ensureSecret(db, 'two')).not.toEqual(secret);
});

test('folder and file are closed to other users', async () => {
  const folder = join(temporaryFolder(), 'deep', 'data');
  const db = await openDatabase(folder);
  await ensureSecret(db, 'jwt');
  expect(statSync(folder).mode & 0o077).toBe(0);
  for (const name of ['parley.sqlite', 'parley.sqlite-wal']) {
    expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0);
  }
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

test('a folder that cannot be used is named in the error', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a-file');
  writeFileSync(path, '');
  await expect(openDatabase(path)).rejects.toThrow(StorageError);
  await expect(openDatabase(path)).rejects.toThrow(path);
});

test('a damaged file is an error that names the folder', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'parley.sqlite'),
    'this is no database, and long enough to be noticed as such '.repeat(40),
  );
  await expect(openDatabase(folder)).rejects.toThrow(folder);
});

test('a database of a later version is refused, not damaged', async () => {
  const folder = temporaryFolder();
  const db = await openDatabase(folder);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2030-01-01')`.execute(
    db,
  );
  await db.destroy();
  await expect(openDatabase(folder)).rejects.toThrow('another version of the server');
});

test('processes that start on an empty folder together agree on tables, secret and first key', async () => {
  const folder = temporaryFolder();
  const script = `
    const { openDatabase } = await import(${JSON.stringify(join(import.meta.dirname, 'database.ts'))});
    const { ensureSecret } = await import(${JSON.stringify(join(import.meta.dirname, 'secrets.ts'))});
    const { firstRun } = await import(${JSON.stringify(join(import.meta.dirname, '..', 'first-run.ts'))});
    const db = await openDatabase(${JSON.stringify(folder)});
    const { ownerId, newKey } = await firstRun(db, null);
    const secret = Buffer.from(await ensureSecret(db, 'jwt')).toString('hex');
    console.log(JSON.stringify({ ownerId, newKey, secret }));
    await db.destroy();`;
  const start = () =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
  const answers = (await Promise.all([start(), start(), start()])).map(({ stdout }) => JSON.parse(stdout));
  expect(new Set(answers.map(({ secret }) => secret)).size).toBe(1);
  expect(new Set(answers.map(({ ownerId }) => ownerId)).size).toBe(1);
  expect(answers.filter(({ newKey }) => newKey !== null)).toHaveLength(1);
});
