/** The places of credentials, their precedence, and the format of a refusal: the same on all three doors. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../engine/index.ts';
import { refusedUpgrade, SpeakClient } from './kit/clients/speak-client.ts';
import { ask, askToSpeak } from './kit/clients/sse-client.ts';
import { builtInEngine, KEY, sleep, startTestServer, type TestServer, until } from './kit/server.ts';

let engine: Engine;
let server: TestServer;
let jwt: string;
beforeAll(async () => {
  engine = await builtInEngine();
  server = await startTestServer(engine);
  jwt = await tokenFor('');
});
afterAll(async () => {
  await server.close();
  await engine.close();
});

async function tokenFor(
  query: string,
  headers: Record<string, string> = { 'x-api-key': KEY },
): Promise<string> {
  const answer = await ask(server, { method: 'POST', path: `/sse/auth${query}`, headers });
  expect(answer.status).toBe(200);
  const body = answer.json() as { data: { jwt_token: string } };
  expect(Object.keys(body)).toEqual(['data']);
  expect(Object.keys(body.data)).toEqual(['jwt_token']);
  return body.data.jwt_token;
}

interface Presented {
  readonly headers?: Record<string, string>;
  readonly query?: Record<string, string>;
}

/** Returns the status of SSE, REST and an upgrade for the same credentials. They must agree. */
async function statusOf({ headers = {}, query = {} }: Presented): Promise<number> {
  const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
  const sse = await askToSpeak(server, { text: 'Hi.' }, { headers, query: search });
  const rest = await ask(server, { path: `/voices${search}`, headers });
  expect(rest.status).toBe(sse.status);
  if (sse.status === 200) {
    const client = await SpeakClient.connect(`${server.ws}/speak/en${search}`, { headers });
    await client.close();
  } else {
    const upgrade = await refusedUpgrade(server, query, { headers });
    expect(upgrade.status).toBe(sse.status);
    expect(upgrade.body).toEqual(sse.json());
    expect(Object.keys(sse.json() as object)).toEqual(['detail']);
    expect((sse.json() as { detail: unknown }).detail).toBeTypeOf('string');
    expect(sse.headers['www-authenticate']).toBe('Bearer');
  }
  return sse.status;
}

describe('each place works', () => {
  test.each([
    ['header x-api-key', () => ({ headers: { 'x-api-key': KEY } })],
    ['header X-API-KEY', () => ({ headers: { 'X-API-KEY': KEY } })],
    ['Bearer jwt', () => ({ headers: { authorization: `Bearer ${jwt}` } })],
    ['Bearer: jwt', () => ({ headers: { authorization: `Bearer: ${jwt}` } })],
    ['bearer jwt', () => ({ headers: { authorization: `bearer ${jwt}` } })],
    ['bare jwt', () => ({ headers: { authorization: jwt } })],
    ['Bearer key', () => ({ headers: { authorization: `Bearer ${KEY}` } })],
    ['Bearer: key', () => ({ headers: { authorization: `Bearer: ${KEY}` } })],
    ['bare key', () => ({ headers: { authorization: KEY } })],
    ['query api_key', () => ({ query: { api_key: KEY } })],
    ['query jwt_token', () => ({ query: { jwt_token: jwt } })],
    ['an empty header before a query', () => ({ headers: { 'x-api-key': '' }, query: { api_key: KEY } })],
  ] as [string, () => Presented][])('%s', async (_place, presented) => {
    expect(await statusOf(presented())).toBe(200);
  });
});

