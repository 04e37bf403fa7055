/**
 * Several machines: two processes for clients behind HAProxy and nginx with the files in deploy/, one PostgreSQL, one
 * Redis, and nothing else in common. One process is killed, then both are replaced during use.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createKey, revokeKey } from '../api/credentials/keys.ts';
import { type Database, openDatabase } from '../api/storage/database.ts';
import { ensureDefaultOwner } from '../api/storage/owners.ts';
import { freePort } from '../bench/processes/free-port.ts';
import { TEST_TEXT, testSpeech, testWav } from '../engine/testing/speakers.ts';
import { AgentsClient } from './kit/clients/agents-client.ts';
import { textOf } from './kit/clients/messages.ts';
import { RestoreClient } from './kit/clients/restore-client.ts';
import { refusedUpgrade, SpeakClient } from './kit/clients/speak-client.ts';
import { ask, askToSpeak, parseEvents, speak } from './kit/clients/sse-client.ts';
import { VoicesClient } from './kit/clients/voices-client.ts';
import { ParleyProcess } from './kit/processes/parley-process.ts';
import { KEY, sleep, type TestServer, until } from './kit/server.ts';
import { LoadBalancer, whyNoLoadBalancer } from './kit/servers/load-balancer.ts';
import { PostgresServer, whyNoPostgres } from './kit/servers/postgres.ts';
import { RedisServer, whyNoRedis } from './kit/servers/redis.ts';

const REPOSITORY = resolve(import.meta.dirname, '..');
const TIMEOUT_MS = 180_000;
const TEXT = 'Whatever happens to one of the servers, this is heard.';
/** Pause between two utterances of a client, in ms. */
const REST_MS = 1000;
const MAX_AGENTS = 3;
const MAX_STREAMS = 12;

/** The class of docs/clients.md that readers are told to copy. */
interface Speaker {
  say(text: string, onAudio: (audio: Buffer) => void): Promise<void>;
  close(): void;
}

const missing = [
  whyNoLoadBalancer('haproxy'),
  whyNoLoadBalancer('nginx'),
  whyNoPostgres(),
  whyNoRedis(),
].find((why) => why !== null);

