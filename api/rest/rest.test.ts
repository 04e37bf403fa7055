import type { InjectOptions } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SecretEncryption } from '../agents/secret-encryption.ts';
import { TranscriptKeeper } from '../agents/transcripts/transcript-keeper.ts';
import { revokeKey } from '../credentials/keys.ts';
import { Readiness } from '../observability/readiness.ts';
import { listApiKeys } from '../storage/api-keys.ts';
import { restSetup, sharedRestSetup, VOICE } from './testing.ts';

const rest = sharedRestSetup();

describe('ping', () => {
  test('answers without credentials, with the version', async () => {
    const answer = await rest().app.inject('/ping');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      data: { message: 'pong', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
    });
  });
});

describe('probes', () => {
  test('readyz is 503 while starting, draining or overloaded, and livez always answers', async () => {
    const { app, deps, overload } = await restSetup();
    const ready = async () => {
      const { statusCode, headers } = await app.inject('/readyz');
      expect((await app.inject('/livez')).json()).toEqual({ data: { message: 'live' } });
      return [statusCode, headers['retry-after']];
    };
    expect(await ready()).toEqual([200, undefined]);
    overload.cause = 'memory';
    expect(await ready()).toEqual([503, '5']);
    expect((await app.inject('/readyz')).json()).toEqual({ detail: expect.stringContaining('overloaded') });
    overload.cause = null;
    expect(await ready()).toEqual([200, undefined]);
    deps.readiness.drain();
    expect((await app.inject('/readyz')).json()).toEqual({ detail: expect.stringContaining('draining') });
    expect(await ready()).toEqual([503, '5']);
    deps.readiness.started();
    expect(await ready()).toEqual([503, '5']);
    expect(new Readiness(overload).reason).toBe('starting');
  });
});

