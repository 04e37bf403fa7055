/** Speaking with a cloned voice, on both transports. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../api/storage/database.ts';
import { deleteVoice, updateVoice } from '../../api/storage/voices.ts';
import { refusedUpgrade, SpeakClient } from '../kit/clients/speak-client.ts';
import { askToSpeak, parseEvents } from '../kit/clients/sse-client.ts';
import { VoicesClient } from '../kit/clients/voices-client.ts';
import { CloningEngine, DEFAULT_VOICE, referenceOf } from '../kit/cloning-engine.ts';
import { sleep, startTestServer, type TestServer, until } from '../kit/server.ts';
import { joinAudio } from '../kit/sounds/audio.ts';

const engine = new CloningEngine();
let server: TestServer;
let me: VoicesClient;
let other: VoicesClient;
beforeAll(async () => {
  server = await startTestServer(engine);
  other = await VoicesClient.of(server, 'other');
});
afterAll(() => server.close());
let id = '';
beforeEach(async () => {
  me = await VoicesClient.of(server, 'me');
  id = await me.made('Mine', 'first sound');
});
afterEach(() => me.remove(id));

/**
 * Returns what the voice speaks over SSE, as text.
 * @throws Error when refused
 */
async function heard(voice_id: string, client = me): Promise<string> {
  const answer = await askToSpeak(
    server,
    { text: 'Hi.', voice_id },
    { headers: { 'x-api-key': client.key } },
  );
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`);
  return joinAudio(parseEvents(answer.body)).toString();
}

const openSocket = (voice_id: string, client = me) =>
  SpeakClient.open(server, { voice_id, api_key: client.key });

test('both transports speak with it, and still with built-in voices', async () => {
  expect(await heard(id)).toBe('first sound');
  expect(await heard(DEFAULT_VOICE)).toBe('built-in');
  const socket = await openSocket(id);
  expect(joinAudio((await socket.say('Hi.')).slice(0, 1)).toString()).toBe('first sound');
  await socket.close();
  await until('its stream is closed', () => engine.openStreams === 0);
});

test('for other owners it is unknown', async () => {
  const nobodys = '00000000-0000-4000-8000-000000000000';
  const answers = await Promise.all(
    [id, nobodys].map((voice_id) =>
      askToSpeak(server, { text: 'Hi.', voice_id }, { headers: { 'x-api-key': other.key } }),
    ),
  );
  const refusals = await Promise.all(
    [id, nobodys].map((voice_id) => refusedUpgrade(server, { voice_id, api_key: other.key })),
  );
  const detail = (part: string) => [
    { loc: [part, 'voice_id'], msg: 'Provided `voice_id` is invalid', type: 'voice_unknown' },
  ];
  for (const answer of answers) {
    expect([answer.status, answer.json()]).toEqual([422, { detail: detail('body') }]);
  }
  for (const refusal of refusals) {
    expect([refusal.status, refusal.body]).toEqual([422, { detail: detail('query') }]);
  }
});

test('a language that the engine does not support for it is refused', async () => {
  const answer = await askToSpeak(
    server,
    { text: 'Hallo.', voice_id: id },
    { lang: 'de', headers: { 'x-api-key': me.key } },
  );
  expect(answer.status).toBe(422);
  expect(answer.json()).toMatchObject({ detail: [{ loc: ['body', 'voice_id'], type: 'voice_language' }] });
});

describe('changes', () => {
  test('a new recording is used at once', async () => {
    expect(await heard(id)).toBe('first sound');
    await me.update(id, {}, { new_voice_file: { file: 'other sound' } });
    expect(await heard(id)).toBe('other sound');
  });

  test('a deleted voice speaks no more', async () => {
    expect(await heard(id)).toBe('first sound');
    await me.remove(id);
    await expect(heard(id)).rejects.toThrow('422');
  });

  test('changes by another process apply within a second', async () => {
    expect(await heard(id)).toBe('first sound');
    const { ownerId } = await ownerOf(id);
    await inDatabase((db) =>
      updateVoice(
        db,
        ownerId,
        id,
        {},
        referenceOf({ audio: Buffer.from('from afar'), lang: 'en', transcript: null }),
      ),
    );
    await sleep(600);
    expect(await heard(id)).toBe('from afar');
    await inDatabase((db) => deleteVoice(db, ownerId, id));
    await sleep(600);
    await expect(heard(id)).rejects.toThrow('422');
  });

  test('an open socket keeps the voice that it began with', async () => {
    const socket = await openSocket(id);
    await me.update(id, {}, { new_voice_file: { file: 'other sound' } });
    for (const command of ['', '<RESET>']) {
      if (command) socket.send(command);
      expect(joinAudio((await socket.say('Hi.')).slice(0, 1)).toString()).toBe('first sound');
    }
    await socket.close();
    const next = await openSocket(id);
    expect(joinAudio((await next.say('Hi.')).slice(0, 1)).toString()).toBe('other sound');
    await next.close();
  });
});

async function inDatabase<T>(work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> {
  const db = await openDatabase({ dataDir: server.dataDir, databaseUrl: null });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

const ownerOf = (voiceId: string) =>
  inDatabase(async (db) => {
    const row = await db
      .selectFrom('voices')
      .select('owner_id as ownerId')
      .where('id', '=', voiceId)
      .executeTakeFirstOrThrow();
    return row;
  });
