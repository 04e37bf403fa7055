import { inspect } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { onPostgres } from '../../test/kit/databases.ts';
import { createKey } from '../credentials/keys.ts';
import { createLog } from '../observability/log.ts';
import { temporaryFolder } from '../testing.ts';
import { type Database, openDatabase, StorageError } from './database.ts';
import { ensureDefaultOwner } from './owners.ts';
import { ensureSecret } from './secrets.ts';
import { addUsage, usageByDay } from './usage.ts';

const PASSWORD = 'not-to-be-seen';

async function open(databaseUrl: string): Promise<Database> {
  const db = await openDatabase({ dataDir: temporaryFolder(), databaseUrl });
  onTestFinished(() => db.destroy());
  return db;
}

/** Returns an error and all of its text that the user or the log gets. */
async function failureOf(work: Promise<unknown>): Promise<{ error: Error; shown: string }> {
  const error = await work.then(
    () => new Error('it worked'),
    (thrown: Error) => thrown,
  );
  const lines: string[] = [];
  createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) }).error({ err: error }, 'failed');
  expect(lines).toHaveLength(1);
  return { error, shown: lines.join() + inspect(error, { depth: 9, showHidden: true }) };
}

describe('an unusable server is reported', () => {
  test.each([
    ['nobody listens', `postgres://me:${PASSWORD}@127.0.0.1:1/parley`, '"parley" at 127.0.0.1:1'],
    ['no such socket', `postgres://me:${PASSWORD}@/parley?host=/no/such/folder`, '/no/such/folder'],
    ['no such host', `postgres://me:${PASSWORD}@nowhere.invalid/parley`, 'nowhere.invalid'],
    ['an unreadable file', `postgres://me:${PASSWORD}@127.0.0.1/parley?sslrootcert=/no/file`, '/no/file'],
    ['no URL', `postgres://me:${PASSWORD}@host:port/parley`, ''],
  ])('%s: the error names the setting and the server, and no password', async (_what, url, where) => {
    const { error, shown } = await failureOf(open(url));
    expect(error).toBeInstanceOf(StorageError);
    expect(error.message).toContain('DATABASE_URL');
    expect(error.message).toContain(where);
    expect(shown).not.toContain(PASSWORD);
  });
});

onPostgres((server) => {
  test('a wrong password and a missing database are reported differently, without the password', async () => {
    const wrong = await failureOf(open(server().url('postgres', PASSWORD)));
    expect(wrong.error).toBeInstanceOf(StorageError);
    expect(wrong.error.message).toMatch(/DATABASE_URL.*password authentication failed/);
    expect(wrong.shown).not.toContain(PASSWORD);
    const missing = await failureOf(open(server().url('missing')));
    expect(missing.error.message).toMatch(/DATABASE_URL.*"missing" does not exist/);
    expect(missing.shown).not.toContain(server().password);
  });

  test('when idle and active connections are lost, their queries fail and the next ones work', async () => {
    const db = await open(await server().createDatabase());
    const secret = await ensureSecret(db, 'jwt');
    const endAll = () =>
      server().query(
        'postgres',
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parley'`,
      );
    const sleeping = sql`select pg_sleep(60)`.execute(db);
    const interrupted = expect(sleeping).rejects.toThrow();
    const transaction = db.transaction().execute(async (transaction) => {
      await ensureSecret(transaction, 'half-done');
      await endAll();
      await ensureSecret(transaction, 'other half');
    });
    await expect(transaction).rejects.toThrow();
    await interrupted;
    expect(await ensureSecret(db, 'jwt')).toEqual(secret);
    expect(await db.selectFrom('secrets').select('name').execute()).toEqual([{ name: 'jwt' }]);
  });

  test('the server stops and comes back: the next query works', async () => {
    const db = await open(await server().createDatabase());
    const secret = await ensureSecret(db, 'jwt');
    await server().stop();
    await expect(ensureSecret(db, 'jwt')).rejects.toThrow();
    await expect(ensureSecret(db, 'jwt')).rejects.toThrow();
    await server().restart();
    expect(await ensureSecret(db, 'jwt')).toEqual(secret);
  });

  test('many queries share a bounded number of connections', async () => {
    const url = await server().createDatabase();
    const db = await open(url);
    const connections = sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity where datname = current_database()`;
    const counts = await Promise.all(Array.from({ length: 60 }, () => connections.execute(db)));
    const most = Math.max(...counts.map(({ rows }) => rows[0]?.count ?? 0));
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(10);
  });

  test('a statement and an idle transaction have a time limit, which the URL may change', async () => {
    const url = await server().createDatabase();
    const limits = async (db: Database) =>
      (
        await sql`select current_setting('statement_timeout') as statement,
          current_setting('idle_in_transaction_session_timeout') as idle`.execute(db)
      ).rows[0];
    expect(await limits(await open(url))).toEqual({ statement: '30s', idle: '30s' });
    const hasty = await open(`${url}&statement_timeout=100`);
    await expect(sql`select pg_sleep(60)`.execute(hasty)).rejects.toThrow('statement timeout');
    await expect(ensureSecret(hasty, 'jwt')).resolves.toBeDefined();
  });

  test('a server that stops answering costs the waiting query its connection and no more', async () => {
    const db = await open(`${await server().createDatabase()}&query_timeout=800`);
    const secret = await ensureSecret(db, 'jwt');
    await expect(sql`select pg_sleep(60)`.execute(db)).rejects.toThrow('timeout');
    const work = db.transaction().execute((transaction) => sql`select pg_sleep(60)`.execute(transaction));
    await expect(work).rejects.toThrow('timeout');
    for (let i = 0; i < 12; i++) expect(await ensureSecret(db, 'jwt')).toEqual(secret);
  });

  test('processes that write the same keys in any order all succeed', async () => {
    const url = await server().createDatabase();
    const [db, other] = [await open(url), await open(url)];
    const { ownerId } = await ensureDefaultOwner(db);
    const keys = await Promise.all(['a', 'b', 'c', 'd'].map((name) => createKey(db, ownerId, name)));
    const amounts = { day: '2026-01-01', characters: 1, audioMs: 1, requests: 1 };
    const entries = keys.map(({ info }) => ({ keyId: info.id, ...amounts }));
    const writes = Array.from({ length: 20 }, () => [
      addUsage(db, entries),
      addUsage(other, entries.toReversed()),
    ]);
    await Promise.all(writes.flat());
    expect(await usageByDay(db, ownerId, '2026-01-01')).toMatchObject([{ requests: 20 * 2 * keys.length }]);
  });
});
