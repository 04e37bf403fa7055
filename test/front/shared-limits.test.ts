/** Limits that several servers with one database and one Redis share. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { refusedUpgrade, SpeakClient } from '../kit/clients/speak-client.ts';
import { ask, askToSpeak } from '../kit/clients/sse-client.ts';
import { ParleyProcess } from '../kit/processes/parley-process.ts';
import { builtInEngine, CHEAP_VOICE, KEY, startTestServer, type TestServer, until } from '../kit/server.ts';
import { RedisServer, whyNoRedis } from '../kit/servers/redis.ts';

const TEST = { timeout: 120_000 };
const TEXT = 'A sentence of sixty characters, give or take one or two of it.';

describe.skipIf(process.env.CI !== 'true' && whyNoRedis() !== null)('two servers and one Redis', () => {
  let redis: RedisServer;
  let env: Record<string, string>;
  let one: TestServer;
  let other: TestServer;
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));

  beforeAll(async () => {
    redis = await RedisServer.start();
    env = {
      DATA_DIR: folder,
      REDIS_URL: redis.url,
      BOOTSTRAP_API_KEY: KEY,
      MAX_STREAMS_PER_KEY: '2',
      MAX_CHARACTERS_PER_MINUTE: String(TEXT.length * 3),
      MAX_WRONG_CREDENTIALS_PER_MINUTE: '3',
      TRUSTED_PROXIES: '127.0.0.1',
    };
    const engine = await builtInEngine();
    one = await startTestServer(engine, env);
    other = await startTestServer(engine, env);
  }, 60_000);
  afterAll(async () => {
    await Promise.all([one?.close(), other?.close()]);
    await redis?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const isShared = async ({ base }: Pick<TestServer, 'base'>): Promise<boolean> =>
    /^parley_limits_shared 1$/m.test(await fetch(`${base}/metrics`).then((answer) => answer.text()));

  /** On a busy machine, a process may temporarily count without Redis. */
  const untilShared = () =>
    until('both share their limits', async () => (await isShared(one)) && (await isShared(other)));

  /**
   * Sends requests to the two servers in turn.
   * @returns the number of responses before the first 429
   */
  async function answersBefore429(
    question: (server: TestServer) => Promise<{ status: number }>,
  ): Promise<number> {
    await untilShared();
    for (let answers = 0; ; answers++) {
      const { status } = await question(answers % 2 === 0 ? one : other);
      if (status === 429) return answers;
    }
  }

  const untilRefused = (server: TestServer) =>
    until('no more are let in', () =>
      refusedUpgrade(server, { api_key: KEY }).then(
        ({ status }) => status === 429,
        () => false,
      ),
    );

  /** Opens a socket as soon as there is capacity. */
  async function open(server: TestServer): Promise<void> {
    let client: SpeakClient | null = null;
    await until('there is room', async () => {
      client = await SpeakClient.open(server).catch(() => null);
      return client !== null;
    });
    onTestFinished(() => client!.close());
  }

  // Separate limits would allow twice as many.
  test('characters per minute are counted by both together', async () => {
    const speak = (server: TestServer) => askToSpeak(server, { text: TEXT, voice_id: CHEAP_VOICE });
    expect(await answersBefore429(speak)).toBeOneOf([3, 4, 5]);
  });

  test('wrong credentials are counted by both together', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-api-key': 'a-key-that-is-wrong' };
    const guess = (server: TestServer) => ask(server, { path: '/voices', headers });
    expect(await answersBefore429(guess)).toBeOneOf([3, 4, 5]);
  });

  test('streams of a killed process are released', TEST, async () => {
    const killed = await ParleyProcess.start({ ...env, ROLE: 'api', LANES: '1' });
    onTestFinished(() => killed.kill());
    await until('it shares its limits', () => isShared(killed));
    await untilShared();
    const url = `ws://127.0.0.1:${killed.port}/speak/en?api_key=${KEY}`;
    for (let i = 0; i < 2; i++) {
      const client = await SpeakClient.connect(url);
      onTestFinished(() => client.close());
    }
    await untilRefused(one);
    await killed.kill();
    await open(one);

    await open(other);
    await untilRefused(one);
  });

  test(
    'without Redis requests are still answered, and with it again the limits are shared',
    TEST,
    async () => {
      await untilShared();
      await open(one);
      await open(other);
      await untilRefused(other);
      await redis.remove();
      await until('it is noticed', async () => !(await isShared(one)) && !(await isShared(other)));
      await open(other);
      expect(await refusedUpgrade(other, { api_key: KEY }), 'its own limit').toMatchObject({ status: 429 });
      redis = await RedisServer.start(redis.port);
      await untilShared();
      await untilRefused(one);
    },
  );
});