describe('POST /sse/auth', () => {
  test.each([
    ['no body and no content type', {}],
    ['an empty JSON body', { headers: { 'content-type': 'application/json' }, payload: '' }],
    ['a blank JSON body', { headers: { 'content-type': 'application/json' }, payload: ' \n' }],
    ['an empty form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: '' }],
    ['a JSON body that says nothing', { headers: { 'content-type': 'application/json' }, payload: '{}' }],
  ])('with %s answers a JWT that is accepted', async (_, options) => {
    const { status, body, headers } = await rest().call({ method: 'POST', url: '/sse/auth', ...options });
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    const jwt = (body as { data: { jwt_token: string } }).data.jwt_token;
    for (const request of [
      { url: '/voices', headers: { authorization: `Bearer ${jwt}` } },
      { url: '/voices', headers: { authorization: `Bearer: ${jwt}` } },
      { url: `/voices?jwt_token=${jwt}` },
    ]) {
      expect((await rest().app.inject(request)).statusCode).toBe(200);
    }
  });

  test('expiration is in seconds, 3600 by default', async () => {
    const h = await restSetup();
    const take = async (query: string) =>
      ((await h.call({ method: 'POST', url: `/sse/auth${query}` })).body as { data: { jwt_token: string } })
        .data.jwt_token;
    const [short, usual] = [await take('?expiration=60'), await take('')];
    const status = async (jwt: string) => (await h.app.inject(`/voices?jwt_token=${jwt}`)).statusCode;
    expect(await status(short)).toBe(200);
    h.clock.ms += 61_000;
    expect(await status(short)).toBe(401);
    expect(await status(usual)).toBe(200);
    h.clock.ms += 3_600_000;
    expect(await status(usual)).toBe(401);
  });

  test.each([
    ['0', 'greater_than_equal'],
    ['86401', 'less_than_equal'],
    ['soon', 'integer_type'],
    ['', 'integer_type'],
    ['1.5', 'integer_type'],
  ])('expiration=%s is a 422 that points at it', async (expiration, type) => {
    const { status, body } = await rest().call({ method: 'POST', url: `/sse/auth?expiration=${expiration}` });
    expect(status).toBe(422);
    expect(body).toEqual({ detail: [{ loc: ['query', 'expiration'], msg: expect.any(String), type }] });
  });
});

describe('credentials', () => {
  test.each(['/voices', '/voices/x', '/usage'])('%s without them is a 401', async (url) => {
    const answer = await rest().app.inject(url);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({ detail: expect.stringContaining('x-api-key') });
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  test('credentials are checked before anything else of the request', async () => {
    expect((await rest().app.inject({ method: 'POST', url: '/sse/auth?expiration=x' })).statusCode).toBe(401);
  });

  test('credentials in the query are accepted, and the first of several counts', async () => {
    expect((await rest().app.inject(`/voices?api_key=${rest().key}&api_key=x`)).statusCode).toBe(200);
    expect((await rest().app.inject(`/voices?api_key=x&api_key=${rest().key}`)).statusCode).toBe(401);
  });

  test('a revoked key is refused within a second', async () => {
    const h = await restSetup();
    expect((await h.call({ url: '/voices' })).status).toBe(200);
    await revokeKey(h.deps.db, h.keyId);
    h.clock.ms += 1000;
    expect((await h.call({ url: '/voices' })).status).toBe(401);
  });

  test('a failing database is a 500 that reveals nothing, not a 401', async () => {
    const h = await restSetup();
    await h.deps.db.destroy();
    expect(await h.call({ url: '/voices' })).toMatchObject({
      status: 500,
      body: { detail: 'Internal Server Error' },
    });
    expect(h.lines.join('')).toContain('request failed');
  });
});

describe('the audit log', () => {
  const audit = (lines: readonly string[]) =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line.audit === true);

  test('contains refusals with their reason, and deletions with ids, but no words', async () => {
    const h = await restSetup();
    await h.app.inject({ url: '/voices?api_key=pk_guessed', remoteAddress: '192.0.2.7' });
    const created = await h.call({ method: 'POST', url: '/agents', payload: { prompt: 'Be kind.' } });
    const { agent_id: id } = (created.body as { data: { agent_id: string } }).data;
    await h.call({ method: 'DELETE', url: `/agents/${id}` });
    await h.call({ method: 'DELETE', url: `/agents/${id}` });
    await h.call({ method: 'PUT', url: '/pronunciations/en/parley', payload: { ipa: 'ˈpɑːɹli' } });
    await h.call({ method: 'DELETE', url: '/pronunciations/en/parley' });
    const by = { keyId: h.keyId, ownerId: expect.any(String) };
    expect(audit(h.lines)).toEqual([
      expect.objectContaining({ event: 'refused', reason: 'api_key_unknown', network: '192.0.2.7' }),
      expect.objectContaining({
        event: 'deleted',
        operation: 'DELETE /agents/:agent_id',
        ids: { agent_id: id },
        ...by,
      }),
      expect.objectContaining({
        event: 'deleted',
        operation: 'DELETE /pronunciations/:lang_code/:word',
        ids: {},
        ...by,
      }),
    ]);
    expect(JSON.stringify(audit(h.lines))).not.toMatch(/guessed|parley\b|kind/);
  });

  test('contains who read a transcript, as JSON or as text, and nothing that was said', async () => {
    const h = await restSetup();
    const { db, settings, log } = h.deps;
    const created = await h.call({ method: 'POST', url: '/agents', payload: {} });
    const { agent_id: agentId } = (created.body as { data: { agent_id: string } }).data;
    const [ownerId] = (await listApiKeys(db)).map((key) => key.owner_id);
    const keeper = new TranscriptKeeper({ db, sealer: new SecretEncryption(db, settings), settings, log });
    onTestFinished(() => keeper.close());
    const recorder = keeper.begin({
      ownerId: ownerId!,
      agentId,
      door: 'websocket',
      langCode: 'en',
      keepDays: 7,
      isRecorded: false,
    });
    recorder.add({ role: 'user', atMs: Date.now(), text: 'Secret.' });
    await keeper.end(recorder, 'caller_left');
    const url = `/conversations/${recorder.id}`;
    const headers = { 'x-api-key': h.key };
    expect((await h.app.inject({ url, headers })).body).toContain('Secret.');
    expect((await h.app.inject({ url: `${url}?format=text`, headers })).body).toContain('Secret.');
    await h.app.inject({ url: '/conversations/unknown', headers });
    await h.app.inject({ url: `/agents/${agentId}/conversations`, headers });
    const line = {
      event: 'transcript_read',
      operation: 'GET /conversations/:conversation_id',
      ids: { agent_id: agentId, conversation_id: recorder.id },
      keyId: h.keyId,
      ownerId,
    };
    expect(audit(h.lines)).toEqual([expect.objectContaining(line), expect.objectContaining(line)]);
    expect(h.lines.join('')).not.toContain('Secret.');
  });
});

describe('voices', () => {
  const wire = {
    id: VOICE.id,
    voice_id: VOICE.id,
    name: 'Ada',
    voice_name: 'Ada',
    tags: ['neural'],
    voice_tags: ['neural'],
    lang_code: 'en',
    lang_codes: ['en', 'en-us'],
    type: 'Standard',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    assisted: false,
    selected: false,
    refining: false,
    engine: 'vits',
    sample_rate: 22050,
    license: 'CC0-1.0',
    supports_timings: true,
    notice: '',
  };

  test('the list contains all fields', async () => {
    expect(await rest().call({ url: '/voices' })).toMatchObject({
      status: 200,
      body: { data: { voices: [wire] } },
    });
  });

  test('one is read by its id', async () => {
    expect((await rest().call({ url: `/voices/${VOICE.id}` })).body).toEqual({ data: { voice: wire } });
  });

  test('an unknown id is a 404 with the text that clients match', async () => {
    expect(await rest().call({ url: '/voices/nobody' })).toMatchObject({
      status: 404,
      body: { detail: 'This voice_id does not exist' },
    });
  });
});

describe('usage', () => {
  test('recent usage is included at once', async () => {
    const h = await restSetup();
    h.deps.usage.record(h.keyId, { characters: 11, audioMs: 900.4, requests: 1 });
    const { body } = await h.call({ url: '/usage' });
    const day = new Date().toISOString().slice(0, 10);
    expect(body).toEqual({ data: { days: [{ day, characters: 11, audio_ms: 900, requests: 1 }] } });
  });

  test('days out of bounds are a 422', async () => {
    expect((await rest().call({ url: '/usage?days=0' })).body).toMatchObject({
      detail: [{ loc: ['query', 'days'] }],
    });
  });
});

describe('all failures have the same format', () => {
  test.each<[string, InjectOptions, number]>([
    ['an unknown path', { url: '/nowhere' }, 404],
    ['a path that cannot be decoded', { url: '/voices/%ff' }, 404],
    ['a very long path', { url: `/voices/${'x'.repeat(500)}` }, 404],
    [
      'a body in another format',
      { method: 'POST', url: '/sse/auth', headers: { 'content-type': 'text/plain' }, payload: 'x' },
      415,
    ],
    [
      'a body too large',
      {
        method: 'POST',
        url: '/sse/auth',
        headers: { 'content-type': 'application/json' },
        payload: ' '.repeat(2 ** 21),
      },
      413,
    ],
  ])('%s', async (_, options, status) => {
    const answer = await rest().call(options);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ detail: expect.any(String) });
    if (status === 404) expect(answer.body).toEqual({ detail: 'Not Found' });
  });

  test('malformed JSON is a 422', async () => {
    const json = { 'content-type': 'application/json' };
    const { status, body } = await rest().call({
      method: 'POST',
      url: '/sse/auth',
      headers: json,
      payload: '{"a":',
    });
    expect(status).toBe(422);
    expect(body).toEqual({ detail: [{ loc: ['body'], msg: expect.any(String), type: 'json_invalid' }] });
  });
});

