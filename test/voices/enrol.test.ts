/** Voices from recordings, from the upload to their first word: the whole server, with its real models. */

import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import type { Engine } from '../../engine/index.ts';
import { wordErrors } from '../../engine/recognition/wer.ts';
import { TEST_TEXT } from '../../engine/testing/speakers.ts';
import { encodeMulaw } from '../../media/mulaw.ts';
import { decodePcm16, encodePcm16 } from '../../media/pcm.ts';
import { resampleAll } from '../../media/resampler.ts';
import { wavFile } from '../../media/wav.ts';
import { askToSpeak, parseEvents } from '../kit/clients/sse-client.ts';
import { VoicesClient } from '../kit/clients/voices-client.ts';
import { isLongForm } from '../kit/long-form.ts';
import { completeEngine, KEY, startTestServer, type TestServer } from '../kit/server.ts';
import { joinAudio, rms } from '../kit/sounds/audio.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', 'media', 'decode', 'fixtures');
const TEXT =
  'I would like to tell you about the weather in our small town. It rains a lot in autumn, and the wind blows from ' +
  'the sea. In winter we sit by the fire and read old books.';
const OTHER_TEXT =
  'Seven green bottles stood quietly behind the cupboard until Margaret asked whose they were, and nobody answered ' +
  'her.';
const RATE = 16_000;

let engine: Engine | null;
let server: TestServer;
let me: VoicesClient;
let speaker: Float32Array;
beforeAll(async () => {
  engine = await completeEngine();
  if (!engine) return;
  server = await startTestServer(engine);
  me = new VoicesClient(server);
  speaker = await somebody(TEXT);
});
afterAll(async () => {
  if (!engine) return;
  await server.close();
  await engine.close();
});

/** A test that is skipped when the models are not installed. */
const withModels = (name: string, body: (context: TestContext) => Promise<void>): void =>
  test(name, { timeout: 120_000 }, async (context) => {
    if (!engine) context.skip('the default voice or the recogniser is not installed');
    await body(context);
  });

