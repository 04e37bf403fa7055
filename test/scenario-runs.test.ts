/** Scenarios that a server runs against an agent on itself. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createKey } from '../api/credentials/keys.ts';
import { openDatabase } from '../api/storage/database.ts';
import { ensureDefaultOwner, ensureOwner } from '../api/storage/owners.ts';
import { AgentCall } from '../scenarios/call/agent-call.ts';
import type { RunReport } from '../scenarios/index.ts';
import { type Answer, ask } from './kit/clients/sse-client.ts';
import { completeEngine, KEY, startTestServer, type TestServer, until } from './kit/server.ts';

const TIMEOUT_MS = 200_000;
/** The rules that answer without a language model repeat what they have heard. */
const TWO = `
caller: { voice: espeak-en, patience_ms: 60000 }
scenarios:
  - name: a key is repeated
    steps: [{ press: "1" }]
    expect: { said: [pressed 1] }
  - name: a wrong answer is expected
    steps: [{ press: "2" }]
    expect: { said: [nothing of this] }
`;
/** Lasts for a minute. */
const LONG = 'scenarios: [{ name: long, steps: [{ silence_ms: 60000 }] }]';

interface Run {
  readonly run_id: string;
  readonly state: string;
  readonly reason?: string;
  readonly calls: number;
  readonly done: number;
  readonly passed: number;
  readonly report: {
    readonly scenarios: readonly {
      readonly runs: readonly (RunReport & {
        readonly sound?: { readonly url: string; readonly from_ms: number };
      })[];
    }[];
  };
}

let server: TestServer | null = null;
let agentId: string;
let theirKey: string;
let speakingKey: string;

beforeAll(async () => {
  const engine = await completeEngine();
  if (!engine) return;
  server = await startTestServer(engine);
  const db = await openDatabase({ dataDir: server.dataDir, databaseUrl: null });
  const { ownerId } = await ensureDefaultOwner(db);
  speakingKey = (await createKey(db, ownerId, 'conversing', { scopes: ['converse'] })).key;
  theirKey = (await createKey(db, (await ensureOwner(db, 'somebody else')).ownerId, 'theirs')).key;
  await db.destroy();
  const body = JSON.stringify({ greeting: 'Hello, who is there?' });
  agentId = dataOf<{ agent_id: string }>(await send('POST', '/agents', { body })).agent_id;
});
beforeEach(({ skip }) => {
  if (!server) skip('the default voice or the recogniser is not installed');
});
afterAll(() => server?.close());

const dataOf = <T>(answer: Answer): T => (answer.json() as { data: T }).data;

function send(
  method: string,
  path: string,
  { body = '', key = KEY, type = 'application/json' } = {},
): Promise<Answer> {
  return ask(server!, { method, path, headers: { 'x-api-key': key, 'content-type': type }, body });
}

const start = (text: string, query = '', key = KEY): Promise<Answer> =>
  send('POST', `/agents/${agentId}/scenarios${query}`, { body: text, key, type: 'application/yaml' });
const pathOf = (id: string): string => `/agents/${agentId}/scenarios/${id}`;
const read = async (id: string): Promise<Run> => dataOf(await send('GET', pathOf(id)));

async function ended(id: string): Promise<Run> {
  await until('it ends', async () => /ended|failed/.test((await read(id)).state), TIMEOUT_MS);
  return read(id);
}

test('an agent is called, and failed expectations are reported with their time and sound', {
  timeout: TIMEOUT_MS,
}, async () => {
  const begun = dataOf<Run>(await start(TWO));
  expect(begun).toMatchObject({ state: 'queued', calls: 2, done: 0 });
  const run = await ended(begun.run_id);
  expect(run).toMatchObject({ state: 'ended', done: 2, passed: 1 });
  const [good, bad] = run.report.scenarios.map(({ runs }) => runs[0]!);
  expect(good).toMatchObject({ passed: true, failures: [] });
  expect(good!.sound).toBeUndefined();
  expect(bad!.failures).toMatchObject([{ check: 'said: nothing of this', at_ms: expect.any(Number) }]);
  const sound = await send('GET', bad!.sound!.url);
  expect(sound.headers['content-type']).toBe('audio/wav');
  expect(sound.body.subarray(0, 4).toString()).toBe('RIFF');
  const page = await send('GET', `${pathOf(begun.run_id)}/report`);
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.body.toString()).toContain('1 of 2 passed');
  expect(page.body.toString()).toContain('data:audio/wav;base64,');
  expect((await send('GET', `${pathOf(begun.run_id)}/sounds/0`)).status).toBe(404);
});

test('a caller speaks, and is heard', { timeout: TIMEOUT_MS }, async () => {
  const text =
    'scenarios: [{ name: said, steps: [{ say: "The weather is <pause:300ms> nice." }], expect: { heard: [weather] } }]';
  const { run_id } = dataOf<Run>(await start(text));
  const run = await ended(run_id);
  expect(run.report.scenarios[0]?.runs[0]?.failures).toEqual([]);
  expect(run.passed).toBe(1);
});

