import { describe, expect, test } from 'vitest';
import { DEFAULT_ENDPOINTING } from '../../agent-worker/hearing/endpointing/endpointing.ts';
import type { HttpTool } from '../../agent-worker/tools/http-tool.ts';
import { plainAgent } from '../../test/kit/plain-agent.ts';
import type { Identity } from '../credentials/authenticator.ts';
import { createKey } from '../credentials/keys.ts';
import { readFields } from '../http/declared-fields.ts';
import { FieldReader } from '../http/fields.ts';
import { loadSettings } from '../settings/settings.ts';
import { insertAgent } from '../storage/agents.ts';
import { ensureOwner } from '../storage/owners.ts';
import { temporaryDatabase } from '../testing.ts';
import type { ConversationPlan, OwnModel } from './conversation-planner.ts';
import { AUDIO_FIELDS, doorAudio } from './door-audio.ts';
import { AgentSessions, SESSION_LIFE_MS, TOKEN_LIFE_MS } from './room-sessions.ts';
import { SecretEncryption } from './secret-encryption.ts';

const MINUTE_MS = 60_000;
const SERVER = { llmBaseUrl: 'https://own.example/v1', llmApiKey: 'sk-server' };

function planOf(agentId: string, ownModel: OwnModel | null = null): ConversationPlan {
  return {
    settings: {
      agentId,
      instructions: 'Be kind.',
      greeting: 'Hello.',
      lang: 'en',
      voiceId: null,
      clone: undefined,
      mode: 'asr-llm-tts',
      endpointing: DEFAULT_ENDPOINTING,
      mcpServers: [],
      model: null,
      metadata: { a: 1 },
    },
    audio: doorAudio(readFields(new FieldReader({}, ['body']), AUDIO_FIELDS)),
    audioFields: ['audio'],
    incomingMode: 'json',
    ownModel,
  };
}

/** Two processes on one database, with a settable clock. */
async function processes(settings: typeof SERVER | { llmBaseUrl: null; llmApiKey: null } = SERVER) {
  const db = await temporaryDatabase();
  const clock = { ms: Date.now() };
  const someone = async (name: string): Promise<{ identity: Identity; agentId: string }> => {
    const { ownerId } = await ensureOwner(db, name);
    const { info } = await createKey(db, ownerId, name);
    const { id } = await insertAgent(db, plainAgent(ownerId, { name }));
    return { identity: { ownerId, keyId: info.id, expiresAtMs: null }, agentId: id };
  };
  const library = { resolve: async () => undefined };
  const sealer = new SecretEncryption(db);
  const all = { ...loadSettings({}), ...settings };
  const open = () => new AgentSessions({ db, library, sealer, settings: all, now: () => clock.ms });
  return { db, clock, ada: await someone('Ada'), ben: await someone('Ben'), api: open(), worker: open() };
}

describe('claiming', () => {
  test('a worker that takes over from a lost one gets the same session, and another room gets nothing', async () => {
    const { api, worker, ada, clock } = await processes();
    const { reference, roomName } = await api.begin(ada.identity, ada.agentId, planOf(ada.agentId), null);
    const first = await worker.claim(reference, roomName);
    expect(first).toMatchObject({ identity: ada.identity, settings: { greeting: 'Hello.' } });
    clock.ms += SESSION_LIFE_MS - 1;
    expect(await api.claim(reference, roomName)).toEqual(first);
    expect(await worker.claim(reference, 'elsewhere')).toBeNull();
    expect(await worker.claim('guessed', roomName)).toBeNull();
    clock.ms += SESSION_LIFE_MS;
    expect(await worker.claim(reference, roomName)).toBeNull();
  });

  test('the session of a caller who never came is removed soon after its token expires', async () => {
    const { api, worker, ada, clock, db } = await processes();
    const plan = planOf(ada.agentId);
    const late = await api.begin(ada.identity, ada.agentId, plan, null);
    const never = await api.begin(ada.identity, ada.agentId, plan, null);
    clock.ms += TOKEN_LIFE_MS;
    expect(await worker.claim(late.reference, late.roomName)).not.toBeNull();
    clock.ms += 2 * MINUTE_MS;
    expect(await worker.claim(never.reference, never.roomName)).toBeNull();
    // The next session to begin removes it.
    await api.begin(ada.identity, ada.agentId, plan, null);
    const rows = await db.selectFrom('agent_sessions').select('id').execute();
    expect(rows.map(({ id }) => id)).not.toContain(never.reference);
    expect(rows).toHaveLength(2);
  });

  test('a session that has ended cannot be claimed again', async () => {
    const { api, worker, ada } = await processes();
    const { reference, roomName } = await api.begin(ada.identity, ada.agentId, planOf(ada.agentId), null);
    await worker.claim(reference, roomName);
    await worker.end(reference);
    await worker.end(reference);
    expect(await worker.claim(reference, roomName)).toBeNull();
  });
});

