/** Restore jobs over HTTP: a real server restores real recordings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createKey } from '../../api/credentials/keys.ts';
import { openDatabase } from '../../api/storage/database.ts';
import { ensureOwner } from '../../api/storage/owners.ts';
import { testSpeech, testWav } from '../../engine/testing/speakers.ts';
import { readWav } from '../../media/wav.ts';
import { RestoreClient } from '../kit/clients/restore-client.ts';
import { builtInEngine, completeEngine, startTestServer, type TestServer, until } from '../kit/server.ts';

// Jobs have the lowest priority on the machine.
vi.setConfig({ testTimeout: 90_000 });
const RATE = 16_000;
const FIXTURES = join(import.meta.dirname, '..', '..', 'media', 'decode', 'fixtures');
const UUID = '00000000-0000-4000-8000-000000000000';

let server: TestServer;
let me: RestoreClient;
let wav: Buffer;
/** Two seconds, for tests that do not depend on the sound. */
let short: Buffer;
beforeAll(async () => {
  const engine = await builtInEngine();
  server = await startTestServer(engine, { RESTORE_MAX_SECONDS: '20' });
  me = new RestoreClient(server);
  const speech = await testSpeech();
  wav = testWav(speech.map((x, i) => 0.5 * x + 0.01 * Math.sin(0.3 * i)));
  short = testWav(speech.subarray(0, 2 * RATE));
});
afterAll(async () => {
  await server?.close();
  await server?.engine.close();
});

/** Creates another owner with a library of their own. */
async function somebodyElse(): Promise<RestoreClient> {
  const db = await openDatabase({ dataDir: server.dataDir, databaseUrl: null });
  const { ownerId } = await ensureOwner(db, 'somebody else');
  const { key } = await createKey(db, ownerId, 'test');
  await db.destroy();
  return new RestoreClient(server, key);
}

