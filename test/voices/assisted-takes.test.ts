/** From takes to voices: the whole server, with its real models and an enhancer on a real socket. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { type Cloning, createCloning } from '../../cloning/index.ts';
import type { StartedEngine } from '../../engine/index.ts';
import { modelsFolder } from '../../engine/setup.ts';
import { decodeAudio } from '../../media/decode/decode-audio.ts';
import { decodePcm16, encodePcm16 } from '../../media/pcm.ts';
import { resampleAll } from '../../media/resampler.ts';
import { readWav, wavFile } from '../../media/wav.ts';
import { ExternalEnhancer, Transcriber } from '../../recordings/index.ts';
import { askToSpeak, parseEvents } from '../kit/clients/sse-client.ts';
import { completeEngine, KEY, startTestServer, type TestServer } from '../kit/server.ts';
import { joinAudio, rms } from '../kit/sounds/audio.ts';

const RATE = 16_000;
/** With four sentences the take is just long enough. */
const PAUSE_SECONDS = 1.1;
const TIMEOUT_MS = 180_000;
const SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  en: [
    'I would like to tell you about the weather in our small town.',
    'It rains a lot in autumn, and the wind blows from the sea.',
    'In winter we sit by the fire and read old books to each other.',
    'Would you believe that the lake was frozen until the end of March?',
    'My brother walked across it with his dog and a bag of apples.',
  ],
  de: [
    'Ich möchte dir von dem Wetter in unserer kleinen Stadt erzählen.',
    'Im Herbst regnet es viel, und der Wind weht vom Meer herüber.',
    'Im Winter sitzen wir am Feuer und lesen uns alte Bücher vor.',
    'Kannst du glauben, dass der See bis Ende März gefroren war?',
  ],
  es: [
    'Quiero contarte cómo es el tiempo en nuestro pequeño pueblo.',
    'En otoño llueve mucho, y el viento sopla siempre desde el mar.',
    'En invierno nos sentamos junto al fuego y leemos libros viejos.',
    '¿Puedes creer que el lago estuvo helado hasta finales de marzo?',
  ],
};

/** The scripted enhancer: it returns recordings unchanged, or refuses them. */
let refusal: string | null = null;
let enhancer: Server;
let engine: StartedEngine | null;
let cloning: Cloning;
let server: TestServer;
beforeAll(async () => {
  enhancer = createServer(async (request, response) => {
    const body = await bodyOf(request);
    if (refusal !== null) {
      response.writeHead(422, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ reason: refusal }));
      return;
    }
    response.writeHead(200, { 'content-type': 'audio/wav' });
    response.end(body);
  });
  await new Promise<void>((resolve) => enhancer.listen(0, '127.0.0.1', resolve));
  const { port } = enhancer.address() as AddressInfo;
  engine = await completeEngine({
    lanes: 1,
    modelsFolder: modelsFolder(),
  });
  if (!engine) return;
  cloning = createCloning(engine, {
    externalEnhancer: new ExternalEnhancer({ url: `http://127.0.0.1:${port}/enhance` }),
  });
  server = await startTestServer({ engine, cloning, transcriber: new Transcriber(engine) });
});
afterAll(async () => {
  if (engine) {
    await server.close();
    await cloning.close();
    await engine.close();
  }
  enhancer.close();
});