describe('metrics', () => {
  test('requests are counted by route, never by path', async () => {
    const h = await restSetup();
    await h.call({ url: '/voices/somebody-private' });
    await h.call({ url: '/surely/not/a/route' });
    const answer = await h.app.inject('/metrics');
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(answer.body).toContain(
      'parley_http_requests_total{method="GET",route="/voices/:voice_id",status="404"} 1',
    );
    expect(answer.body).toContain('route="unmatched"');
    expect(answer.body).not.toMatch(/somebody-private|surely/);
  });

  test('the figures of the engine are current', async () => {
    const h = await restSetup();
    const stats = {
      activeStreams: 3,
      waitingStreams: 1,
      queuedSteps: 2,
      lanes: 2,
      underruns: 5,
      voiceCores: 0.1,
      busySeconds: 1.5,
      audioSeconds: 10,
    };
    h.deps.metrics.watchEngine(() => stats);
    expect((await h.app.inject('/metrics')).body).toMatch(
      /parley_streams_active 3\n[\s\S]*parley_underruns_total 5\n/,
    );
    stats.underruns = 6;
    expect((await h.app.inject('/metrics')).body).toContain('parley_underruns_total 6\n');
  });

  test('protected metrics require credentials', async () => {
    const closed = await restSetup({ metricsOpen: false });
    expect((await closed.app.inject('/metrics')).statusCode).toBe(401);
    expect(
      (await closed.app.inject({ url: '/metrics', headers: { 'x-api-key': closed.key } })).statusCode,
    ).toBe(200);
  });
});

