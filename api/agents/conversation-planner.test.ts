import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CloningEngine, DEFAULT_VOICE } from '../../test/kit/cloning-engine.ts';
import { plainAgent } from '../../test/kit/plain-agent.ts';
import { ApiError, type ValidationItem } from '../errors/api-error.ts';
import { loadSettings } from '../settings/settings.ts';
import { insertAgent } from '../storage/agents.ts';
import { ensureOwner } from '../storage/owners.ts';
import { temporaryDatabase } from '../testing.ts';
import { readAgentBody } from './agent-body.ts';
import { AgentStore } from './agent-store.ts';
import { ConversationPlanner, DEFAULT_INSTRUCTIONS } from './conversation-planner.ts';
import { SecretEncryption } from './secret-encryption.ts';
import { readTokenBody } from './token-body.ts';

async function planner(hears: readonly string[] = ['en']) {
  const db = await temporaryDatabase();
  const { ownerId } = await ensureOwner(db, 'Ada');
  const sealer = new SecretEncryption(db);
  const speech = { engine: new CloningEngine(), library: { resolve: async () => undefined } };
  const settings = loadSettings({});
  const canHear = (lang: string) => hears.includes(lang);
  const planner = new ConversationPlanner({
    ...speech,
    sealer,
    agents: new AgentStore({ ...speech, db, sealer, settings, canHear }),
    settings,
    canHear,
  });
  const ask = (query: string, owner = ownerId) => planner.fromQuery(owner, new URLSearchParams(query));
  return { db, ownerId, planner, ask };
}

/** Returns the faults that a plan is refused with. */
async function faultsOf(plan: Promise<unknown>): Promise<unknown> {
  const error: unknown = await plan.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return (error as ApiError).detail;
}

describe('a query', () => {
  test('an empty request plans a conversation without an agent', async () => {
    const { ask } = await planner();
    expect(await ask('')).toEqual({
      settings: {
        agentId: null,
        instructions: DEFAULT_INSTRUCTIONS,
        greeting: '',
        lang: 'en',
        voiceId: null,
        clone: undefined,
        mode: 'asr-llm-tts',
        endpointing: { minDelayMs: 200, maxDelayMs: 2500 },
        mcpServers: [],
        model: null,
        metadata: {},
      },
      audio: {
        incoming: { encoding: 'pcm_linear', rate: 16_000 },
        outgoing: { encoding: 'pcm_linear', rate: 24_000 },
      },
      audioFields: ['audio', 'audio_url'],
      incomingMode: 'json',
      ownModel: null,
    });
  });

  test('parameters are read by name, empty values count as absent, unknown ones are ignored', async () => {
    const { ask } = await planner();
    const plan = await ask(
      `api_key=k&lang_code=en&voice_id=${DEFAULT_VOICE}&endpointing=4000&mode=llm-tts&incoming_sampling_rate=8000` +
        '&incoming_encoding=pcm_mulaw&return_sampling_rate=8000&return_encoding=pcm_mulaw&greeting=&what=ever' +
        '&instructions=Be+kind&audio_field=audio&incoming_mode=bytes&turn_details=true&mcp_servers=https://a/x,https://b/&mcp_servers=',
    );
    expect(plan).toMatchObject({
      settings: {
        instructions: 'Be kind',
        greeting: '',
        voiceId: DEFAULT_VOICE,
        mode: 'llm-tts',
        endpointing: { minDelayMs: 4000, maxDelayMs: 4000 },
        mcpServers: ['https://a/x', 'https://b/'],
        metadata: {},
        turnDetails: true,
      },
      audio: {
        incoming: { encoding: 'pcm_mulaw', rate: 8000 },
        outgoing: { encoding: 'pcm_mulaw', rate: 8000 },
      },
      audioFields: ['audio'],
      incomingMode: 'bytes',
    });
  });

  test('parameters override the agent that they name', async () => {
    const { ask, db, ownerId } = await planner(['de']);
    const agent = await insertAgent(
      db,
      plainAgent(ownerId, {
        prompt: 'stored prompt',
        greeting: 'stored greeting',
        voiceId: 'espeak-de',
        endpointing: { minDelayMs: 800, maxDelayMs: 1000 },
        mcpServers: ['https://stored/'],
        more: { not: 'metadata' },
      }),
    );
    const stored = {
      agentId: agent.id,
      instructions: 'stored prompt',
      greeting: 'stored greeting',
      // A voice without a requested language speaks its own.
      lang: 'de',
      voiceId: 'espeak-de',
      endpointing: agent.endpointing,
      mcpServers: ['https://stored/'],
      metadata: {},
    };
    expect((await ask(`agent_id=${agent.id}`)).settings).toMatchObject(stored);
    expect((await ask(`agent_id=${agent.id}&greeting=Hi&endpointing=1200`)).settings).toMatchObject({
      ...stored,
      greeting: 'Hi',
      endpointing: { minDelayMs: 1200, maxDelayMs: 1200 },
    });
    await expect(ask(`agent_id=${agent.id}`, 'somebody else')).rejects.toMatchObject({
      status: 404,
      detail: `Agent with id ${agent.id} not found`,
    });
  });

  test('all faults of a request are reported together', async () => {
    const { ask } = await planner();
    const found = await faultsOf(
      ask('lang_code=ar&mode=x&incoming_sampling_rate=1&audio_field=x&incoming_mode=x&endpointing=-1'),
    );
    expect(found).toMatchObject(
      ['lang_code', 'endpointing', 'incoming_sampling_rate', 'mode', 'audio_field', 'incoming_mode'].map(
        (name) => ({ loc: ['query', name] }),
      ),
    );
  });

  test('a language without a recogniser is refused, unless the caller types', async () => {
    const { ask } = await planner();
    expect(await faultsOf(ask('lang_code=de'))).toEqual([
      {
        loc: ['query', 'lang_code'],
        type: 'language_not_heard',
        msg: expect.stringMatching(/STT_BASE_URL.*llm-tts/),
      },
    ]);
    expect((await ask('lang_code=de&mode=llm-tts')).settings.lang).toBe('de');
  });

  test('of several languages begins in the first, which has to be heard', async () => {
    const { ask } = await planner(['en', 'es']);
    expect((await ask('lang_code=en,es')).settings).toMatchObject({ lang: 'en', follows: ['en', 'es'] });
    expect((await ask('lang_code=en,de')).settings).toMatchObject({ lang: 'en', follows: ['en', 'de'] });
    expect((await ask('lang_code=es')).settings).not.toHaveProperty('follows');
    expect(await faultsOf(ask('lang_code=de,en'))).toMatchObject([{ loc: ['query', 'lang_code'] }]);
  });

  test('in the language of the caller begins in that of the voice', async () => {
    const { ask } = await planner(['en', 'de']);
    const query = 'lang_code=auto&language_changes=true';
    expect((await ask(query)).settings).toMatchObject({ lang: 'en', follows: 'auto', languageChanges: true });
    expect((await ask(`${query}&voice_id=espeak-de`)).settings).toMatchObject({
      lang: 'de',
      follows: 'auto',
    });
  });

  test('with an unknown voice is refused as when speaking', async () => {
    const { ask } = await planner();
    expect(await faultsOf(ask('voice_id=nobody'))).toEqual([
      { loc: ['query', 'voice_id'], type: 'voice_unknown', msg: 'Provided `voice_id` is invalid' },
    ]);
  });
});

