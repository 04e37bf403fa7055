import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eachDatabase } from '../../test/kit/databases.ts';
import { openDatabase } from './database.ts';
import { ensureSecret } from './secrets.ts';

eachDatabase((databases) => {
  test('a database keeps its data when it is opened again', async () => {
    const place = await databases.place();
    const first = await openDatabase(place);
    const secret = await ensureSecret(first, 'jwt');
    await first.destroy();
    const second = await openDatabase(place);
    expect(await ensureSecret(second, 'jwt')).toEqual(secret);
    await second.destroy();
  });

  test('secrets are 32 bytes and differ by name', async () => {
    const db = await databases.open();
    const secret = await ensureSecret(db, 'one');
    expect(secret).toHaveLength(32);
    expect(await ensureSecret(db, 'two')).not.toEqual(secret);
  });

  test('a database of a later version is refused, not damaged', async () => {
    const place = await databases.place();
    const db = await openDatabase(place);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2030-01-01')`.execute(
      db,
    );
    await db.destroy();
    await expect(openDatabase(place)).rejects.toThrow('another version of the server');
  });

  test('processes that start on an empty database concurrently agree on tables, secret and first key', async () => {
    const place = await databases.emptyPlace();
    const script = `
      const { openDatabase } = await import(${JSON.stringify(join(import.meta.dirname, 'database.ts'))});
      const { ensureSecret } = await import(${JSON.stringify(join(import.meta.dirname, 'secrets.ts'))});
      const { firstRun } = await import(${JSON.stringify(join(import.meta.dirname, '..', 'start', 'first-run.ts'))});
      const db = await openDatabase(${JSON.stringify(place)});
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
});