describe('each is refused when wrong', () => {
  test.each([
    ['nothing', {}],
    ['an unknown key', { headers: { 'x-api-key': 'nobody' } }],
    ['two keys in one header', { headers: { 'x-api-key': `${KEY}, ${KEY}` } }],
    ['a key that differs in case', { headers: { 'x-api-key': KEY.toUpperCase() } }],
    ['Basic', { headers: { authorization: `Basic ${Buffer.from(`${KEY}:`).toString('base64')}` } }],
    ['Bearer alone', { headers: { authorization: 'Bearer' } }],
    ['Bearer and nonsense', { headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' } }],
    ['an unknown key in the query', { query: { api_key: 'nobody' } }],
    ['a key for a JWT', { query: { jwt_token: KEY } }],
    ['no JWT at all', { query: { jwt_token: 'x.y.z' } }],
  ] as [string, Presented][])('%s', async (_place, presented) => {
    expect(await statusOf(presented)).toBe(401);
  });

  test('a JWT in place of a key, one with another signature, and an unsigned one', async () => {
    const [head, body, signature] = jwt.split('.') as [string, string, string];
    const other = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`;
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    expect(await statusOf({ query: { api_key: jwt } })).toBe(401);
    expect(await statusOf({ query: { jwt_token: `${head}.${body}.${other}` } })).toBe(401);
    expect(await statusOf({ query: { jwt_token: `${none}.${body}.` } })).toBe(401);
  });
});

describe('the first one present decides', () => {
  type State = 'absent' | 'valid' | 'invalid';
  const STATES: State[] = ['absent', 'valid', 'invalid'];
  const cases = STATES.flatMap((a) =>
    STATES.flatMap((b) => STATES.flatMap((c) => STATES.map((d) => [a, b, c, d]))),
  );

  test(`all ${cases.length} combinations of x-api-key, authorization, api_key and jwt_token`, async () => {
    for (const [xApiKey, authorization, apiKey, jwtToken] of cases) {
      const headers: Record<string, string> = {};
      const query: Record<string, string> = {};
      if (xApiKey !== 'absent') headers['x-api-key'] = xApiKey === 'valid' ? KEY : 'wrong';
      if (authorization !== 'absent')
        headers.authorization = `Bearer ${authorization === 'valid' ? jwt : 'wrong'}`;
      if (apiKey !== 'absent') query.api_key = apiKey === 'valid' ? KEY : 'wrong';
      if (jwtToken !== 'absent') query.jwt_token = jwtToken === 'valid' ? jwt : 'wrong';
      const first = [xApiKey, authorization, apiKey, jwtToken].find((state) => state !== 'absent');
      const search = new URLSearchParams(query).toString();
      const { status } = await ask(server, { path: `/voices?${search}`, headers });
      expect(status, JSON.stringify({ headers, query })).toBe(first === 'valid' ? 200 : 401);
    }
  });

  test('also on the streams', async () => {
    const wrong = { api_key: 'wrong', jwt_token: 'wrong' };
    expect(await statusOf({ headers: { 'x-api-key': KEY, authorization: 'Basic x' }, query: wrong })).toBe(
      200,
    );
    expect(await statusOf({ headers: { authorization: `Bearer ${jwt}` }, query: wrong })).toBe(200);
    expect(await statusOf({ headers: { authorization: 'Bearer x' }, query: { api_key: KEY } })).toBe(401);
    expect(await statusOf({ query: { api_key: 'wrong', jwt_token: jwt } })).toBe(401);
  });
});

describe('POST /sse/auth', () => {
  const claims = (token: string): { iat: number; exp: number } =>
    JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString('utf8'));

  test('seconds from 1 to 86400, by default 3600', async () => {
    for (const [query, seconds] of [
      ['', 3600],
      ['?expiration=1', 1],
      ['?expiration=86400', 86_400],
    ] as const) {
      const { iat, exp } = claims(await tokenFor(query));
      expect(exp - iat).toBe(seconds);
    }
  });

  test.each(['0', '-1', '86401', '1.5', 'soon'])('expiration=%s is a 422', async (expiration) => {
    const path = `/sse/auth?expiration=${expiration}`;
    const answer = await ask(server, { method: 'POST', path, headers: { 'x-api-key': KEY } });
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({ detail: [{ loc: ['query', 'expiration'] }] });
  });

  test('needs credentials itself, and never extends the life of a JWT', async () => {
    expect((await ask(server, { method: 'POST', path: '/sse/auth' })).status).toBe(401);
    const short = await tokenFor('?expiration=60');
    const again = await tokenFor('?expiration=86400', { authorization: `Bearer ${short}` });
    expect(claims(again).exp).toBeLessThanOrEqual(claims(short).exp);
  });

  test('a JWT expires', async () => {
    const short = await tokenFor('?expiration=2');
    await until('it expires', async () => {
      const { status } = await ask(server, { path: `/voices?jwt_token=${short}` });
      return status === 401;
    });
    expect(await statusOf({ query: { jwt_token: short } })).toBe(401);
    expect(await statusOf({ headers: { authorization: `Bearer ${short}` } })).toBe(401);
  });
});

test('a refused upgrade releases its slot', async () => {
  const limited = await startTestServer(engine, { MAX_STREAMS_PER_KEY: '1' });
  try {
    for (let i = 0; i < 5; i++) {
      expect((await refusedUpgrade(limited, { api_key: KEY, encoding: 'opus' })).status).toBe(422);
    }
    const client = await SpeakClient.open(limited);
    const refused = await refusedUpgrade(limited, { api_key: KEY });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    await client.close();
    await sleep(50);
    await (await SpeakClient.open(limited)).close();
  } finally {
    await limited.close();
  }
});