describe('anything at all', () => {
  const names = [
    ...['name', 'prompt', 'greeting', 'voice_id', 'lang_code', 'endpointing', 'mcp_servers', 'llm', 'mode'],
    ...['instructions', 'incoming_sampling_rate', 'return_encoding', 'api_key', 'jwt_token', 'room_name'],
  ];
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('', 'en', 0, 500, { min_delay_ms: 1 }, { model: 'm' }, ['http://x/'], 'http://x/,y'),
  );
  const body = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), value);

  test('each field of a body is read, or refused by its name', () => {
    const readers: ((body: unknown) => unknown)[] = [readAgentBody, readTokenBody];
    fc.assert(
      fc.property(fc.oneof(body, fc.jsonValue()), (given) => {
        for (const read of readers) {
          try {
            read(given);
          } catch (error) {
            expectRefusal(error, 'body');
          }
        }
      }),
      { interruptAfterTimeLimit: 2000 },
    );
  });

  test('any query plans a conversation or is refused by its fields', async () => {
    const { planner: planning, ownerId } = await planner();
    await fc.assert(
      fc.asyncProperty(body, async (raw) => {
        const plan = planning.plan({ ownerId, agent: null, raw, part: 'body' });
        await plan.then(
          ({ settings }) => {
            expect(settings.endpointing.minDelayMs).toBeLessThanOrEqual(settings.endpointing.maxDelayMs);
            expect(settings.lang).not.toMatch(/^ar\b/i);
          },
          (error: unknown) => expectRefusal(error, 'body'),
        );
      }),
      { interruptAfterTimeLimit: 2000 },
    );
  });
});

function expectRefusal(error: unknown, part: string): void {
  expect(error).toBeInstanceOf(ApiError);
  const { status, detail } = error as ApiError;
  expect(status).toBe(422);
  expect(detail).not.toHaveLength(0);
  for (const item of detail as readonly ValidationItem[]) expect(item.loc[0]).toBe(part);
}