test('an owner has one run at a time, which stops when it is deleted', { timeout: TIMEOUT_MS }, async () => {
  const { run_id } = dataOf<Run>(await start(LONG));
  const second = await start(LONG);
  expect(second.status).toBe(409);
  expect(second.body.toString()).toContain(run_id);
  await until('it runs', async () => (await read(run_id)).state === 'running');
  expect((await send('DELETE', pathOf(run_id))).status).toBe(200);
  expect((await send('GET', pathOf(run_id))).status).toBe(404);
  const third = dataOf<Run>(await start(LONG));
  await until('the next one runs', async () => (await read(third.run_id)).state === 'running');
  await send('DELETE', pathOf(third.run_id));
});

test('the last place is left to real callers', { timeout: TIMEOUT_MS }, async () => {
  await using full = await fullServer();
  const real = await full.call();
  const { run_id } = dataOf<Run>(await full.start());
  await until('it runs', async () => (await full.read(run_id)).state === 'running');
  const another = await full.call();
  expect((await full.read(run_id)).done).toBe(0);
  await Promise.all([real.hangUp(), another.hangUp()]);
  await until('it is made', async () => (await full.read(run_id)).done === 1, TIMEOUT_MS);
});

/** A server with two places. */
async function fullServer() {
  const small = await startTestServer(server!.engine, { MAX_AGENT_SESSIONS: '2' });
  const headers = { 'x-api-key': KEY, 'content-type': 'application/json' };
  const send = (method: string, path: string, body = '') => ask(small, { method, path, headers, body });
  const { agent_id } = dataOf<{ agent_id: string }>(await send('POST', '/agents', '{}'));
  const path = `/agents/${agent_id}/scenarios`;
  return {
    call: () => AgentCall.open({ place: { url: small.base, key: KEY }, agentId: agent_id, door: 'socket' }),
    start: () => send('POST', path, 'scenarios: [{ name: a, steps: [{ press: "1" }] }]'),
    read: async (id: string): Promise<Run> => dataOf(await send('GET', `${path}/${id}`)),
    [Symbol.asyncDispose]: () => small.close(),
  };
}

test('a voice that there is not fails the run, and says so', { timeout: TIMEOUT_MS }, async () => {
  const text = 'caller: { voice: nobody }\nscenarios: [{ name: a, steps: [{ say: Hello. }] }]';
  const { run_id } = dataOf<Run>(await start(text));
  expect(await ended(run_id)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('voice_id'),
    done: 0,
  });
});

test.each([
  [
    'scenarios:\n  - name: a\n    steps: [{ shout: Hello }]\n',
    'scenarios.yaml:3: scenarios[0].steps[0].shout:',
  ],
  ['scenarios: [', 'scenarios.yaml: '],
  ['{"scenarios": []}', 'scenarios.yaml:1: scenarios:'],
  ['', 'scenarios.yaml'],
])('what is wrong in %j is named with its line', async (text, problem) => {
  const answer = await start(text);
  expect(answer.status).toBe(422);
  const { detail } = answer.json() as { detail: readonly { loc: unknown; msg: string }[] };
  expect(detail[0]).toMatchObject({ loc: ['body'], msg: expect.stringContaining(problem) });
});

test.each([
  ['?repeat=0', 422, 'repeat'],
  ['?only=nothing', 422, 'only'],
  ['?repeat=20&only=key&jobs=9', 422, 'jobs'],
])('%s is refused', async (query, status, field) => {
  const answer = await start(TWO, query);
  expect(answer.status).toBe(status);
  expect(answer.body.toString()).toContain(field);
});

test.each([
  ['steps: [{ goal: You want bread. }]', 'this server has none'],
  ['caller: { model: { model: a } }, steps: [{ hang_up: true }]', '`caller.model`'],
  ['caller: { door: room }, steps: [{ hang_up: true }]', '`caller.door: room`'],
])('%s is refused without a model', async (fields, message) => {
  const answer = await start(`scenarios: [{ name: a, ${fields} }]`);
  expect(answer.status).toBe(422);
  expect(answer.body.toString()).toContain(message);
});

test('a run has a limited size', async () => {
  const many = `scenarios: ${JSON.stringify(
    Array.from({ length: 3 }, (_, i) => ({ name: String(i), steps: [{ hang_up: true }] })),
  )}`;
  expect((await start(many, '?repeat=20')).body.toString()).toContain('50 calls');
  expect((await start(`# ${'x'.repeat(70_000)}\n${LONG}`)).status).toBe(413);
});

test('it needs an agent of the caller, and all scopes', async () => {
  expect((await start(LONG, '', theirKey)).status).toBe(404);
  expect((await start(LONG, '', speakingKey)).status).toBe(403);
  expect((await send('GET', pathOf('nothing'))).status).toBe(404);
});