const withModels = (name: string, body: (context: TestContext) => Promise<void>): void =>
  test(name, { timeout: TIMEOUT_MS }, async (context) => {
    if (!engine) context.skip('the default voice or the recogniser is not installed');
    await body(context);
  });

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Speaks with a new voice: a built-in one with a higher pitch. */
async function said(lang: string, text: string): Promise<Float32Array> {
  const answer = await askToSpeak(server, { text, sampling_rate: RATE }, { lang });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`);
  const sound = decodePcm16(joinAudio(parseEvents(answer.body)));
  return resampleAll(sound, Math.round(RATE * 1.1), RATE);
}

const sounds = new Map<string, Promise<Float32Array>>();

/** Speaks sentences with a pause after each. */
async function read(lang: string, sentences: readonly string[]): Promise<Float32Array> {
  const parts: Float32Array[] = [];
  for (const text of sentences) {
    const sound = sounds.get(text) ?? said(lang, text);
    sounds.set(text, sound);
    parts.push(await sound, new Float32Array(RATE * PAUSE_SECONDS));
  }
  const take = new Float32Array(parts.reduce((sum, part) => sum + part.length, RATE / 2));
  let at = RATE / 2;
  for (const part of parts) {
    take.set(part, at);
    at += part.length;
  }
  // Adds noise like that of a quiet room: no recording is digitally silent.
  return take.map((sample) => sample * 0.9 + (Math.random() - 0.5) * 0.001);
}

const wav = (samples: Float32Array, sampleRate = RATE): Buffer =>
  Buffer.from(wavFile({ sampleRate, encoding: 'pcm16' }, encodePcm16(samples)));

interface Reference {
  readonly enhancer: string;
  readonly enhancer_reason?: string;
  readonly text: string;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly sentences: readonly number[];
  readonly faults: readonly { readonly sentence: number; readonly fault: string }[];
}

interface Made {
  readonly voice_id: string;
  readonly reference: Reference;
  readonly preview?: string;
  readonly candidates: readonly {
    readonly rank: number;
    readonly candidate: string;
    readonly reference: Reference;
    readonly preview?: string;
  }[];
}

async function enrol(
  file: Buffer,
  script: readonly string[],
  query: Readonly<Record<string, string>>,
): Promise<{ status: number; data: Made; detail: unknown }> {
  const form = new FormData();
  form.set('voice_file', new Blob([Uint8Array.from(file)]), 'take.wav');
  form.set('script', script.join(' '));
  const answer = await fetch(`${server.base}/voices/assisted?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { 'x-api-key': KEY },
    body: form,
  });
  const { data, detail } = (await answer.json()) as { data: Made; detail: unknown };
  return { status: answer.status, data, detail };
}

async function speak(voiceId: string, text: string, lang = 'en'): Promise<Float32Array> {
  const body = { text, voice_id: voiceId, sampling_rate: RATE };
  const answer = await askToSpeak(server, body, { lang });
  expect(answer.status, String(answer.body)).toBe(200);
  return decodePcm16(joinAudio(parseEvents(answer.body)));
}

/** Checks that a voice was learned from a whole passage of the script, and can speak. */
async function expectVoice({ reference, preview, voice_id }: Made, lang: string): Promise<void> {
  const lengthMs = reference.end_ms - reference.start_ms;
  expect(lengthMs).toBeGreaterThanOrEqual(4000);
  expect(lengthMs).toBeLessThanOrEqual(13_000);
  // Consecutive whole sentences.
  const [first = 0] = reference.sentences;
  expect(reference.sentences).toEqual(reference.sentences.map((_, i) => first + i));
  const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const script = SCRIPTS[lang]!;
  expect(words(reference.text)).toEqual(
    words(reference.sentences.map((number) => script[number - 1]).join(' ')),
  );
  const heard = readWav(Buffer.from(preview ?? '', 'base64'));
  expect(heard.sampleRate).toBe(24_000);
  expect(rms(heard.channels[0]!)).toBeGreaterThan(0.01);
  expect(rms(await speak(voice_id, script[0]!, lang))).toBeGreaterThan(0.01);
}

withModels('a take becomes a voice that speaks', async () => {
  const script = SCRIPTS.es!;
  const { status, data, detail } = await enrol(wav(await read('es', script)), script, {
    voice_name: 'Reader',
    lang_code: 'es',
    fast: 'true',
  });
  expect(status, JSON.stringify(detail)).toBe(200);
  expect(data.reference).toMatchObject({ enhancer: 'own', faults: [] });
  await expectVoice(data, 'es');
});

