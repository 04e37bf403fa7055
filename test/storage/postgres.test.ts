/** Whole servers on PostgreSQL: what they share, and the responses when the database is unavailable. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { copyDataCommand } from '../../api/cli/copy-data-command.ts';
import { keysCommand } from '../../api/cli/keys-command.ts';
import { temporaryFolder } from '../../api/testing.ts';
import type { Engine } from '../../engine/index.ts';
import { ask, askToSpeak, speak } from '../kit/clients/sse-client.ts';
import { onPostgres } from '../kit/databases.ts';
import { builtInEngine, KEY, startTestServer, type TestServer, until } from '../kit/server.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await builtInEngine();
});
afterAll(() => engine.close());

const headers = { 'x-api-key': KEY };

async function charactersUsed(server: TestServer, key = KEY): Promise<number> {
  const answer = await ask(server, { path: '/usage', headers: { 'x-api-key': key } });
  const { data } = answer.json() as { data: { days: { characters: number }[] } };
  return data.days.reduce((sum, { characters }) => sum + characters, 0);
}

onPostgres((postgres) => {
  async function start(databaseUrl: string): Promise<TestServer> {
    const server = await startTestServer(engine, { DATABASE_URL: databaseUrl });
    onTestFinished(() => server.close());
    return server;
  }

  test('servers on one database share keys, JWTs and usage; owners are separate', async () => {
    const url = await postgres().createDatabase();
    const [one, two] = await Promise.all([start(url), start(url)]);
    const auth = await ask(one, { method: 'POST', path: '/sse/auth', headers });
    const { data } = auth.json() as { data: { jwt_token: string } };
    const said = await askToSpeak(two, { text: 'Hello.' }, { headers: { authorization: data.jwt_token } });
    expect(said.status).toBe(200);
    await until('both count it', async () => {
      const counts = [await charactersUsed(one), await charactersUsed(two)];
      return counts.every((characters) => characters === 6);
    });

    const out: string[] = [];
    const output = { log: (line: string) => void out.push(line), error: () => undefined };
    const env = { DATABASE_URL: url };
    expect(await keysCommand(['create', '--owner', 'Ada'], output, env)).toBe(0);
    const [key = ''] = out.splice(0);
    expect(await charactersUsed(one, key)).toBe(0);
    expect(await keysCommand(['list', '--owner', 'Ada'], output, env)).toBe(0);
    const [id = ''] = out[1]?.split(' ') ?? [];
    expect(await keysCommand(['revoke', id], output, env)).toBe(0);
    await until('both refuse it', async () => {
      const answers = [one, two].map((server) =>
        ask(server, { path: '/usage', headers: { 'x-api-key': key } }),
      );
      return (await Promise.all(answers)).every(({ status }) => status === 401);
    });
  });

  test('without the database, requests that need it are a 503; afterwards all works as before', async () => {
    const server = await start(await postgres().createDatabase());
    await speak(server, { text: 'Before.' });
    await postgres().stop();
    const refused = await ask(server, { path: '/usage', headers });
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect(refused.json()).toEqual({ detail: expect.stringContaining('database') });
    await until(
      'keys are no longer fresh',
      async () => (await askToSpeak(server, { text: 'No.' })).status === 503,
    );
    await postgres().restart();
    await speak(server, { text: 'After.' });
    await until('nothing is uncounted', async () => (await charactersUsed(server)) >= 'Before.After.'.length);
  });

  test('a server that moves from SQLite keeps its keys, and a dump of it can be restored', async () => {
    const folder = temporaryFolder();
    const local = await startTestServer(engine, { DATA_DIR: folder });
    await speak(local, { text: 'Hello.' });
    await local.close();
    const output = { log: () => undefined, error: () => undefined };
    const url = await postgres().createDatabase();
    expect(await copyDataCommand([], output, { DATA_DIR: folder, DATABASE_URL: url })).toBe(0);
    expect(await copyDataCommand([], output, { DATA_DIR: folder, DATABASE_URL: url })).toBe(1);
    expect(await charactersUsed(await start(url))).toBe(6);

    const dump = join(folder, 'parley.dump');
    const restored = await postgres().createDatabase();
    const run = promisify(execFile);
    await run(postgres().program('pg_dump'), ['--format=custom', `--file=${dump}`, url]);
    const restore = ['--clean', '--if-exists', '--no-owner', `--dbname=${restored}`, dump];
    await run(postgres().program('pg_restore'), restore);
    expect(await charactersUsed(await start(restored))).toBe(6);
  });
});