describe('rooms', () => {
  test('if two owners request the same room at the same moment, at most one gets it', async () => {
    const { api, worker, ada, ben } = await processes();
    for (let i = 0; i < 10; i++) {
      const results = await Promise.allSettled([
        api.begin(ada.identity, ada.agentId, planOf(ada.agentId), `room ${i}`),
        worker.begin(ben.identity, ben.agentId, planOf(ben.agentId), `room ${i}`),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 });
      }
    }
  });

  test('a refused request of another owner does not block the room for its owner', async () => {
    const { api, ada, ben } = await processes();
    await api.begin(ada.identity, ada.agentId, planOf(ada.agentId), 'room');
    await expect(api.begin(ben.identity, ben.agentId, planOf(ben.agentId), 'room')).rejects.toMatchObject({
      status: 409,
    });
    await api.begin(ada.identity, ada.agentId, planOf(ada.agentId), 'room');
  });
});

describe('the language model', () => {
  const model = { baseUrl: null, model: 'small', apiKey: null };

  test.each([
    [null, SERVER, null],
    [
      { baseUrl: 'https://theirs.example/v1', model: 'm', apiKey: 'sk-theirs' },
      SERVER,
      { baseUrl: 'https://theirs.example/v1', model: 'm', apiKey: 'sk-theirs' },
    ],
    // The server's key is sent only to the server's endpoint.
    [
      { baseUrl: 'https://theirs.example/v1', model: 'm', apiKey: null },
      SERVER,
      { baseUrl: 'https://theirs.example/v1', model: 'm', apiKey: null },
    ],
    [model, SERVER, { baseUrl: 'https://own.example/v1', model: 'small', apiKey: 'sk-server' }],
    [model, { llmBaseUrl: null, llmApiKey: null }, null],
  ])('%o', async (own, server, endpoint) => {
    const { api, worker, ada, db } = await processes(server);
    const plan = planOf(ada.agentId, own);
    const { reference, roomName } = await api.begin(ada.identity, ada.agentId, plan, null);
    expect((await worker.claim(reference, roomName))?.settings.model).toEqual(endpoint);
    expect(JSON.stringify(await db.selectFrom('agent_sessions').selectAll().execute())).not.toContain('sk-');
  });
});

test("the headers of an agent's tools reach the worker, and are not readable on the way", async () => {
  const { api, worker, ada, db } = await processes();
  const httpTools: HttpTool[] = [
    {
      name: 'order',
      description: '',
      parameters: { type: 'object' },
      method: 'GET',
      url: 'https://shop.example/',
      headers: { Authorization: 'Bearer s3cret' },
      deadlineMs: 1000,
      filler: '',
      confirm: false,
    },
  ];
  const plan = planOf(ada.agentId);
  const settings = { ...plan.settings, httpTools };
  const { reference, roomName } = await api.begin(ada.identity, ada.agentId, { ...plan, settings }, null);
  expect((await worker.claim(reference, roomName))?.settings.httpTools).toEqual(httpTools);
  expect(JSON.stringify(await db.selectFrom('agent_sessions').selectAll().execute())).not.toContain('s3cret');
});
