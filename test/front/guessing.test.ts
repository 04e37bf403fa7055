/** Wrong credentials, at every door, from clients behind a trusted proxy. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { builtInEngine, KEY, startTestServer, type TestServer } from '../kit/server.ts';

const PER_MINUTE = 5;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await builtInEngine(), {
    TRUSTED_PROXIES: '127.0.0.1',
    MAX_WRONG_CREDENTIALS_PER_MINUTE: String(PER_MINUTE),
  });
});
afterAll(() => server.close());

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
}

async function http(path: string, init: RequestInit): Promise<Answer> {
  const { status, headers } = await fetch(server.base + path, init);
  return { status, retryAfter: headers.get('retry-after') };
}

function upgrade(path: string, headers: Record<string, string>, protocols: string[] = []): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = new WebSocket(server.ws + path, protocols, { headers });
    socket.on('error', () => undefined);
    socket.on('unexpected-response', (_request, { statusCode = 0, headers: answered }) => {
      resolve({ status: statusCode, retryAfter: answered['retry-after'] ?? null });
      socket.terminate();
    });
    socket.on('open', () => {
      resolve({ status: 101, retryAfter: null });
      socket.terminate();
    });
  });
}

type Door = (credential: string, from: string) => Promise<Answer>;
const post = (body: unknown, headers: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});

/** Each door gets an address of its own. */
const DOORS: readonly [name: string, from: string, door: Door][] = [
  [
    'REST',
    '203.0.113.1',
    (key, from) => http(`/voices?api_key=${key}`, { headers: { 'x-forwarded-for': from } }),
  ],
  [
    'a JWT',
    '203.0.113.2',
    (key, from) => http('/voices', { headers: { 'x-forwarded-for': from, authorization: `Bearer ${key}` } }),
  ],
  [
    'SSE',
    '203.0.113.3',
    (key, from) =>
      http('/sse/speak/en', post({ text: 'Hi.' }, { 'x-forwarded-for': from, 'x-api-key': key })),
  ],
  [
    'OpenAI',
    '203.0.113.4',
    (key, from) =>
      http(
        '/v1/audio/speech',
        post({ input: 'Hi.' }, { 'x-forwarded-for': from, authorization: `Bearer ${key}` }),
      ),
  ],
  ['/speak', '203.0.113.5', (key, from) => upgrade(`/speak/en?api_key=${key}`, { 'x-forwarded-for': from })],
  ['/agents', '203.0.113.6', (key, from) => upgrade(`/agents?api_key=${key}`, { 'x-forwarded-for': from })],
  [
    '/v1/realtime',
    '203.0.113.10',
    (key, from) =>
      upgrade('/v1/realtime', { 'x-forwarded-for': from }, ['realtime', `openai-insecure-api-key.${key}`]),
  ],
  [
    'a media stream',
    '203.0.113.7',
    (key, from) => upgrade(`/agents/x/media-stream/${key}`, { 'x-forwarded-for': from }),
  ],
  [
    'a file',
    '203.0.113.8',
    (key, from) => http(`/restore/x/file?token=${key}`, { headers: { 'x-forwarded-for': from } }),
  ],
];

describe.each(DOORS)('%s', (_name, from, door) => {
  test('stops checking credentials after too many wrong ones', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < PER_MINUTE; i++) statuses.push((await door(`wrong-${i}`, from)).status);
    expect(statuses).toEqual(Array(PER_MINUTE).fill(401));
    const refused = await door('wrong', from);
    expect(refused.status).toBe(429);
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
  });
});

test('a token body counts like a header', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-api-key': KEY };
  const agent = { name: 'A', prompt: 'P', greeting: 'G' };
  const made = await fetch(`${server.base}/agents`, post(agent, headers));
  const { data } = (await made.json()) as { data: { agent_id: string } };
  const statuses: number[] = [];
  for (let i = 0; i <= PER_MINUTE; i++) {
    const token = await http(`/agents/${data.agent_id}/token`, post({ api_key: `wrong-${i}` }, headers));
    statuses.push(token.status);
  }
  expect(statuses).toEqual([...Array(PER_MINUTE).fill(401), 429]);
});

test('a client at the same address can use a key that was valid before; others are not affected', async () => {
  const [, from, rest] = DOORS[0]!;
  const neighbour = '203.0.113.20';
  expect((await rest(KEY, neighbour)).status).toBe(200);
  for (let i = 0; i <= PER_MINUTE; i++) await rest(`wrong-${i}`, from);
  expect((await rest('wrong', from)).status).toBe(429);
  expect((await rest(KEY, from)).status).toBe(200);
  expect((await rest('wrong', neighbour)).status).toBe(401);
});

test('a client cannot lock out others', async () => {
  const [, , rest] = DOORS[0]!;
  const victim = '203.0.113.30';
  for (let i = 0; i <= PER_MINUTE; i++) await rest(`wrong-${i}`, `${victim}, 203.0.113.31`);
  expect((await rest('wrong', victim)).status).toBe(401);
});

test('missing credentials do not count as wrong', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.40' };
  for (let i = 0; i < 3 * PER_MINUTE; i++) expect((await http('/voices', { headers })).status).toBe(401);
});
