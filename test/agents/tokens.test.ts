/** Tokens for rooms: who gets one, what it permits, and what it reveals. */
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../api/storage/database.ts';
import { AgentOwners, faults, jwtOf } from '../kit/agent-owners.ts';
import { AgentsClient, dataOf, LIVEKIT, readToken } from '../kit/clients/agents-client.ts';
import { VoicesClient } from '../kit/clients/voices-client.ts';
import { KEY, startTestServer } from '../kit/server.ts';

const owners = new AgentOwners();

describe('a room token', () => {
  test('admits one caller to one room, for minutes, with the agent dispatched', async () => {
    const id = await owners.me.made({ name: 'Ada' });
    const beforeS = Math.floor(Date.now() / 1000);
    const { token, room_name: room, url } = await owners.me.token(id);
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
    const again = await owners.me.token(id);
    expect(again.room_name).not.toBe(room);
    expect((await readToken(again.token)).sub).not.toBe(claims.sub);
  });

  test('reveals neither the agent, the session nor the credential', async () => {
    const secrets = {
      prompt: 'secret-prompt',
      greeting: 'secret-greeting',
      mcp_servers: ['https://secret-stored.example/'],
      llm: { base_url: 'https://secret-llm.example/v1', model: 'secret-model', api_key: 'secret-llm-key' },
    };
    const id = await owners.me.made(secrets);
    const { token } = await owners.me.token(id, {
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

  test('its reference gives a worker the settings, in that room alone', async () => {
    const voice = await new VoicesClient(owners.server).made('agent voice', 'sound of the speaker');
    const id = await owners.me.made({
      prompt: 'stored prompt',
      greeting: 'stored greeting',
      endpointing: 700,
      mcp_servers: ['https://stored.example/'],
      llm: { base_url: 'https://llm.example/v1', model: 'small', api_key: 'sk-model' },
    });
    const jwt = await jwtOf(owners.me, 300);
    const { token, room_name } = await dataOf<{ token: string; room_name: string }>(
      owners.me.askToken(id, {
        jwt_token: jwt,
        api_key: null,
        room_name: ' Lobby 7 ',
        greeting: '',
        instructions: 'asked instructions',
        voice_id: voice,
        mcp_servers: ['https://asked.example/'],
        return_sampling_rate: 8000,
        return_encoding: 'pcm_linear',
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
    await owners.withSessions(async ({ sessions }) => {
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
          outgoing: { encoding: 'pcm_linear', rate: 8000 },
        },
      });
    });
    // The database contains no plain text of it or of the agent's key.
    const db = await openDatabase({ dataDir: owners.server.dataDir, databaseUrl: null });
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

  test('without overrides a session has the stored settings', async () => {
    const id = await owners.me.made({
      prompt: 'stored prompt',
      greeting: 'stored greeting',
      mcp_servers: ['http://x/'],
    });
    const { token, room_name } = await owners.me.token(id, { greeting: null });
    const reference = (await readToken(token)).roomConfig?.agents[0]?.metadata ?? '';
    await owners.withSessions(async ({ sessions }) => {
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

  test('a deleted agent is not dispatched', async () => {
    const id = await owners.me.made();
    const { token, room_name } = await owners.me.token(id);
    const reference = (await readToken(token)).roomConfig?.agents[0]?.metadata ?? '';
    await owners.me.remove(id);
    await owners.withSessions(async ({ sessions }) => {
      expect(await sessions.claim(reference, room_name)).toBeNull();
    });
  });

  test('a room belongs to one owner: another one cannot get a token for it', async () => {
    const [mine, theirs] = [await owners.me.made(), await owners.other.made()];
    await owners.me.token(mine, { room_name: 'boardroom' });
    const refused = await owners.other.askToken(theirs, {
      api_key: owners.other.key,
      room_name: 'boardroom',
    });
    expect(refused.status).toBe(409);
    expect(refused.json()).toEqual({ detail: expect.stringContaining('room_name') });
    expect((await owners.me.token(mine, { room_name: 'boardroom' })).room_name).toBe('boardroom');
  });

  test('the body must contain one valid credential of the owner', async () => {
    const id = await owners.me.made();
    const jwt = await jwtOf(owners.me, 60);
    for (const body of ['', {}, { api_key: null, jwt_token: '' }]) {
      expect(faults(await owners.me.askToken(id, body))).toEqual([
        { loc: ['body', 'api_key'], type: 'missing', msg: expect.stringContaining('jwt_token') },
      ]);
    }
    expect(faults(await owners.me.askToken(id, { api_key: KEY, jwt_token: jwt }))).toEqual([
      { loc: ['body', 'jwt_token'], type: 'extra_forbidden', msg: expect.stringContaining('api_key') },
    ]);
    expect(faults(await owners.me.askToken(id, { api_key: 5 }))[0]).toMatchObject({
      loc: ['body', 'api_key'],
    });
    for (const body of [{ api_key: 'nobodys-key' }, { jwt_token: 'nonsense' }, { jwt_token: `${jwt}x` }]) {
      const answer = await owners.me.askToken(id, body);
      expect(answer.status).toBe(401);
      expect(answer.body.toString()).not.toMatch(/query|nobodys-key/);
    }
    // A valid credential of another owner must neither be charged for nor reach this agent.
    const foreign = await owners.me.askToken(id, { api_key: owners.other.key });
    expect(foreign.status).toBe(404);
    expect(foreign.json()).toEqual({ detail: `Agent with id ${id} not found` });
    expect((await owners.me.askToken(id, { jwt_token: jwt })).status).toBe(200);
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
    ['mu-law to a room', { return_encoding: 'pcm_mulaw' }, 'return_encoding', 'encoding_unavailable'],
    ['mu-law from a room', { incoming_encoding: 'pcm_mulaw' }, 'incoming_encoding', 'encoding_unavailable'],
    ['a mode', { mode: 'telepathy' }, 'mode', 'enum'],
    ['a server', { mcp_servers: ['ws://x/'] }, 'mcp_servers', 'url_parsing'],
    ['instructions', { instructions: { be: 'nice' } }, 'instructions', 'string_type'],
    ['a greeting', { greeting: 'x'.repeat(5001) }, 'greeting', 'string_too_long'],
  ])('wrong: %s', async (_what, more, field, type) => {
    const id = await owners.me.made();
    const found = faults(await owners.me.askToken(id, { api_key: KEY, ...more }));
    expect(found).toEqual([{ loc: ['body', field], type, msg: expect.any(String) }]);
  });

  test('metadata are bounded', async () => {
    const id = await owners.me.made();
    expect(faults(await owners.me.askToken(id, { api_key: KEY, essay: 'x'.repeat(17_000) }))).toMatchObject([
      { loc: ['body'], type: 'too_long' },
    ]);
  });

  test('a language without a recogniser is accepted for typed turns', async () => {
    const id = await owners.me.made({ lang_code: 'de' });
    const [fault] = faults(await owners.me.askToken(id));
    expect(fault?.msg).toContain('STT_BASE_URL');
    expect(fault?.msg).toContain('llm-tts');
    await owners.me.token(id, { mode: 'llm-tts' });
  });
});

test('callers get LiveKit’s public address if there is one', async () => {
  const own = await startTestServer(owners.engine, {
    ...LIVEKIT,
    LIVEKIT_PUBLIC_URL: 'https://rooms.example.org/',
  });
  try {
    const client = new AgentsClient(own);
    const { url } = await client.token(await client.made());
    expect(url).toBe('wss://rooms.example.org');
  } finally {
    await own.close();
  }
});
