/**
 * The processes of docker-compose.yml: one for clients, two for conversations, PostgreSQL, and LiveKit with Redis.
 * Without PostgreSQL or Redis, an SQLite file and a single LiveKit server are used.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RoomServiceClient } from 'livekit-server-sdk';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createRecogniser, piperFolders } from '../../engine/setup.ts';
import { JOE_VOICE } from '../../model-files/manifest.ts';
import { listPiperVoices } from '../../model-files/piper-voices.ts';
import { AgentsClient, type TokenAnswer } from '../kit/clients/agents-client.ts';
import { Caller, enterInTurn } from '../kit/clients/room-caller.ts';
import { historyOf } from '../kit/conversation-setup.ts';
import { ParleyProcess } from '../kit/processes/parley-process.ts';
import { GREETING, heardToTheEnd, livekitEnv, modelEnv, PATIENCE_MS, textsOf } from '../kit/room-setup.ts';
import { KEY, until } from '../kit/server.ts';
import { ChatServer, say } from '../kit/servers/chat-server.ts';
import { onLiveKit } from '../kit/servers/livekit.ts';
import { PostgresServer, whyNoPostgres } from '../kit/servers/postgres.ts';
import { RedisServer, whyNoRedis } from '../kit/servers/redis.ts';

const TEST = { timeout: 240_000 };
const PLACES = { MAX_AGENT_SESSIONS: '3' };
/** More than the capacity of one worker. */
const CALLERS = 4;
const STORY = 'The fox went to the river and drank. Then it lay down in the sun and slept. '.repeat(3).trim();

// In CI all of it is required.
const isComplete = process.env.CI === 'true';
const redis = isComplete || whyNoRedis() === null ? await RedisServer.start() : null;
afterAll(() => redis?.remove());

/** Whether those processes can recognise and speak English. */
async function canConverse(): Promise<boolean> {
  const voices = await listPiperVoices(piperFolders(), { onBroken: () => undefined });
  const recogniser = await createRecogniser({ remote: null });
  return voices.some(({ id }) => id === JOE_VOICE) && recogniser.supports('en');
}