describe('CORS', () => {
  const preflight = (origin: string): InjectOptions => ({
    method: 'OPTIONS',
    url: '/voices',
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-api-key',
    },
  });

  test('is off by default', async () => {
    const answer = await rest().app.inject(preflight('https://app.example'));
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('allows listed origins, errors included, and no others', async () => {
    const { app, key } = await restSetup({ corsOrigins: ['https://app.example'] });
    const good = await app.inject(preflight('https://app.example'));
    expect(good.statusCode).toBe(204);
    expect(good.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-allow-headers': expect.stringContaining('x-api-key'),
      vary: 'Origin',
    });
    const headers = { origin: 'https://app.example' };
    for (const request of [
      { url: '/voices', headers: { ...headers, 'x-api-key': key } },
      { url: '/voices', headers },
    ]) {
      expect((await app.inject(request)).headers['access-control-allow-origin']).toBe('https://app.example');
    }
    const bad = await app.inject(preflight('https://evil.example'));
    expect(bad.headers).not.toHaveProperty('access-control-allow-origin');
    expect(bad.headers.vary).toBe('Origin');
  });

  test('* lets all in', async () => {
    const { app } = await restSetup({ corsOrigins: ['*'] });
    expect((await app.inject(preflight('null'))).headers['access-control-allow-origin']).toBe('*');
  });
});

test('no credential appears in the log of requests', async () => {
  const h = await restSetup();
  const jwt = await h.deps.authenticator.issueToken(
    await h.deps.authenticator.authenticate({ xApiKey: h.key }),
    60,
  );
  await h.call({ url: '/voices' });
  await h.app.inject(`/voices?api_key=${h.key}&jwt_token=${jwt}`);
  await h.app.inject(`/nowhere?api_key=chosen-by-the-operator`);
  await h.app.inject({ url: `/voices/%ff?jwt_token=${jwt}`, headers: { authorization: `Bearer ${jwt}` } });
  const log = h.lines.join('');
  expect(log).toContain('request answered');
  for (const secret of [h.key, jwt, 'chosen-by-the-operator']) expect(log).not.toContain(secret);
});

test.each([
  ['PUT', '/voices', 405, 'GET, HEAD, POST'],
  ['DELETE', '/voices/assisted/choose', 405, 'POST'],
  ['OPTIONS', '/voices/assisted', 405, 'POST'],
  ['TRACE', '/usage?days=1', 405, 'GET, HEAD'],
  ['GET', '/sse/speak/en', 405, 'POST'],
  ['POST', '/speak/en', 405, 'GET'],
  ['GET', '/speak/en', 426, undefined],
  ['GET', '/agents/any/media-stream', 426, undefined],
  ['PUT', '/nothing', 404, undefined],
] as const)('%s %s answers %i', async (method, url, status, allow) => {
  await rest().app.ready();
  const answer = rest().app.whyUnanswered(method, url.split('?')[0]!);
  expect([answer.status, answer.headers.allow]).toEqual([status, allow]);
  // This client cannot send it.
  if (method === 'TRACE') return;
  // There is no route, whatever the body is.
  const headers = { 'content-type': 'text/unknown' };
  const sent = await rest().app.inject({ method, url, headers, payload: method === 'GET' ? '' : 'x' });
  expect([sent.statusCode, sent.headers.allow]).toEqual([status, allow]);
  expect(sent.json()).toEqual({ detail: expect.any(String) });
});
