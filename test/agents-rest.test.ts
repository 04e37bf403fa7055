/** Agents over HTTP: what is kept, what is told again, what is refused, and what a room token does not tell. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAgents } from '../api/agents/agents.ts';
import { Authenticator } from '../api/credentials/authenticator.ts';
import { openDatabase } from '../api/storage/database.ts';
import { VoiceLibrary } from '../api/voices/library.ts';
import type { Engine } from '../engine/speech/types.ts';
import { AgentsClient, dataOf, LIVEKIT, readToken } from './kit/agents-client.ts';
import { CloningEngine, DEFAULT_VOICE } from './kit/cloning-engine.ts';
import { builtInEngine, KEY, startTestServer, type TestServer } from './kit/server.ts';
import type { Answer } from './kit/sse-client.ts';
import { VoicesClient } from './kit/voices-client.ts';

const UUID = /^[0-9a-f-]{36}$/;
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** It hears all languages, unless told otherwise. */
const engine: Engine = Object.assign(new CloningEngine(), {
  recogniser: {
    supports: (lang: string) => lang !== 'de',
    transcribe: () => Promise.reject(new Error('nobody asked')),
    close: async () => undefined,
  },
});
let server: TestServer;
let me: AgentsClient;
let other: AgentsClient;

beforeAll(async () => {
  server = await startTestServer(engine, {
    ...LIVEKIT,
    LIVEKIT_AGENT_NAME: 'test-agents',
    MCP_ALLOW_HOSTS: '127.0.0.2:8080',
  });
  me = new AgentsClient(server);
  other = new AgentsClient(server, (await VoicesClient.of(server, 'Other')).key);
});
afterAll(() => server.close());

interface Fault {
  readonly loc: unknown[];
  readonly type: string;
  readonly msg: string;
}

/** The faults of a 422. */
function faults({ status, json }: Answer): Fault[] {
  expect(status).toBe(422);
  return (json() as { detail: Fault[] }).detail;
}

async function jwtOf(client: AgentsClient, expiration: number): Promise<string> {
  const path = `/sse/auth?expiration=${expiration}`;
  return (await dataOf<{ jwt_token: string }>(client.send('POST', path))).jwt_token;
}