onLiveKit(
  (livekit) => {
    let isAble = false;
    let postgres: PostgresServer | null = null;
    let database: Record<string, string> = {};
    let model: ChatServer;
    const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
    const processes: ParleyProcess[] = [];
    let api: ParleyProcess;
    let agents: (ParleyProcess | null)[] = [null, null];
    const start = async (env: Record<string, string>): Promise<ParleyProcess> => {
      const one = await ParleyProcess.start({
        DATA_DIR: folder,
        LANES: '1',
        ...database,
        BOOTSTRAP_API_KEY: KEY,
        ...livekitEnv(livekit()),
        ...modelEnv(model),
        ...env,
      });
      processes.push(one);
      return one;
    };
    beforeAll(async () => {
      isAble = await canConverse();
      if (!isAble && isComplete) throw new Error('install the default models: npm run models -- pull');
      if (!isAble) return;
      model = await ChatServer.start();
      if (isComplete || whyNoPostgres() === null) {
        postgres = await PostgresServer.start();
        database = { DATABASE_URL: await postgres.createDatabase() };
      }
      api = await start({ ROLE: 'api' });
    }, 240_000);
    beforeEach(async ({ skip }) => {
      if (!isAble) skip('the default voice or the recogniser is not installed');
      agents = await Promise.all(
        agents.map((running) => running ?? start({ ROLE: 'agent', AGENT_DRAIN_MS: '60000', ...PLACES })),
      );
      model.answer(say('Of course.'));
      model.requests.splice(0);
    });
    afterAll(async () => {
      await Promise.all(processes.map((one) => one.kill()));
      await model?.close();
      await postgres?.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    const invite = async (): Promise<TokenAnswer> => {
      const client = new AgentsClient({ base: api.base, port: api.port } as never);
      return client.token(await client.made({ name: 'Ada', prompt: 'Be brief.', greeting: GREETING }));
    };
    const enter = async (): Promise<Caller> => {
      const caller = await Caller.enter(livekit().url, (await invite()).token);
      onTestFinished(() => caller.leave());
      return caller;
    };
    const type = (caller: Caller, text: string) =>
      caller.room.localParticipant?.sendText(text, { topic: 'lk.chat' });
    /** Ends a conversation at once. For a caller who only leaves, it would wait for their return. */
    const endRoom = async (caller: Caller): Promise<void> => {
      const { url, apiKey, apiSecret } = livekit();
      const rooms = new RoomServiceClient(url.replace('ws', 'http'), apiKey, apiSecret);
      await rooms.deleteRoom(caller.room.name ?? '');
    };
    /** Returns the process that holds the conversation of a new caller; -1 if none of the running ones does. */
    const holderOf = (caller: Caller): number => {
      const job = caller.agents[0]?.identity.replace('agent-', '') ?? 'none';
      return agents.findIndex((one) => one?.said.includes(job));
    };
    /** Removes a worker from the running ones. The next test starts with two again. */
    const taken = (place: number): ParleyProcess => {
      const one = agents[place]!;
      agents[place] = null;
      return one;
    };

    test('two workers share callers, greet them, and answer all of them concurrently', TEST, async () => {
      const callers = await enterInTurn(CALLERS, enter);
      expect(new Set(callers.map(holderOf))).toEqual(new Set([0, 1]));
      for (const caller of callers) expect(caller.agents).toHaveLength(1);
      await Promise.all(callers.map((caller) => type(caller, 'Can you help me?')));
      const answered = () => callers.every((caller) => textsOf(caller, 'llm_response').length === 1);
      await until('all are answered', answered, 2 * PATIENCE_MS);
      await Promise.all(callers.map(endRoom));
    });

    test(
      'a worker is killed while it speaks: another one tells the caller so and continues',
      TEST,
      async () => {
        model.answer(say(STORY));
        const caller = await enter();
        await heardToTheEnd(caller, 0);
        const { length } = caller.levels;
        await type(caller, 'Tell me a story.');
        await until('it is told', () => caller.hearsSince(length), PATIENCE_MS);
        const [first] = caller.agents;
        await taken(holderOf(caller)).kill();
        const killedAtMs = performance.now();
        await until('it is silent', () => caller.isQuietFor(300) || caller.agents.length === 0, PATIENCE_MS);
        const { length: since } = caller.levels;
        await until(
          'another agent is there',
          () => caller.agents.some(({ identity }) => identity !== first?.identity),
          PATIENCE_MS,
        );
        await until('it is heard', () => caller.hearsSince(since), PATIENCE_MS);
        const heardMs = performance.now() - killedAtMs;
        await heardToTheEnd(caller, since);
        // LiveKit would list the killed one for longer.
        expect(agents.some((one) => one?.said.includes('does not answer and is replaced'))).toBe(true);
        console.info(`heard again ${Math.round(heardMs)} ms after the worker was killed`);
        model.answer(say('Of course.'));
        model.requests.splice(0);
        await type(caller, 'Are you there?');
        await until(
          'it is answered',
          () => textsOf(caller, 'llm_response').includes('Of course.'),
          PATIENCE_MS,
        );
        expect(historyOf(model)[0]).toMatch(/interrupted/);
        expect(caller.agents).toHaveLength(1);
      },
    );

    test('a worker that shuts down finishes its conversation, and exits in order', TEST, async () => {
      const caller = await enter();
      await heardToTheEnd(caller, 0);
      const holder = holderOf(caller);
      const [identity] = caller.agents.map((one) => one.identity);
      const leaving = taken(holder);
      const stopped = leaving.stop();
      await until(
        'it accepts no more rooms',
        () => leaving.said.includes('accepts no more rooms'),
        PATIENCE_MS,
      );
      await type(caller, 'Are you there?');
      await until('it is answered', () => textsOf(caller, 'llm_response').length === 1, PATIENCE_MS);
      expect(caller.agents.map((one) => one.identity)).toEqual([identity]);
      const other = await enter();
      await until('the other one takes new rooms', () => other.hearsSince(0), PATIENCE_MS);
      expect(holderOf(other)).toBe(1 - holder);
      await endRoom(caller);
      expect(await stopped).toBe(0);
    });
  },
  redis ? { redis: redis.address } : {},
);