describe.skipIf(process.env.CI !== 'true' && missing)(`two machines${missing ? `: ${missing}` : ''}`, () => {
  const folders: string[] = [];
  const folder = (): string => {
    const path = mkdtempSync(join(tmpdir(), 'parley-test-'));
    folders.push(path);
    return path;
  };
  let postgres: PostgresServer;
  let redis: RedisServer;
  let db: Database;
  let env: Record<string, string>;
  let ports: [number, number];
  const processes: [ParleyProcess, ParleyProcess] = [] as never;
  let haproxy: LoadBalancer;
  let Speaker: new (url: string) => Speaker;

  const start = async (place: 0 | 1): Promise<void> => {
    processes[place] = await ParleyProcess.start({
      ...env,
      PORT: String(ports[place]),
      DATA_DIR: folder(),
    });
  };
  const at = (server: { readonly port: number }): TestServer =>
    ({
      port: server.port,
      base: `http://127.0.0.1:${server.port}`,
      ws: `ws://127.0.0.1:${server.port}`,
    }) as TestServer;

  beforeAll(async () => {
    [postgres, redis] = await Promise.all([PostgresServer.start(), RedisServer.start()]);
    const databaseUrl = await postgres.createDatabase();
    env = {
      ROLE: 'api',
      LANES: '1',
      // Built-in voices are deterministic on all processes, and load fastest.
      MODELS_DIR: folder(),
      BOOTSTRAP_API_KEY: KEY,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      TRUSTED_PROXIES: '127.0.0.1',
      MAX_AGENTS_PER_OWNER: String(MAX_AGENTS),
      MAX_STREAMS_PER_KEY: String(MAX_STREAMS),
      SHUTDOWN_DELAY_MS: '2000',
      SHUTDOWN_GRACE_MS: '60000',
    };
    ports = [await freePort(), await freePort()];
    await Promise.all([start(0), start(1)]);
    haproxy = await LoadBalancer.start('haproxy', ports);
    db = await openDatabase({ dataDir: folder(), databaseUrl });
    ({ Speaker } = (await import(join(REPOSITORY, 'examples/speaker.mjs'))) as { Speaker: typeof Speaker });
  }, TIMEOUT_MS);
  afterAll(async () => {
    await haproxy?.stop();
    await Promise.all(processes.map((one) => one?.kill()));
    await db?.destroy();
    await Promise.all([postgres?.remove(), redis?.remove()]);
    for (const path of folders) rmSync(path, { recursive: true, force: true });
  });

  const newKey = async () => {
    const { ownerId } = await ensureDefaultOwner(db);
    return createKey(db, ownerId, 'test');
  };

  test('a voice that was created through one process is spoken by the other', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const [one, other] = processes.map((process) => new VoicesClient(at(process)));
    const created = await one!.create(
      { voice_name: 'Mine', lang_code: 'en' },
      { voice_file: { file: testWav(await testSpeech()) }, transcript: TEST_TEXT },
    );
    expect(created.status, String(created.body)).toBe(200);
    const { voice_id } = (created.json() as { data: { voice_id: string } }).data;
    const asked = { text: TEXT, voice_id };
    expect(textOf(await speak(at(processes[1]), asked))).toBe(TEXT);
    await other!.remove(voice_id);
    expect((await askToSpeak(at(processes[0]), asked)).status).toBe(422);
  });

  test('limits of a key and quotas of its owner hold across both', { timeout: TIMEOUT_MS }, async () => {
    const { key } = await newKey();
    const created = await Promise.all(
      [0, 1, 0, 1, 0, 1].map((place) =>
        new AgentsClient(at(processes[place]!)).create({ name: 'Ada', prompt: 'Be brief.' }),
      ),
    );
    const statuses = created.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 200, 409, 409, 409]);
    const open = await Promise.all(
      Array.from({ length: MAX_STREAMS }, () => SpeakClient.open(at(haproxy), { api_key: key })),
    );
    onTestFinished(async () => void (await Promise.all(open.map((client) => client.close()))));
    const counts = await Promise.all(processes.map(socketsOf));
    expect(Math.min(...counts), 'spread by HAProxy').toBeGreaterThan(0);
    for (const process of processes) {
      // On a busy machine, a process may temporarily count without Redis.
      const isRefused = () =>
        refusedUpgrade(at(process), { api_key: key }).then(({ status }) => status === 429);
      await until('one more is refused', () => isRefused().catch(() => false));
    }
  });

  test('a key that is revoked is refused by both within a second', { timeout: TIMEOUT_MS }, async () => {
    const { key, info } = await newKey();
    const list = (server: ParleyProcess) =>
      ask(at(server), { path: '/voices', headers: { 'x-api-key': key } });
    for (const process of processes) expect((await list(process)).status).toBe(200);
    await revokeKey(db, info.id);
    await sleep(1000);
    for (const process of processes) expect((await list(process)).status).toBe(401);
  });

  test('one is killed, then both are replaced: no utterance and no job is lost', {
    timeout: TIMEOUT_MS,
  }, async () => {
    let isOver = false;
    let wasKilled = false;
    const lengths = new Set<number>();
    const url = `ws://127.0.0.1:${haproxy.port}/speak/en?api_key=${KEY}`;
    const speakers = Array.from({ length: 2 }, () => new Speaker(url));
    onTestFinished(() => {
      for (const speaker of speakers) speaker.close();
    });
    const onSockets = speakers.map(async (speaker) => {
      let utterances = 0;
      for (; !isOver; utterances++) {
        let bytes = 0;
        await speaker.say(TEXT, (audio) => {
          bytes += audio.length;
        });
        lengths.add(bytes);
        await sleep(REST_MS);
      }
      return utterances;
    });
    const overSse = [0].map(async () => {
      let utterances = 0;
      for (; !isOver; utterances++) {
        const answer = await askToSpeak(at(haproxy), { text: TEXT }).catch((error: Error) => error);
        // An utterance of a killed process cannot be finished.
        if (answer instanceof Error && wasKilled) continue;
        if (answer instanceof Error) throw answer;
        expect(answer.status, String(answer.body)).toBe(200);
        expect(textOf(parseEvents(answer.body))).toBe(TEXT);
        await sleep(REST_MS);
      }
      return utterances;
    });
    const utterances = Promise.all([...onSockets, ...overSse]);
    utterances.catch(() => undefined);

    const restore = new RestoreClient(at(processes[0]));
    const noise = Float32Array.from({ length: 16_000 * 6 }, (_, i) => 0.2 * Math.sin(i * i * 1e-5));
    const job = await restore.submitted(testWav(noise));
    await until('it is worked on', async () => (await restore.read(job)).status === 'running');
    wasKilled = true;
    await processes[0].kill();
    await start(0);
    wasKilled = false;

    for (const place of [1, 0] as const) {
      const idle = await SpeakClient.open(at(processes[place]));
      expect(await processes[place].stop()).toBe(0);
      expect((await idle.closed).code, 'told to come back').toBe(1001);
      await start(place);
    }
    const through = new RestoreClient(haproxy);
    const isDone = async (): Promise<boolean> => (await through.read(job)).status === 'Finished';
    await until('another process has done the job', isDone, 60_000);
    isOver = true;
    console.info(`utterances while processes came and went: ${(await utterances).join(', ')}`);
    // Complete, and without repetitions. The silence may differ by some samples.
    expect(Math.max(...lengths) - Math.min(...lengths), [...lengths].join(' ')).toBeLessThan(100);
  });

  test('nginx sends clients to the remaining process', { timeout: TIMEOUT_MS }, async () => {
    const nginx = await LoadBalancer.start('nginx', ports);
    onTestFinished(() => nginx.stop());
    const client = await SpeakClient.open(at(nginx));
    expect(textOf(await client.say(TEXT))).toBe(TEXT);
    await client.close();
    await processes[0].kill();
    for (let i = 0; i < 4; i++) expect(textOf(await speak(at(nginx), { text: TEXT }))).toBe(TEXT);
  });
});

async function socketsOf({ base }: ParleyProcess): Promise<number> {
  const metrics = await (await fetch(`${base}/metrics`)).text();
  return Number(/^parley_sockets_open\{kind="speak"\} (\d+)$/m.exec(metrics)?.[1]);
}