withModels('candidates come from the external enhancer, and the best of the own one beside', async () => {
  const script = SCRIPTS.de!;
  const { status, data, detail } = await enrol(wav(await read('de', script)), script, {
    voice_name: 'Set',
    lang_code: 'de',
    preview_text: '',
    candidates: 'true',
  });
  expect(status, JSON.stringify(detail)).toBe(200);
  const enhancers = data.candidates.map(({ reference }) => reference.enhancer);
  expect(enhancers.filter((one) => one === 'own')).toHaveLength(2);
  expect(enhancers.filter((one) => one === 'external').length).toBeGreaterThanOrEqual(2);
  expect(data.candidates.every(({ preview }) => preview === undefined)).toBe(true);
  for (const { reference } of data.candidates) expect(reference.sentences).toHaveLength(2);
  const { candidate } = data.candidates.at(-1)!;
  expect(rms(await speak(candidate, 'Wie geht es dir?', 'de'))).toBeGreaterThan(0.01);
});

withModels('a voice is made all the same where the enhancer refuses and a sentence is left out', async () => {
  refusal = 'there is a train in it';
  try {
    const script = SCRIPTS.en!;
    const take = await read('en', script.toSpliced(1, 1));
    const { status, data, detail } = await enrol(wav(take), script, { voice_name: 'Told' });
    expect(status, JSON.stringify(detail)).toBe(200);
    expect(data.reference).toMatchObject({
      enhancer: 'own',
      enhancer_reason: expect.stringContaining('train'),
      faults: [{ sentence: 2, fault: 'skipped' }],
    });
    await expectVoice(data, 'en');
  } finally {
    refusal = null;
  }
});

withModels('a take of another text is refused, and nothing is kept', async () => {
  const take = await read('en', SCRIPTS.en!.toSpliced(1, 1));
  const script = [
    'Seven green bottles stood quietly behind the cupboard in the hall.',
    'Nobody knew who had put them there, or what was in them.',
    'Margaret asked whose they were, and the children began to laugh.',
  ];
  const { status, detail } = await enrol(wav(take), script, { voice_name: 'Wrong', fast: 'true' });
  expect(status).toBe(400);
  expect(String(detail)).toMatch(/sentence|aligned/i);
});

withModels('a take that is too short is refused', async () => {
  const take = await read('en', SCRIPTS.en!.slice(0, 2));
  const { status, detail } = await enrol(wav(take), SCRIPTS.en!.slice(0, 2), { voice_name: 'Short' });
  expect(status).toBe(400);
  expect(String(detail)).toMatch(/15 to 60 seconds/);
});

/** Recordings of people, one folder each, with `transcripts.tsv` (clip, seconds, text). Not part of the project. */
const folder = process.env.PARLEY_SPEECH_DIR;
const table = folder ? join(folder, 'transcripts.tsv') : '';
describe.skipIf(!existsSync(table))('people in PARLEY_SPEECH_DIR', () => {
  const rows = existsSync(table)
    ? readFileSync(table, 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t'))
    : [];
  const speakers = [...new Set(rows.map(([clip = '']) => clip.split('-')[0]!))];
  test.each(speakers)('speaker %s becomes a voice', { timeout: TIMEOUT_MS }, async (speaker) => {
    if (!engine) return;
    const script: string[] = [];
    const parts: Float32Array[] = [];
    let seconds = 0;
    for (const [clip = '', length = '', text = ''] of rows.filter(([name]) =>
      name?.startsWith(`${speaker}-`),
    )) {
      if (Number(length) > 12 || seconds + Number(length) > 50) continue;
      const { samples, sampleRate } = await decodeAudio(
        readFileSync(join(folder!, speaker, `${clip}.flac`)),
        {
          maxSeconds: 60,
        },
      );
      parts.push(resampleAll(samples, sampleRate, RATE));
      script.push(text);
      seconds += Number(length);
    }
    const take = Float32Array.from(parts.flatMap((part) => [...part]));
    const { status, data, detail } = await enrol(wav(take), script, { voice_name: speaker, fast: 'true' });
    expect(status, JSON.stringify(detail)).toBe(200);
    expect(rms(await speak(data.voice_id, 'The ferry leaves at noon.'))).toBeGreaterThan(0.01);
  });
});
