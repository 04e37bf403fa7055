/** Agents over HTTP: stored fields, responses and refusals. */
import { describe, expect, test } from 'vitest';
import { AgentOwners, faults } from '../kit/agent-owners.ts';
import { AgentsClient, LIVEKIT } from '../kit/clients/agents-client.ts';
import { VoicesClient } from '../kit/clients/voices-client.ts';
import { DEFAULT_VOICE } from '../kit/cloning-engine.ts';
import { builtInEngine, KEY, startTestServer } from '../kit/server.ts';

const UUID = /^[0-9a-f-]{36}$/;
const NOBODY = '00000000-0000-4000-8000-000000000000';
const owners = new AgentOwners();

describe('keeping agents', () => {
  test('the given fields are returned, to their owner alone', async () => {
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
    const created = await owners.me.create(given);
    expect(created.status).toBe(200);
    const { data } = created.json() as { data: { message: string; agent_id: string } };
    expect(data).toEqual({
      message: 'Agent has successfully been created.',
      agent_id: expect.stringMatching(UUID),
    });
    const id = data.agent_id;
    const answer = await owners.me.read(id);
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
    expect(await owners.me.list()).toContainEqual({ id, agent_id: id, name: 'Reception' });
    expect(await owners.other.list()).toEqual([]);
    for (const answer of [
      await owners.other.read(id),
      await owners.other.remove(id),
      await owners.other.askToken(id),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.json()).toEqual({ detail: `Agent with id ${id} not found` });
    }
    const gone = await owners.me.remove(id);
    expect(gone.json()).toEqual({
      data: { message: 'Agent has successfully been deleted.', agent_id: id },
    });
    expect((await owners.me.remove(id)).status).toBe(404);
    expect(await owners.me.list()).toEqual([]);
  });

  test('a language that cannot be recognised is a warning in every response', async () => {
    const engine = await builtInEngine();
    const server = await startTestServer(engine);
    try {
      const client = new AgentsClient(server, KEY);
      const told = expect.stringContaining('cannot recognise speech in "hr"');
      const made = await client.create({ name: 'Recepcija', lang_code: 'hrv' });
      expect(made.json()).toMatchObject({ data: { warnings: [told] } });
      const { agent_id: id } = (made.json() as { data: { agent_id: string } }).data;
      expect((await client.read(id)).json()).toMatchObject({ data: { warnings: [told] } });
      const changed = await client.send('PATCH', `/agents/${id}`, { name: 'Hotel' });
      expect(changed.json()).toMatchObject({ data: { agent: { name: 'Hotel' }, warnings: [told] } });
    } finally {
      await server.close();
      await engine.close();
    }
    const heard = await owners.me.create({ name: 'Reception', lang_code: 'en' });
    expect(JSON.stringify(heard.json())).not.toContain('warnings');
  });

  test('several languages, or the caller’s, are returned, with those that cannot be recognised', async () => {
    const languages = ['en', 'es-MX', 'en-GB'];
    const id = await owners.me.made({ name: 'Reception', lang_code: languages });
    // Varieties of a language cannot be distinguished: the first counts.
    expect(await owners.me.agent(id)).toMatchObject({ lang_code: ['en', 'es-mx'] });
    const changed = await owners.me.send('PATCH', `/agents/${id}`, { lang_code: 'AUTO' });
    expect(changed.json()).toMatchObject({ data: { agent: { lang_code: 'auto' } } });
    const one = await owners.me.send('PATCH', `/agents/${id}`, { lang_code: ['fr'] });
    expect(one.json()).toMatchObject({ data: { agent: { lang_code: 'fr' } } });

    const engine = await builtInEngine();
    const server = await startTestServer(engine);
    try {
      const client = new AgentsClient(server, KEY);
      const several = await client.create({ lang_code: ['hr', 'de'] });
      expect(several.json()).toMatchObject({
        data: { warnings: [expect.stringContaining('"hr"'), expect.stringContaining('"de"')] },
      });
      for (const [lang_code, told] of [
        [['en', 'xx'], 'No voice speaks the language "xx"'],
        [['en', 'nonsense'], 'list of codes'],
        [['en', 'auto'], 'list of codes'],
        [['en', 5], 'list of codes'],
        [['en', 'ar'], 'Arabic'],
        [[], 'at least one language'],
        [Array(17).fill('en'), 'at most 16'],
        [5, 'string'],
      ] as const) {
        const refused = await client.create({ lang_code });
        expect(refused.status, told).toBe(422);
        expect(refused.json()).toMatchObject({
          detail: [{ loc: ['body', 'lang_code'], msg: expect.stringContaining(told) }],
        });
      }
      // One of the languages is the voice's own.
      expect((await client.create({ lang_code: ['en', 'de'], voice_id: 'espeak-de' })).status).toBe(200);
      const foreign = await client.create({ lang_code: ['en', 'de'], voice_id: 'espeak-fr' });
      expect(foreign.json()).toMatchObject({ detail: [{ loc: ['body', expect.any(String)] }] });
    } finally {
      await server.close();
      await engine.close();
    }
  });

  test('nulls count as absent, and nothing is needed', async () => {
    const id = await owners.me.made({ name: null, prompt: null, greeting: null, voice_id: null, llm: null });
    const agent = await owners.me.agent(id);
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
    const answer = await owners.me.read(encodeURI(decodeURIComponent(id)));
    expect(answer.status).toBe(404);
    expect(answer.json()).toEqual({ detail: `Agent with id ${decodeURIComponent(id)} not found` });
  });

  test('every route needs credentials', async () => {
    const stranger = new AgentsClient(owners.server, 'unknown-key-unknown-key');
    const id = await owners.me.made();
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

describe('rejected agents', () => {
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
    [
      'a loopback server',
      { mcp_servers: ['http://127.0.0.1:9/mcp'] },
      ['body', 'mcp_servers'],
      'address_refused',
    ],
    ['this machine', { mcp_servers: ['http://localhost/mcp'] }, ['body', 'mcp_servers'], 'address_refused'],
    ['a private server', { mcp_servers: ['https://10.0.0.8/'] }, ['body', 'mcp_servers'], 'address_refused'],
    [
      'a private IPv6 server',
      { mcp_servers: ['http://[fd00::1]/'] },
      ['body', 'mcp_servers'],
      'address_refused',
    ],
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
    const before = await owners.me.list();
    const found = faults(await owners.me.create(body));
    expect(found).toEqual([{ loc, type, msg: expect.any(String) }]);
    expect(await owners.me.list()).toEqual(before);
  });

  test('all faults are reported together', async () => {
    const found = faults(await owners.me.create({ name: 1, prompt: 2, lang_code: 'ar' }));
    expect(found.map(({ loc }) => loc[1]).sort()).toEqual(['lang_code', 'name', 'prompt']);
  });

  test('a private address is accepted if the operator allows it, at its port', async () => {
    expect(
      (await owners.me.create({ llm: { base_url: 'http://127.0.0.2:8080/v1', model: 'm' } })).status,
    ).toBe(200);
    const [fault] = faults(
      await owners.me.create({ llm: { base_url: 'http://127.0.0.2:8081/v1', model: 'm' } }),
    );
    expect(fault?.msg).toContain('MCP_ALLOW_HOSTS');
  });

  test("another owner's voice is treated like an unknown one", async () => {
    const theirs = await new VoicesClient(owners.server, owners.other.key).made('their voice');
    const [foreign] = faults(await owners.me.create({ voice_id: theirs }));
    const [unknown] = faults(await owners.me.create({ voice_id: NOBODY }));
    expect(foreign).toEqual(unknown);
    expect((await owners.other.create({ voice_id: theirs })).status).toBe(200);
  });
});

describe('a server without LiveKit', () => {
  test('stores agents, and a token request names the missing settings', async () => {
    const own = await builtInEngine();
    const standalone = await startTestServer(own);
    try {
      const client = new AgentsClient(standalone);
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
      await standalone.close();
      await own.close();
    }
  });
});
