/** Creating, listing, changing and deleting voices: what clients get, and what they cannot reach. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../api/storage/database.ts';
import { ensureOwner } from '../../api/storage/owners.ts';
import { insertVoice } from '../../api/storage/voices.ts';
import { FORM_TYPE, VoicesClient, type WireVoice } from '../kit/clients/voices-client.ts';
import { CloningEngine, DEFAULT_VOICE, referenceOf } from '../kit/cloning-engine.ts';
import { startTestServer, type TestServer, until } from '../kit/server.ts';

const engine = new CloningEngine();
let server: TestServer;
let me: VoicesClient;
let count = 0;

beforeAll(async () => {
  server = await startTestServer(engine);
});
afterAll(() => server.close());
beforeEach(async () => {
  engine.enrolled.length = 0;
  me = await VoicesClient.of(server, `owner ${count++}`);
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const NOBODYS = '00000000-0000-4000-8000-000000000000';

describe('POST /voices', () => {
  test('creates a voice and returns its id', async () => {
    const answer = await me.create(
      { voice_name: '  Grandma  ', voice_tags: 'warm, low,,warm', lang_code: 'en' },
      { voice_file: { file: 'her recording' }, voice_tags: 'family', transcript: ' Once upon a time. ' },
    );
    expect(answer.json()).toEqual({
      data: { message: expect.any(String), voice_id: expect.stringMatching(UUID) },
    });
    expect(answer.status).toBe(200);
    expect(engine.enrolled).toHaveLength(1);
    const [{ audio, lang, transcript } = {}] = engine.enrolled;
    expect(Buffer.from(audio ?? []).toString()).toBe('her recording');
    expect([lang, transcript]).toEqual(['en', 'Once upon a time.']);
    const [voice] = (await me.list()).slice(-1);
    expect(voice).toMatchObject({ name: 'Grandma', tags: ['warm', 'low', 'family'], type: 'Cloned' });
  });

  test('the language is English by default, and the transcript is recognised if absent', async () => {
    await me.made('one');
    await me.made('two', 'ein Beispiel', { lang_code: 'de', transcript: 'Guten Tag' });
    await me.made('three', 'x', { lang_code: '' });
    expect(engine.enrolled.map(({ lang, transcript }) => [lang, transcript])).toEqual([
      ['en', null],
      ['de', 'Guten Tag'],
      ['en', null],
    ]);
  });

  test('a name belongs to one voice of an owner, in any spelling', async () => {
    await me.made('Zoé');
    for (const voice_name of ['Zoé', ' Zoé ', 'Zoe\u0301']) {
      const answer = await me.create({ voice_name });
      expect(answer.status).toBe(400);
      expect(answer.json()).toEqual({ detail: 'This voice name already exists' });
    }
    // Refused before anything is computed.
    expect(engine.enrolled).toHaveLength(1);
    const other = await VoicesClient.of(server, 'somebody else');
    await other.made('Zoé');
    await me.made('zoé');
  });

  test('a file of some megabytes arrives complete', async () => {
    const recording = Buffer.alloc(5_000_000, 'a long recording ');
    await me.made('long', recording);
    expect(Buffer.from(engine.enrolled[0]?.audio ?? []).equals(recording)).toBe(true);
  });
});

describe('GET', () => {
  test('a cloned voice has every field in both spellings, and none is null', async () => {
    const id = await me.made('Grandma', 'x', { voice_tags: 'warm' });
    const voice: WireVoice = {
      id,
      voice_id: id,
      name: 'Grandma',
      voice_name: 'Grandma',
      tags: ['warm'],
      voice_tags: ['warm'],
      lang_code: 'en',
      lang_codes: ['en'],
      type: 'Cloned',
      created_at: MOMENT,
      updated_at: MOMENT,
      assisted: false,
      selected: false,
      refining: false,
      engine: 'vits',
      sample_rate: 22050,
      license: expect.stringContaining('belongs to its speaker'),
      supports_timings: true,
      notice: '',
    };
    expect((await me.read(id)).json()).toEqual({ data: { voice } });
    expect((await me.list()).at(-1)).toEqual(voice);
  });

  test('a voice that is being refined says so, and afterwards what that changed', async () => {
    let refine = (): void => undefined;
    const wanted = new Promise<void>((resolve) => {
      refine = resolve;
    });
    engine.behaviour = async (request) => ({ ...referenceOf(request), refinement: 'figures' });
    engine.refinement = async ({ codes }) => {
      await wanted;
      return { codes, report: {}, change: 'It was moved' };
    };
    const id = await me.made('Grandma');
    const read = async () => ((await me.read(id)).json() as { data: { voice: WireVoice } }).data.voice;
    expect(await read()).toMatchObject({ refining: true });
    expect(await read()).not.toHaveProperty('refined');
    refine();
    await until('the voice is refined', async () => !(await read()).refining);
    expect(await read()).toMatchObject({ voice_id: id, refined: 'It was moved' });
    engine.behave();
  });

  test('a voice of assisted cloning shows its report', async () => {
    const db = await openDatabase({ dataDir: server.dataDir, databaseUrl: null });
    try {
      const { ownerId } = await ensureOwner(db, `owner ${count - 1}`);
      const report = { enhancer: 'own', rank: 1, sampling: { top_k: 10 } };
      const voice = { ownerId, name: 'Take', langCode: 'en', tags: ['candidates:1'], assisted: true };
      const reference = referenceOf({ audio: Buffer.from('x'), lang: 'en', transcript: null });
      const { id } = await insertVoice(db, { ...voice, selected: true, assistedReport: report }, reference);
      const expected = { assisted: true, selected: true, assisted_report: report, tags: voice.tags };
      expect((await me.read(id)).json()).toMatchObject({ data: { voice: expected } });
      expect((await me.list()).at(-1)).toMatchObject(expected);
    } finally {
      await db.destroy();
    }
  });

  test('the built-in voices come first, then the owner’s, oldest first', async () => {
    await me.made('B');
    await me.made('A');
    const voices = await me.list();
    expect(voices.map(({ name, type }) => [name, type])).toEqual([
      ['Voice of en', 'Standard'],
      ['Voice of de', 'Standard'],
      ['B', 'Cloned'],
      ['A', 'Cloned'],
    ]);
    expect(voices[0]).toMatchObject({ id: DEFAULT_VOICE, assisted: false, selected: false });
    expect(voices.every((voice) => Array.isArray(voice.tags) && !('assisted_report' in voice))).toBe(true);
  });
});

describe('PATCH /voices/{voice_id}', () => {
  test('renames and tags, without a body', async () => {
    const id = await me.made('Old', 'x', { voice_tags: 'a' });
    const answer = await me.update(id, { new_voice_name: 'New', new_voice_tags: ['b,c', 'd'] });
    expect(answer.json()).toEqual({
      data: {
        message: 'Voice has successfully been updated.',
        voice_name: 'New',
        voice_tags: ['b', 'c', 'd'],
        voice_id: id,
      },
    });
    expect(answer.status).toBe(200);
    expect((await me.list()).at(-1)).toMatchObject({ id, name: 'New', tags: ['b', 'c', 'd'] });
    expect(engine.enrolled).toHaveLength(1);
  });

  test.each(['multipart/form-data; boundary=x', 'multipart/form-data', 'application/json'])(
    'a body of the type %s may be absent',
    async (type) => {
      const id = await me.made('Old', 'x');
      const answer = await fetch(`${server.base}/voices/${id}?new_voice_name=New`, {
        method: 'PATCH',
        headers: { 'x-api-key': me.key, 'content-type': type },
      });
      expect(await answer.json()).toMatchObject({ data: { voice_name: 'New', voice_id: id } });
    },
  );

  test.each<[string, Record<string, string>, Parameters<VoicesClient['update']>[2]]>([
    ['nothing at all', {}, undefined],
    ['empty texts', { new_voice_name: '', new_voice_tags: '' }, undefined],
    ['an empty form', {}, {}],
    ['an empty text for the file', {}, { new_voice_file: '' }],
    ['"null" for the file', {}, { new_voice_file: 'null' }],
    ['a file that was not chosen', {}, { new_voice_file: { file: '', name: '' } }],
  ])('%s leaves everything as it is', async (_, query, fields) => {
    const id = await me.made('Same', 'x', { voice_tags: 'a,b' });
    const before = await me.read(id);
    const answer = await me.update(id, query, fields);
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ data: { voice_name: 'Same', voice_tags: ['a', 'b'] } });
    expect((await me.read(id)).json()).toEqual(before.json());
  });

  test.each([
    ['application/json', ''],
    ['application/json', '{}'],
    ['application/x-www-form-urlencoded', 'new_voice_file='],
  ])('a body of %s (%j) is none', async (type, body) => {
    const id = await me.made('Before');
    const answer = await me.send('PATCH', `/voices/${id}?new_voice_name=After`, body, {
      'content-type': type,
    });
    expect(answer.status).toBe(200);
    expect(await me.ownNames()).toEqual(['After']);
  });

  test('a new recording replaces the old one, in the language of the voice', async () => {
    const id = await me.made('Her', 'Beispiel', { lang_code: 'de', transcript: 'Hallo' });
    const answer = await me.update(
      id,
      { new_voice_name: 'Him', transcript: 'Tschüss' },
      { new_voice_file: { file: 'his recording' } },
    );
    expect(answer.status).toBe(200);
    expect(engine.enrolled.at(-1)).toMatchObject({ lang: 'de', transcript: 'Tschüss' });
    expect((await me.list()).at(-1)).toMatchObject({ id, name: 'Him', lang_code: 'de' });
  });

  test('a refused recording changes nothing, not even the name', async () => {
    const id = await me.made('Her', 'Beispiel', { lang_code: 'de', transcript: 'Hallo' });
    const before = await me.read(id);
    const answer = await me.update(id, { new_voice_name: 'Him' }, { new_voice_file: { file: 'x' } });
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({ detail: [{ loc: ['body', 'transcript'] }] });
    expect((await me.read(id)).json()).toEqual(before.json());
  });

  test('a name of another voice is refused, its own is not', async () => {
    await me.made('A');
    const id = await me.made('B');
    const answer = await me.update(id, { new_voice_name: 'A' }, { new_voice_file: { file: 'x' } });
    expect(answer.status).toBe(400);
    expect(answer.json()).toEqual({ detail: 'This voice name already exists' });
    expect(engine.enrolled).toHaveLength(2);
    expect((await me.update(id, { new_voice_name: 'B' })).status).toBe(200);
  });
});

describe('DELETE /voices/{voice_id}', () => {
  test('removes the voice and returns its id; the name is free again', async () => {
    const id = await me.made('Gone');
    const answer = await me.send('DELETE', `/voices/${id}`, '', { 'content-type': 'application/json' });
    expect(answer.json()).toEqual({ data: { message: expect.any(String), voice_id: id } });
    expect(answer.status).toBe(200);
    expect(await me.ownNames()).toEqual([]);
    expect((await me.read(id)).status).toBe(404);
    expect((await me.remove(id)).status).toBe(404);
    await me.made('Gone');
  });
});

describe('another owner’s voice is treated like an unknown one', () => {
  test.each<[string, (client: VoicesClient, id: string) => ReturnType<VoicesClient['send']>, string]>([
    ['GET', (client, id) => client.read(id), 'This voice_id does not exist'],
    ['DELETE', (client, id) => client.remove(id), 'This voice_id does not exist'],
    [
      'PATCH',
      (client, id) => client.update(id, { new_voice_name: 'Mine' }),
      'Provided `voice_id` is invalid',
    ],
    [
      'PATCH with a file',
      (client, id) => client.update(id, {}, { new_voice_file: { file: 'x' } }),
      'Provided `voice_id` is invalid',
    ],
  ])('%s', async (_, act, detail) => {
    const other = await VoicesClient.of(server, `other of ${count}`);
    const theirs = await other.made('Theirs');
    for (const id of [theirs, NOBODYS, theirs.toUpperCase(), 'nonsense', '%00', 'x'.repeat(99)]) {
      const answer = await act(me, id);
      expect([answer.status, answer.json()]).toEqual([404, { detail }]);
    }
    expect(await other.ownNames()).toEqual(['Theirs']);
    expect(await me.ownNames()).toEqual([]);
    expect(engine.enrolled).toHaveLength(1);
  });

  test('built-in voices belong to no owner: they can be read, not changed', async () => {
    expect((await me.read(DEFAULT_VOICE)).json()).toMatchObject({ data: { voice: { type: 'Standard' } } });
    for (const answer of [
      await me.update(DEFAULT_VOICE, { new_voice_name: 'Mine' }),
      await me.remove(DEFAULT_VOICE),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await me.read(DEFAULT_VOICE)).status).toBe(200);
  });
});

test.each([
  ['POST', '/voices?voice_name=x'],
  ['GET', '/voices'],
  ['GET', `/voices/${NOBODYS}`],
  ['PATCH', `/voices/${NOBODYS}`],
  ['DELETE', `/voices/${NOBODYS}`],
])('%s %s asks for credentials before anything else', async (method, path) => {
  const stranger = new VoicesClient(server, 'not-a-key');
  const takesFile = method === 'POST' || method === 'PATCH';
  const body = takesFile ? 'x'.repeat(30_000_000) : undefined;
  const answer = await stranger.send(method, path, body, takesFile ? { 'content-type': FORM_TYPE } : {});
  expect(answer.status).toBe(401);
});

test('curl -F uploads a recording', async (context) => {
  const run = promisify(execFile);
  const missing = await run('curl', ['--version']).then(
    () => false,
    () => true,
  );
  if (missing && process.env.CI !== 'true') context.skip('curl is not installed');
  const file = join(server.dataDir, 'recording.wav');
  // Above a mebibyte curl first waits for permission to send (Expect: 100-continue).
  writeFileSync(file, Buffer.alloc(2_000_000, 'sound'));
  const { stdout } = await run('curl', [
    '-sS',
    `${server.base}/voices?voice_name=Me&voice_tags=warm,low`,
    '-H',
    `x-api-key: ${me.key}`,
    '-F',
    `voice_file=@${file}`,
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ data: { voice_id: expect.stringMatching(UUID) } });
  expect(engine.enrolled[0]?.audio).toHaveLength(2_000_000);
});