async function bytesKept(): Promise<number> {
  const db = await openDatabase({ dataDir: server.dataDir, databaseUrl: null });
  const rows = await db.selectFrom('restore_files').select('bytes').execute();
  await db.destroy();
  return rows.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

describe('a recording from upload to deletion', () => {
  let id: string;
  let fileUrl: string;

  test('is taken in', async () => {
    const answer = await me.submit(wav, { lang_code: 'en-US' }, '../my take.wav');
    expect(answer.status).toBe(200);
    const { data } = (await answer.json()) as { data: { job_id: string } };
    expect(Object.keys(data)).toEqual(['job_id']);
    id = data.job_id;
    const job = await me.read(id);
    expect(job).toMatchObject({
      id,
      job_id: id,
      language: 'en-US',
      file_name: 'my take.wav',
    });
    expect(['queued', 'running', 'Finished']).toContain(job.status);
    if (job.status !== 'Finished') expect('file_url' in job).toBe(false);
  });

  test('is finished, and its URL needs no other credentials', async () => {
    const job = await me.ended(id);
    expect(job).toMatchObject({
      status: 'Finished',
      progress: 1,
      message: 'The recording has been restored',
    });
    expect(job.duration).toBeCloseTo(readWav(wav).channels[0]!.length / RATE, 2);
    expect(Date.parse(job.expires_at)).toBeGreaterThan(Date.now() + 71 * 3_600_000);
    expect(Date.parse(job.updated_at)).toBeGreaterThanOrEqual(Date.parse(job.created_at));
    fileUrl = job.file_url ?? '';
    expect(fileUrl).toMatch(`${server.base}/restore/${id}/file?token=`);
    const answer = await fetch(fileUrl);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('audio/wav');
    expect(answer.headers.get('content-disposition')).toContain('filename="my take-restored.wav"');
    const restored = readWav(new Uint8Array(await answer.arrayBuffer()));
    expect(restored).toMatchObject({ sampleRate: RATE, encoding: 'pcm16' });
    expect(restored.channels[0]).toHaveLength(readWav(wav).channels[0]!.length);
  });

  test('is listed with the fields of a list item alone', async () => {
    const [job] = await me.list();
    expect(Object.keys(job ?? {}).sort()).toEqual(
      ['created_at', 'duration', 'file_name', 'id', 'job_id', 'language', 'status', 'updated_at'].sort(),
    );
  });

  test('can be downloaded in ranges, also with a key', async () => {
    const whole = new Uint8Array(await (await fetch(fileUrl)).arrayBuffer());
    const path = `/restore/${id}/file`;
    const part = await me.send(path, { headers: { range: 'bytes=44-99' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 44-99/${whole.length}`);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(whole.subarray(44, 100));
    const end = await me.send(path, { headers: { range: 'bytes=-10' } });
    expect(new Uint8Array(await end.arrayBuffer())).toEqual(whole.subarray(-10));
    const beyond = await me.send(path, { headers: { range: `bytes=${whole.length}-` } });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe(`bytes */${whole.length}`);
  });

  test('belongs to its owner alone', async () => {
    const other = await somebodyElse();
    const nowhere = await (await me.send(`/restore/${UUID}`)).json();
    for (const path of [`/restore/${id}`, `/restore/${id}/file`]) {
      const answer = await other.send(path);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual(nowhere);
    }
    expect((await other.remove(id)).status).toBe(404);
    expect(await other.list()).toEqual([]);
    expect((await fetch(`${server.base}/restore/${id}/file`)).status).toBe(401);
    const forged = fileUrl.slice(0, -4) + (fileUrl.endsWith('AAAA') ? 'BBBB' : 'AAAA');
    expect((await fetch(forged)).status).toBe(401);
    const token = new URL(fileUrl).searchParams.get('token');
    expect((await fetch(`${server.base}/restore/${UUID}/file?token=${token}`)).status).toBe(401);
  });

  test('is deleted with its audio', async () => {
    expect(await (await me.remove(id)).json()).toEqual({
      data: { message: 'Restore job has successfully been deleted.', job_id: id },
    });
    for (const answer of [await me.send(`/restore/${id}`), await me.remove(id), await fetch(fileUrl)])
      expect(answer.status).toBe(404);
    expect(await me.list()).toEqual([]);
    await until('nothing of it is left', async () => (await bytesKept()) === 0);
  });
});

test.each(['opus-48000.opus', 'vbr-48000-stereo.mp3', '16-96000.flac', 'chromium-mediarecorder.webm'])(
  'a recording of another format: %s',
  async (name) => {
    const id = await me.submitted(readFileSync(join(FIXTURES, name)));
    const { status, file_url, duration } = await me.ended(id);
    expect(status).toBe('Finished');
    const { sampleRate, channels } = readWav(new Uint8Array(await (await fetch(file_url!)).arrayBuffer()));
    expect(sampleRate).toBe(48_000);
    expect(channels[0]!.length / sampleRate).toBeCloseTo(duration ?? 0, 2);
    await me.remove(id);
  },
);

describe('rejected requests', () => {
  test.each([
    ['no body', undefined, 422, 'multipart/form-data'],
    ['no file', { other: 'x' }, 422, 'Field required'],
    ['a text instead of a file', { audio_file: 'x' }, 422, 'Must be a file'],
  ])('%s', async (_, fields, status, words) => {
    const form = new FormData();
    for (const [name, text] of Object.entries(fields ?? {})) form.append(name, text);
    const answer = await me.send('/restore', { method: 'POST', ...(fields && { body: form }) });
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(words);
  });

  test('a file that is not a recording, at once', async () => {
    for (const audio of ['', 'hello', '%PDF-1.4']) {
      const answer = await me.submit(audio);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain('WAV, MP3, FLAC');
    }
  });

  test('a language and a transcript that are too long', async () => {
    const answer = await me.submit(wav, { lang_code: 'x'.repeat(36) });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ detail: [{ loc: ['body', 'lang_code'] }] });
    expect((await me.submit(wav, { transcript: 'a'.repeat(50_001) })).status).toBe(422);
  });

  test('for a recording that turns out to be too long or damaged the job fails with the reason', async () => {
    const long = await me.submitted(testWav(new Float32Array(21 * 8000), 8000));
    expect(await me.ended(long)).toMatchObject({
      status: 'Failed',
      message: expect.stringContaining('20 seconds'),
    });
    const flac = readFileSync(join(FIXTURES, '16-44100.flac'));
    const broken = await me.submitted(flac.fill(0, 100));
    const job = await me.ended(broken);
    expect(job).toMatchObject({ status: 'Failed', message: expect.stringContaining('its end is missing') });
    expect('file_url' in job).toBe(false);
    const file = await me.send(`/restore/${broken}/file`);
    expect([file.status, await file.text()]).toEqual([404, expect.stringContaining('Failed')]);
    await until('their sound is gone', async () => (await bytesKept()) === 0);
    for (const id of [long, broken]) await me.remove(id);
  });
});

describe('a language in the spelling of clients', () => {
  test.each(['eng-us', 'en_US', 'EN', 'ger', 'zh-Hans', 'xx', 'Klingon', 'not a language'])(
    '%s: the job is done, and its message says that the transcript was ignored',
    async (language) => {
      const id = await me.submitted(short, { lang_code: language, transcript: 'I would like to tell you' });
      const job = await me.ended(id);
      expect(job).toMatchObject({ status: 'Finished', language });
      expect(job.message).toContain('its transcript was ignored');
      await me.remove(id);
    },
  );
});

/** Needs the models that `npm run models -- pull` installs. */
test('a transcript is compared with the recognised text of the result', async (context) => {
  const engine = await completeEngine();
  if (!engine) return context.skip('the default models are not installed');
  const hearing = await startTestServer(engine);
  try {
    const client = new RestoreClient(hearing);
    const spoken = await client.send('/sse/speak/en', {
      method: 'POST',
      headers: { accept: 'audio/wav', 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'The ferry leaves at noon. We can have breakfast first.' }),
    });
    const audio = Buffer.from(await spoken.arrayBuffer());
    const transcript = 'The ferry leaves at noon. We can have a large breakfast first.';
    const job = await client.ended(await client.submitted(audio, { transcript, lang_code: 'eng-us' }));
    expect(job).toMatchObject({ status: 'Finished', transcript });
    // The recogniser may miss a word that was said.
    expect(job.message).toMatch(/that are heard: (9|10) of 12\. Not heard: .*“a large” near [12]\.\d s/);
  } finally {
    await hearing.close();
  }
});