describe('keeping agents', () => {
  test('what is given is told again, to its owner alone', async () => {
    const given = {
      name: '  Reception ',
      prompt: 'You are the\nreceptionist.',
      greeting: 'Hello!',
      voice_id: DEFAULT_VOICE,
      lang_code: 'en',
      endpointing: { min_delay_ms: 200, max_delay_ms: 900 },
      mcp_servers: ['https://tools.example/mcp', 'https://tools.example/mcp'],
      llm: { base_url: 'https://llm.example/v1/', model: 'small', api_key: 'sk-not-to-be-told' },
      department: { floor: 3 },
      note: null,
      id: 'mine',
      api_key: 'sent by mistake',
    };
    const created = await me.create(given);
    expect(created.status).toBe(200);
    const { data } = created.json() as { data: { message: string; agent_id: string } };
    expect(data).toEqual({
      message: 'Agent has successfully been created.',
      agent_id: expect.stringMatching(UUID),
    });
    const id = data.agent_id;
    const answer = await me.read(id);
    expect(answer.body.toString()).not.toMatch(/sk-not-to-be-told|sent by mistake/);
    expect((answer.json() as { data: unknown }).data).toEqual({
      agent: {
        id,
        agent_id: id,
        name: 'Reception',
        prompt: 'You are the\nreceptionist.',
        greeting: 'Hello!',
        voice_id: DEFAULT_VOICE,
        lang_code: 'en',
        endpointing: { min_delay_ms: 200, max_delay_ms: 900 },
        mcp_servers: ['https://tools.example/mcp'],
        llm: { base_url: 'https://llm.example/v1', model: 'small', has_api_key: true },
        department: { floor: 3 },
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
      },
    });
    expect(await me.list()).toContainEqual({ id, agent_id: id, name: 'Reception' });
    expect(await other.list()).toEqual([]);
    for (const answer of [await other.read(id), await other.remove(id), await other.askToken(id)]) {
      expect(answer.status).toBe(404);
      expect(answer.json()).toEqual({ detail: `Agent with id ${id} not found` });
    }
    const gone = await me.remove(id);
    expect(gone.json()).toEqual({
      data: { message: 'Agent has successfully been deleted.', agent_id: id },
    });
    expect((await me.remove(id)).status).toBe(404);
    expect(await me.list()).toEqual([]);
  });

  test('nulls count as absent, and nothing is needed', async () => {
    const id = await me.made({ name: null, prompt: null, greeting: null, voice_id: null, llm: null });
    const agent = await me.agent(id);
    expect(agent).toEqual({
      id,
      agent_id: id,
      name: '',
      prompt: '',
      greeting: '',
      mcp_servers: [],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  test.each(['not-an-id', NOBODY, '%00', "'; drop table agents"])('no agent has the id %s', async (id) => {
    const answer = await me.read(encodeURI(decodeURIComponent(id)));
    expect(answer.status).toBe(404);
    expect(answer.json()).toEqual({ detail: `Agent with id ${decodeURIComponent(id)} not found` });
  });

  test('without credentials nobody gets anywhere', async () => {
    const stranger = new AgentsClient(server, 'unknown-key-unknown-key');
    const id = await me.made();
    const answers = [
      await stranger.create({}),
      await stranger.send('GET', '/agents'),
      await stranger.read(id),
      await stranger.remove(id),
      await stranger.askToken(id, { api_key: KEY }),
      await stranger.send('POST', `/agents/${id}/media-stream-url`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
  });
});

describe('what makes no agent', () => {
  test.each<[string, unknown, unknown[], string]>([
    ['no body', undefined, ['body'], 'missing'],
    ['an array', [], ['body'], 'dict_type'],
    ['a text', '"agent"', ['body'], 'dict_type'],
    ['no JSON', '{', ['body'], 'json_invalid'],
    ['a number for a name', { name: 5 }, ['body', 'name'], 'string_type'],
    ['a long name', { name: 'x'.repeat(201) }, ['body', 'name'], 'string_too_long'],
    ['an unprintable name', { name: 'a\u0007' }, ['body', 'name'], 'string_pattern_mismatch'],
    ['a long prompt', { prompt: 'x'.repeat(100_001) }, ['body', 'prompt'], 'string_too_long'],
    ['NUL in a prompt', { prompt: 'a\0b' }, ['body', 'prompt'], 'string_pattern_mismatch'],
    ['a list for a greeting', { greeting: ['Hi'] }, ['body', 'greeting'], 'string_type'],
    ['Arabic', { lang_code: 'ar' }, ['body', 'lang_code'], 'language_unsupported'],
    ['Arabic of a country', { lang_code: 'AR_eg' }, ['body', 'lang_code'], 'language_unsupported'],
    ['no language', { lang_code: 'the english' }, ['body', 'lang_code'], 'string_pattern_mismatch'],
    ['an unknown voice', { voice_id: 'nobody' }, ['body', 'voice_id'], 'voice_unknown'],
    ['a long voice id', { voice_id: 'x'.repeat(65) }, ['body', 'voice_id'], 'string_too_long'],
    ['a text for a pause', { endpointing: 'long' }, ['body', 'endpointing'], 'int_type'],
    ['an endless pause', { endpointing: 30_001 }, ['body', 'endpointing'], 'number_range'],
    [
      'a pause that ends before it begins',
      { endpointing: { min_delay_ms: 500, max_delay_ms: 400 } },
      ['body', 'endpointing', 'max_delay_ms'],
      'number_range',
    ],
    [
      'an unknown field of a pause',
      { endpointing: { min: 500 } },
      ['body', 'endpointing', 'min'],
      'extra_forbidden',
    ],
    ['a server for servers', { mcp_servers: { url: 'x' } }, ['body', 'mcp_servers'], 'list_type'],
    ['a file for a server', { mcp_servers: ['file:///etc'] }, ['body', 'mcp_servers'], 'url_parsing'],
    ['a server with a password', { mcp_servers: ['http://a:b@x/'] }, ['body', 'mcp_servers'], 'url_parsing'],
    ['a number for a server', { mcp_servers: [5] }, ['body', 'mcp_servers'], 'url_parsing'],
    [
      'nine servers',
      { mcp_servers: [...'123456789'].map((n) => `http://x/${n}`) },
      ['body', 'mcp_servers'],
      'too_long',
    ],
    ['a name for a model', { llm: 'gpt' }, ['body', 'llm'], 'dict_type'],
    ['a model without a name', { llm: { base_url: 'http://x/v1' } }, ['body', 'llm', 'model'], 'missing'],
    [
      'a model at no address',
      { llm: { base_url: 'x', model: 'm' } },
      ['body', 'llm', 'base_url'],
      'url_parsing',
    ],
    ...[
      'http://127.0.0.1:8080/v1',
      'http://localhost/v1',
      'http://0x7f.1/v1',
      'http://10.1.2.3/v1',
      'http://169.254.169.254/latest',
      'https://[::ffff:127.0.0.1]/v1',
    ].map((base_url): [string, object, string[], string] => [
      `a model at ${base_url}`,
      { llm: { base_url, model: 'm' } },
      ['body', 'llm', 'base_url'],
      'address_refused',
    ]),
    [
      'a key without its address',
      { llm: { api_key: 'k', model: 'm' } },
      ['body', 'llm', 'base_url'],
      'missing',
    ],
    [
      'an unknown field of a model',
      { llm: { model: 'm', temperature: 1 } },
      ['body', 'llm', 'temperature'],
      'extra_forbidden',
    ],
    ['too much else', { essay: 'x'.repeat(70_000) }, ['body'], 'too_long'],
  ])('%s', async (_what, body, loc, type) => {
    const before = await me.list();
    const found = faults(await me.create(body));
    expect(found).toEqual([{ loc, type, msg: expect.any(String) }]);
    expect(await me.list()).toEqual(before);
  });

  test('everything that is wrong is told at once', async () => {
    const found = faults(await me.create({ name: 1, prompt: 2, lang_code: 'ar' }));
    expect(found.map(({ loc }) => loc[1]).sort()).toEqual(['lang_code', 'name', 'prompt']);
  });

  test('a private address is fine where the operator allows it, at its port', async () => {
    expect((await me.create({ llm: { base_url: 'http://127.0.0.2:8080/v1', model: 'm' } })).status).toBe(200);
    const [fault] = faults(await me.create({ llm: { base_url: 'http://127.0.0.2:8081/v1', model: 'm' } }));
    expect(fault?.msg).toContain('MCP_ALLOW_HOSTS');
  });

  test("another owner's voice is like one that does not exist", async () => {
    const theirs = await new VoicesClient(server, other.key).made('their voice');
    const [foreign] = faults(await me.create({ voice_id: theirs }));
    const [unknown] = faults(await me.create({ voice_id: NOBODY }));
    expect(foreign).toEqual(unknown);
    expect((await other.create({ voice_id: theirs })).status).toBe(200);
  });
});

describe('a room token', () => {
  test('lets one caller into one room, for minutes, with the agent behind them', async () => {
    const id = await me.made({ name: 'Ada' });
    const beforeS = Math.floor(Date.now() / 1000);
    const { token, room_name: room, url } = await me.token(id);
    expect(url).toBe('ws://127.0.0.1:7880');
    const claims = await readToken(token);
    expect(claims.sub).toMatch(/^caller-[0-9a-f-]{36}$/);
    expect(claims.video).toEqual({
      roomJoin: true,
      room,
      canPublish: true,
      canSubscribe: true,
      canPublishData: true,
      canUpdateOwnMetadata: false,
    });
    expect(claims.exp).toBeGreaterThanOrEqual(beforeS + 599);
    expect(claims.exp).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 600);
    const agents = claims.roomConfig?.agents ?? [];
    expect(agents.map(({ agentName }) => agentName)).toEqual(['test-agents']);
    const again = await me.token(id);
    expect(again.room_name).not.toBe(room);
    expect((await readToken(again.token)).sub).not.toBe(claims.sub);
  });

  test('tells its reader nothing of the agent, the session or the credential', async () => {
    const secrets = {
      prompt: 'secret-prompt',
      greeting: 'secret-greeting',
      mcp_servers: ['https://secret-stored.example/'],
      llm: { base_url: 'https://secret-llm.example/v1', model: 'secret-model', api_key: 'secret-llm-key' },
    };
    const id = await me.made(secrets);
    const { token } = await me.token(id, {
      instructions: 'secret-instructions',
      mcp_servers: ['https://secret-asked.example/'],
      customer: 'secret-customer',
    });
    const parts = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    expect(parts[1]).toContain('test-agents');
    expect(parts.join()).not.toMatch(/secret-(?!$)/);
    expect(parts.join()).not.toContain(KEY);
    expect(parts.join()).not.toContain(id);
    const reference = (await readToken(token)).roomConfig?.agents[0]?.metadata;
    expect(reference).toMatch(/^[\w-]{32}$/);
  });

  test('its reference gives a worker everything, in that room alone', async () => {
    const voice = await new VoicesClient(server).made('agent voice', 'sound of the speaker');
    const id = await me.made({
      prompt: 'stored prompt',
      greeting: 'stored greeting',
      endpointing: 700,
      mcp_servers: ['https://stored.example/'],
      llm: { base_url: 'https://llm.example/v1', model: 'small', api_key: 'sk-model' },
    });
    const jwt = await jwtOf(me, 300);
    const { token, room_name } = await dataOf<{ token: string; room_name: string }>(
      me.askToken(id, {
        jwt_token: jwt,
        api_key: null,
        room_name: ' Lobby 7 ',
        greeting: '',
        instructions: 'asked instructions',
        voice_id: voice,
        mcp_servers: ['https://asked.example/'],
        return_sampling_rate: 8000,
        return_encoding: 'pcm_mulaw',
        incoming_sampling_rate: 48_000,
        incoming_encoding: 'opus',
        customer: { id: 12 },
        nothing: null,
      }),
    );
    expect(room_name).toBe('Lobby 7');
    const claims = await readToken(token);
    expect((claims.exp ?? 0) * 1000 - Date.now()).toBeLessThanOrEqual(301_000);
    const reference = claims.roomConfig?.agents[0]?.metadata ?? '';
    await withSessions(async ({ sessions }) => {
      expect(await sessions.claim(reference, 'another room')).toBeNull();
      const claimed = await sessions.claim(reference, 'Lobby 7');
      expect(claimed).toEqual({
        hasBegun: false,
        identity: {
          ownerId: expect.any(String),
          keyId: expect.any(String),
          expiresAtMs: expect.any(Number),
        },
        roomName: 'Lobby 7',
        callerIdentity: claims.sub,
        settings: {
          agentId: id,
          instructions: 'asked instructions',
          greeting: '',
          lang: 'en',
          voiceId: voice,
          clone: expect.objectContaining({ id: voice, name: 'agent voice' }),
          mode: 'asr-llm-tts',
          endpointing: { minDelayMs: 700, maxDelayMs: 2500 },
          mcpServers: ['https://asked.example/'],
          model: { baseUrl: 'https://llm.example/v1', model: 'small', apiKey: 'sk-model' },
          metadata: { customer: { id: 12 } },
        },
        audio: {
          incoming: { encoding: 'opus', rate: 48_000 },
          outgoing: { encoding: 'pcm_mulaw', rate: 8000 },
        },
      });
    });
    // Nothing of it, nor the agent's key, lies open in the database.
    const db = await openDatabase({ dataDir: server.dataDir, databaseUrl: null });
    try {
      const rows = [
        await db.selectFrom('agents').selectAll().execute(),
        await db.selectFrom('agent_sessions').selectAll().execute(),
      ];
      expect(JSON.stringify(rows)).not.toMatch(/sk-model|eyJ/);
      expect(JSON.stringify(rows)).not.toContain(KEY);
    } finally {
      await db.destroy();
    }
  });

  test('without overrides a session is held with what is stored', async () => {
    const id = await me.made({
      prompt: 'stored prompt',
      greeting: 'stored greeting',
      mcp_servers: ['http://x/'],
    });
    const { token, room_name } = await me.token(id, { greeting: null });
    const reference = (await readToken(token)).roomConfig?.agents[0]?.metadata ?? '';
    await withSessions(async ({ sessions }) => {
      const claimed = await sessions.claim(reference, room_name);
      expect(claimed?.settings).toMatchObject({
        instructions: 'stored prompt',
        greeting: 'stored greeting',
        voiceId: null,
        mcpServers: ['http://x/'],
        model: null,
        metadata: {},
      });
      expect(claimed?.audio.incoming).toEqual({ encoding: 'pcm_linear', rate: 16_000 });
      expect(claimed?.audio.outgoing).toEqual({ encoding: 'pcm_linear', rate: 24_000 });
      expect(claimed?.identity.expiresAtMs).toBeNull();
    });
  });

  test('a deleted agent is sent nowhere', async () => {
    const id = await me.made();
    const { token, room_name } = await me.token(id);
    const reference = (await readToken(token)).roomConfig?.agents[0]?.metadata ?? '';
    await me.remove(id);
    await withSessions(async ({ sessions }) => {
      expect(await sessions.claim(reference, room_name)).toBeNull();
    });
  });

  test("a room is one owner's: another one cannot ask their way into it", async () => {
    const [mine, theirs] = [await me.made(), await other.made()];
    await me.token(mine, { room_name: 'boardroom' });
    const refused = await other.askToken(theirs, { api_key: other.key, room_name: 'boardroom' });
    expect(refused.status).toBe(409);
    expect(refused.json()).toEqual({ detail: expect.stringContaining('room_name') });
    expect((await me.token(mine, { room_name: 'boardroom' })).room_name).toBe('boardroom');
  });

  test('the body must hold one valid credential of the owner', async () => {
    const id = await me.made();
    const jwt = await jwtOf(me, 60);
    for (const body of ['', {}, { api_key: null, jwt_token: '' }]) {
      expect(faults(await me.askToken(id, body))).toEqual([
        { loc: ['body', 'api_key'], type: 'missing', msg: expect.stringContaining('jwt_token') },
      ]);
    }
    expect(faults(await me.askToken(id, { api_key: KEY, jwt_token: jwt }))).toEqual([
      { loc: ['body', 'jwt_token'], type: 'extra_forbidden', msg: expect.stringContaining('api_key') },
    ]);
    expect(faults(await me.askToken(id, { api_key: 5 }))[0]).toMatchObject({ loc: ['body', 'api_key'] });
    for (const body of [{ api_key: 'nobodys-key' }, { jwt_token: 'nonsense' }, { jwt_token: `${jwt}x` }]) {
      const answer = await me.askToken(id, body);
      expect(answer.status).toBe(401);
      expect(answer.body.toString()).not.toMatch(/query|nobodys-key/);
    }
    // Somebody else's credential, though valid, must not pay for or see this agent.
    const foreign = await me.askToken(id, { api_key: other.key });
    expect(foreign.status).toBe(404);
    expect(foreign.json()).toEqual({ detail: `Agent with id ${id} not found` });
    expect((await me.askToken(id, { jwt_token: jwt })).status).toBe(200);
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    ['Arabic', { lang_code: 'ar' }, 'lang_code', 'language_unsupported'],
    ['a language nobody hears', { lang_code: 'de' }, 'lang_code', 'language_not_heard'],
    ['an unknown voice', { voice_id: 'nobody' }, 'voice_id', 'voice_unknown'],
    ['a long room name', { room_name: 'x'.repeat(129) }, 'room_name', 'string_too_long'],
    ['an unprintable room name', { room_name: 'a\nb' }, 'room_name', 'string_pattern_mismatch'],
    ['a number for a room', { room_name: 7 }, 'room_name', 'string_type'],
    ['a rate of return', { return_sampling_rate: 44_100 }, 'return_sampling_rate', 'enum'],
    ['a rate of arrival', { incoming_sampling_rate: 11_025 }, 'incoming_sampling_rate', 'enum'],
    ['an encoding of return', { return_encoding: 'opus' }, 'return_encoding', 'enum'],
    ['an encoding of arrival', { incoming_encoding: 'mp3' }, 'incoming_encoding', 'enum'],
    ['a mode', { mode: 'telepathy' }, 'mode', 'enum'],
    ['a server', { mcp_servers: ['ws://x/'] }, 'mcp_servers', 'url_parsing'],
    ['instructions', { instructions: { be: 'nice' } }, 'instructions', 'string_type'],
    ['a greeting', { greeting: 'x'.repeat(5001) }, 'greeting', 'string_too_long'],
  ])('wrong: %s', async (_what, more, field, type) => {
    const id = await me.made();
    const found = faults(await me.askToken(id, { api_key: KEY, ...more }));
    expect(found).toEqual([{ loc: ['body', field], type, msg: expect.any(String) }]);
  });

  test('metadata are bounded', async () => {
    const id = await me.made();
    expect(faults(await me.askToken(id, { api_key: KEY, essay: 'x'.repeat(17_000) }))).toMatchObject([
      { loc: ['body'], type: 'too_long' },
    ]);
  });

  test('a language nobody hears can be typed', async () => {
    const id = await me.made({ lang_code: 'de' });
    const [fault] = faults(await me.askToken(id));
    expect(fault?.msg).toContain('STT_BASE_URL');
    expect(fault?.msg).toContain('llm-tts');
    await me.token(id, { mode: 'llm-tts' });
  });
});

test('callers are told the address that is theirs, where LiveKit has another one for them', async () => {
  const own = await startTestServer(engine, { ...LIVEKIT, LIVEKIT_PUBLIC_URL: 'https://rooms.example.org/' });
  try {
    const client = new AgentsClient(own);
    const { url } = await client.token(await client.made());
    expect(url).toBe('wss://rooms.example.org');
  } finally {
    await own.close();
  }
});

describe('a server without LiveKit', () => {
  test('keeps agents, and says what is missing when a token is asked for', async () => {
    const own = await builtInEngine();
    const lonely = await startTestServer(own);
    try {
      const client = new AgentsClient(lonely);
      const id = await client.made({ name: 'Ada', lang_code: 'fr' });
      expect(await client.list()).toHaveLength(1);
      expect(faults(await client.create({ lang_code: 'tlh' }))).toMatchObject([
        { loc: ['body', 'lang_code'], type: 'language_unsupported' },
      ]);
      expect(faults(await client.create({ lang_code: 'de', voice_id: 'espeak-fr' }))).toMatchObject([
        { loc: ['body', 'voice_id'], type: 'voice_language' },
      ]);
      const answer = await client.askToken(id, { api_key: KEY, mode: 'llm-tts' });
      expect(answer.status).toBe(503);
      const { detail } = answer.json() as { detail: string };
      for (const name of Object.keys(LIVEKIT)) expect(detail).toContain(name);
    } finally {
      await lonely.close();
      await own.close();
    }
  });
});

describe('the address of a media stream', () => {
  interface Link {
    readonly url: string;
    readonly token: string;
    readonly expires_in: number;
  }
  const ask = (id: string, body?: unknown): Promise<Answer> =>
    me.send('POST', `/agents/${id}/media-stream-url`, body);

  test('lets in for its agent, for its time, and nowhere else', async () => {
    const [id, another] = [await me.made(), await me.made()];
    const link = await dataOf<Link>(ask(id));
    expect(link).toEqual({
      url: `/agents/${id}/media-stream/${link.token}`,
      token: expect.any(String),
      expires_in: 600,
    });
    expect((await dataOf<Link>(ask(id, { expires_in: 60 }))).expires_in).toBe(60);
    await withSessions(async ({ links }) => {
      expect(await links.verify(link.token, id)).toMatchObject({ expiresAtMs: null });
      await expect(links.verify(link.token, another)).rejects.toMatchObject({ status: 401 });
      await expect(links.verify(await jwtOf(me, 60), id)).rejects.toMatchObject({ status: 401 });
      await expect(links.verify('', id)).rejects.toMatchObject({ status: 401 });
    });
    // It is no credential for anything else.
    const answer = await me.send('GET', `/agents?jwt_token=${link.token}`, undefined, { 'x-api-key': '' });
    expect(answer.status).toBe(401);
  });

  test('made with a JWT it lasts no longer than that', async () => {
    const id = await me.made();
    const jwt = await jwtOf(me, 100);
    const headers = { 'x-api-key': '', authorization: `Bearer ${jwt}` };
    const path = `/agents/${id}/media-stream-url`;
    const { token, expires_in } = await dataOf<Link>(me.send('POST', path, { expires_in: 3600 }, headers));
    expect(expires_in).toBeLessThanOrEqual(100);
    await withSessions(async ({ links }) => {
      expect((await links.verify(token, id)).expiresAtMs).toBeLessThanOrEqual(Date.now() + 100_000);
    });
  });

  test.each([[59], [86_401], ['soon'], [60.5]])('not for %s seconds', async (expires_in) => {
    const id = await me.made();
    expect(faults(await ask(id, { expires_in }))).toMatchObject([{ loc: ['body', 'expires_in'] }]);
  });

  test("not for another owner's agent", async () => {
    const answer = await ask(await other.made());
    expect(answer.status).toBe(404);
  });
});

/** What a worker and the doors use, on the server's database. */
async function withSessions(use: (agents: ReturnType<typeof createAgents>) => Promise<void>): Promise<void> {
  const db = await openDatabase({ dataDir: server.dataDir, databaseUrl: null });
  const authenticator = await Authenticator.open(db);
  try {
    const library = new VoiceLibrary(db, engine);
    const settings = { llmBaseUrl: null, llmApiKey: null };
    await use(createAgents({ db, authenticator, engine, library, settings }));
  } finally {
    await authenticator.close();
    await db.destroy();
  }
}