/** Speaks a text with a new voice: a built-in one, higher, with a shorter vocal tract. */
async function somebody(text: string, voice_id?: string, faster = 1.12): Promise<Float32Array> {
  const answer = await askToSpeak(server, { text, sampling_rate: RATE, ...(voice_id && { voice_id }) });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`);
  return resampleAll(decodePcm16(joinAudio(parseEvents(answer.body))), Math.round(RATE * faster), RATE);
}

const wav = (samples: Float32Array, sampleRate = RATE): Buffer =>
  Buffer.from(wavFile({ sampleRate, encoding: 'pcm16' }, encodePcm16(samples)));

interface Upload {
  readonly file: Uint8Array;
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly transcript?: string;
}

/** Uploads like a browser: `fetch` with a form. */
async function upload({ file, name = 'a voice', query = {}, transcript }: Upload) {
  const form = new FormData();
  form.set('voice_file', new Blob([Buffer.from(file)]), 'recording');
  if (transcript !== undefined) form.set('transcript', transcript);
  const search = new URLSearchParams({ voice_name: name, ...query });
  const answer = await fetch(`${server.base}/voices?${search}`, {
    method: 'POST',
    headers: { 'x-api-key': KEY },
    body: form,
  });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

interface Answer {
  readonly data?: { readonly voice_id: string };
  readonly detail?: unknown;
}

withModels(
  'a recording becomes a voice that is listed, speaks, is learned anew from a call, and deleted',
  async () => {
    const { status, body } = await upload({ file: wav(speaker), name: 'Somebody' });
    expect(body).toMatchObject({ data: { message: 'Voice has successfully been created.' } });
    expect(status).toBe(200);
    const id = body.data?.voice_id ?? '';
    const listed = (await me.list()).find((voice) => voice.voice_id === id);
    expect(listed).toMatchObject({
      name: 'Somebody',
      type: 'Cloned',
      lang_code: 'en',
      supports_timings: true,
    });

    const text = 'This was never said before.';
    const spoken = await askToSpeak(server, { text, voice_id: id });
    expect(spoken.status).toBe(200);
    const own = joinAudio(parseEvents(spoken.body));
    expect(own.length).toBeGreaterThan(24_000);
    const base = joinAudio(parseEvents((await askToSpeak(server, { text })).body));
    expect(own.equals(base)).toBe(false);

    const refused = await me.update(
      id,
      { new_voice_name: 'Renamed' },
      { new_voice_file: { file: 'no sound' } },
    );
    expect(refused.status).toBe(400);
    expect(await me.ownNames()).toEqual(['Somebody']);
    expect(joinAudio(parseEvents((await askToSpeak(server, { text, voice_id: id })).body)).equals(own)).toBe(
      true,
    );

    const telephone = resampleAll(speaker, RATE, 8000);
    const file = Buffer.from(wavFile({ sampleRate: 8000, encoding: 'mulaw' }, encodeMulaw(telephone)));
    const updated = await me.update(id, {}, { new_voice_file: { file }, transcript: TEXT });
    expect(updated.status).toBe(200);
    const anew = joinAudio(parseEvents((await askToSpeak(server, { text, voice_id: id })).body));
    expect(anew.equals(own)).toBe(false);

    expect((await me.remove(id)).status).toBe(200);
    expect((await askToSpeak(server, { text, voice_id: id })).status).toBe(422);
  },
);

if (isLongForm)
  withModels(
    'a recording of a mobile telephone, AAC in M4A, becomes a voice and is written down',
    async () => {
      const recordings = join(import.meta.dirname, '..', '..', 'cloning', 'enrolment', 'testing');
      const file = readFileSync(join(recordings, 'telephone.m4a'));
      const { status, body } = await upload({ file, transcript: TEST_TEXT });
      expect(body).toMatchObject({ data: { voice_id: expect.any(String) } });
      expect(status).toBe(200);
      const voice_id = body.data?.voice_id ?? '';
      expect((await askToSpeak(server, { text: 'Hello.', voice_id })).status).toBe(200);
      expect((await me.remove(voice_id)).status).toBe(200);

      const form = new FormData();
      form.set('file', new Blob([file]), 'memo.m4a');
      form.set('model', 'whisper-1');
      const headers = { authorization: `Bearer ${KEY}` };
      const answer = await fetch(`${server.base}/v1/audio/transcriptions`, {
        method: 'POST',
        headers,
        body: form,
      });
      const { text } = (await answer.json()) as { text: string };
      const { errors, words } = wordErrors(TEST_TEXT, text);
      expect(errors / words, text).toBeLessThan(0.4);
    },
  );

describe('is refused, and nothing is stored', () => {
  const refused = (name: string, make: () => Promise<Upload>, status: number, detail: unknown): void =>
    withModels(name, async () => {
      const answer = await upload(await make());
      expect({ status: answer.status, detail: answer.body.detail }).toEqual({ status, detail });
      expect(await me.ownNames()).toEqual([]);
    });
  const item = (loc: string[], type: string): unknown => [
    expect.objectContaining({ loc, type, msg: expect.any(String) }),
  ];
  const SHORT = 'Audio file must be longer than 6 seconds';

  refused(
    'a text',
    async () => ({ file: Buffer.from(TEXT) }),
    400,
    expect.stringContaining('Accepted formats are WAV'),
  );
  refused('an empty file', async () => ({ file: Buffer.alloc(0) }), 400, expect.stringContaining('is empty'));
  refused(
    'a picture',
    async () => ({ file: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') }),
    400,
    expect.stringContaining('Convert it'),
  );
  refused(
    'half of a header',
    async () => ({ file: wav(speaker).subarray(0, 30) }),
    400,
    expect.stringContaining('WAV'),
  );
  refused('too little', async () => ({ file: wav(speaker.subarray(0, 5.9 * RATE)) }), 400, SHORT);
  refused(
    'too little speech in much silence',
    async () => ({
      file: wav(Float32Array.from({ length: 9 * RATE }, (_, i) => (i < 2 * RATE ? speaker[i]! : 0))),
    }),
    400,
    SHORT,
  );
  refused(
    'too much',
    async () => ({ file: wav(new Float32Array(121 * 8000), 8000) }),
    400,
    expect.stringContaining('120'),
  );
  refused(
    'silence',
    async () => ({ file: wav(new Float32Array(8 * RATE)) }),
    400,
    expect.stringContaining('silent'),
  );
  refused(
    'a clipped recording',
    async () => ({ file: wav(speaker.map((x) => Math.max(-0.7, Math.min(0.7, 30 * x)))) }),
    400,
    expect.stringContaining('too loud'),
  );
  refused(
    'noise',
    async () => ({ file: wav(Float32Array.from({ length: 8 * RATE }, noise())) }),
    400,
    expect.stringContaining('No speech'),
  );
  refused(
    'music',
    async () => ({ file: wav(Float32Array.from({ length: 8 * RATE }, (_, i) => chord(i / RATE))) }),
    400,
    expect.stringContaining('No speech'),
  );
  refused(
    'two people at once',
    async () => {
      const [man, woman] = await Promise.all([
        somebody(TEXT, 'espeak-en-us', 1),
        somebody(OTHER_TEXT, 'espeak-en-us-female', 1),
      ]);
      const gain = rms(man) / rms(woman);
      return { file: wav(man.map((x, i) => 0.5 * (x + gain * (woman[i % woman.length] ?? 0)))) };
    },
    400,
    expect.stringContaining('Several people speak'),
  );
  refused(
    'other words than were said',
    async () => ({ file: wav(speaker), transcript: OTHER_TEXT }),
    400,
    expect.stringMatching(/cannot be used as a reference.*transcript.*wrong/),
  );
  refused(
    'a transcript without words',
    async () => ({ file: wav(speaker), transcript: '...!' }),
    400,
    expect.stringContaining('no words'),
  );
  refused(
    'a language that no voice speaks',
    async () => ({ file: wav(speaker), query: { lang_code: 'xx' } }),
    422,
    item(['query', 'lang_code'], 'language_unsupported'),
  );
  refused(
    'a language that is not recognised, without a transcript',
    async () => ({ file: wav(speaker), query: { lang_code: 'eo' } }),
    422,
    item(['body', 'transcript'], 'transcript_needed'),
  );

  // The fixtures are so short that their length is reported once they are decoded.
  const fixtures = readdirSync(FIXTURES).filter((name) => name !== 'README.md');
  const firstOfKind = new Map(fixtures.toReversed().map((name) => [extname(name), name]));
  for (const fixture of firstOfKind.values()) {
    refused(
      `a second of ${fixture}`,
      async () => ({ file: readFileSync(join(FIXTURES, fixture)) }),
      400,
      SHORT,
    );
  }
});

withModels(
  'a client that hangs up leaves nothing; the next one is learned, in a language not recognised',
  async () => {
    const text =
      'Ich möchte dir etwas über das Wetter in unserer kleinen Stadt erzählen. Im Herbst regnet es viel, und der ' +
      'Wind weht vom Meer.';
    const answer = await askToSpeak(server, { text, sampling_rate: RATE }, { lang: 'de' });
    const file = wav(resampleAll(decodePcm16(joinAudio(parseEvents(answer.body))), 17_000, RATE));

    const abort = new AbortController();
    const form = new FormData();
    form.set('voice_file', new Blob([wav(speaker)]), 'recording');
    const gone = fetch(`${server.base}/voices?voice_name=Gone`, {
      method: 'POST',
      headers: { 'x-api-key': KEY },
      body: form,
      signal: abort.signal,
    });
    setTimeout(() => abort.abort(), 300);
    await expect(gone).rejects.toThrow();

    const stays = await upload({ file, name: 'Stays', query: { lang_code: 'de', transcript: text } });
    expect(stays.status, JSON.stringify(stays.body)).toBe(200);
    expect(await me.ownNames()).toEqual(['Stays']);
    const voice_id = stays.body.data?.voice_id ?? '';
    expect((await askToSpeak(server, { text: 'Guten Tag!', voice_id }, { lang: 'de' })).status).toBe(200);
    await me.remove(voice_id);
  },
);

function noise(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return 0.1 * Math.sqrt(-2 * Math.log((state + 0.5) / 2 ** 32)) * Math.cos(state);
  };
}

/** Plucked chords, two a second. */
function chord(t: number): number {
  const root = 220 * 2 ** (((Math.floor(2 * t) * 5) % 12) / 12);
  let sum = 0;
  for (const ratio of [1, 5 / 4, 3 / 2]) {
    for (let h = 1; h <= 6; h++) sum += Math.sin(2 * Math.PI * root * ratio * h * t) / h ** 1.3;
  }
  return 0.08 * sum * Math.exp(-3 * (t % 0.5));
}
