/** `POST /v1/audio/transcriptions`, with OpenAI's own client. */
import OpenAI, {
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  toFile,
} from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createEngine,
  type Engine,
  type RecogniseOptions,
  type Recogniser,
  type Transcript,
} from '../../engine/index.ts';
import { hibariFolder, modelsFolder } from '../../engine/setup.ts';
import { DEFAULT_VOICE_ID } from '../../engine/synthesis/default-voice-id.ts';
import { wavFile } from '../../media/wav.ts';
import { HIBARI_HEART } from '../../model-files/hibari-files.ts';
import { ask } from '../kit/clients/sse-client.ts';
import { FORM_TYPE, formBody } from '../kit/clients/voices-client.ts';
import { CloningEngine } from '../kit/cloning-engine.ts';
import { times } from '../kit/long-form.ts';
import { completeEngine, KEY, startTestServer, type TestServer, until } from '../kit/server.ts';

/** A scripted recogniser for one language. */
class Prompted implements Recogniser {
  texts: string[] = [];
  /** Duration in seconds, language and prompt of each recording. */
  readonly heard: { seconds: number; lang: string; prompt: string; translate: boolean }[] = [];
  stuck = false;
  translates = true;

  supports(lang: string): boolean {
    return /^en\b/.test(lang);
  }

  async transcribe(
    samples: Float32Array,
    { lang, prompt = '', translate = false, signal }: RecogniseOptions,
  ): Promise<Transcript> {
    this.heard.push({ seconds: samples.length / 16_000, lang, prompt, translate });
    if (this.stuck)
      await new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    return { text: this.texts.shift() ?? '', words: [] };
  }

  async close(): Promise<void> {}
}

const TEXT = 'The wind and the sun were disputing. Which of them was the stronger?';

const prompted = new Prompted();
let engine: Engine;
let server: TestServer;
let client: OpenAI;
/** The synthesized text. */
let file: File;
beforeAll(async () => {
  engine = await createEngine({ voiceFolders: {}, lanes: 2, recogniser: prompted });
  server = await startTestServer(engine);
  client = clientOf(server);
  file = await spoken(client, TEXT);
});
afterAll(async () => {
  await server.close();
  await engine.close();
});

function clientOf({ base }: TestServer, apiKey = KEY): OpenAI {
  return new OpenAI({ baseURL: `${base}/v1`, apiKey, maxRetries: 0 });
}

async function spoken(by: OpenAI, input: string): Promise<File> {
  const answer = await by.audio.speech.create({
    model: 'tts-1',
    voice: 'alloy',
    input,
    response_format: 'opus',
  });
  return toFile(answer, 'speech.ogg');
}

const { transcriptions } = new OpenAI({ apiKey: 'unused' }).audio;
type Asked = Partial<Parameters<typeof transcriptions.create>[0]>;

/** Transcribes the file, when the recogniser returns its text. */
function transcribed<T>(more: Asked = {}): Promise<T> {
  prompted.texts = [TEXT];
  const asked = { file, model: 'whisper-1', ...more } as Parameters<typeof transcriptions.create>[0];
  return client.audio.transcriptions.create(asked) as unknown as Promise<T>;
}

/** Returns the times of the synthesized words, which the aligner must find again. */
async function spokenTimes(): Promise<number[]> {
  const body = JSON.stringify({ text: TEXT, timestamps: true });
  const answer = await ask(server, {
    method: 'POST',
    path: '/sse/speak/en',
    headers: { 'x-api-key': KEY },
    body,
  });
  return [...answer.body.toString().matchAll(/"unitStartTimesMs":\[([\d.,]*)\]/g)]
    .flatMap(([, list = '']) => list.split(','))
    .filter((time) => time !== '')
    .map(Number);
}

test('the recogniser gets a single language and the keywords, as newer clients send them', async () => {
  const newer = {
    model: 'gpt-transcribe',
    languages: ['en'],
    keywords: ['Sherburn', 'Helstone'],
    prompt: 'Arden',
  };
  await transcribed(newer as Asked);
  expect(prompted.heard.at(-1)).toMatchObject({ lang: 'en', prompt: 'Sherburn, Helstone, Arden' });
});

test.each(['auto', 'null', ''])('language "%s" lets the recogniser detect it', async (language) => {
  await transcribed({ language } as Asked);
  expect(prompted.heard.at(-1)?.lang).not.toBe(language || null);
});

describe('translations', () => {
  test('speech is translated into English', async () => {
    prompted.texts = [TEXT];
    const answer = await client.audio.translations.create({ file, model: 'whisper-1' });
    expect(answer.text).toBe(TEXT);
    expect(prompted.heard.at(-1)?.translate).toBe(true);
    prompted.texts = [TEXT];
    const asked = { file, model: 'whisper-1', response_format: 'verbose_json' } as const;
    const verbose = (await client.audio.translations.create(asked)) as OpenAI.Audio.TranslationVerbose;
    expect(verbose).toMatchObject({ task: 'translate', language: 'english', text: TEXT });
    expect(verbose.segments?.length).toBeGreaterThan(0);
  });

  test('without a recogniser that translates, the refusal names the command that adds one', async () => {
    prompted.translates = false;
    try {
      const refused = client.audio.translations.create({ file, model: 'whisper-1' });
      await expect(refused).rejects.toMatchObject({
        status: 503,
        message: expect.stringContaining('npm run models -- pull whisper-base'),
      });
    } finally {
      prompted.translates = true;
    }
  });
});

describe('formats', () => {
  test('json by default', async () => {
    const answer = await transcribed<{ usage: { seconds: number } }>();
    expect(answer).toEqual({ text: TEXT, usage: { type: 'duration', seconds: expect.any(Number) } });
    expect(answer.usage.seconds).toBeGreaterThan(2);
    expect(prompted.heard.at(-1)?.lang).toBe('en');
  });

  test('text', async () => {
    expect(await transcribed({ response_format: 'text' })).toBe(`${TEXT}\n`);
  });

  test('verbose_json with words at their times', async () => {
    const { words, segments, ...rest } = await transcribed<OpenAI.Audio.TranscriptionVerbose>({
      response_format: 'verbose_json',
      timestamp_granularities: ['word', 'segment'],
      language: 'english',
    });
    expect(rest).toMatchObject({ task: 'transcribe', text: TEXT, language: 'english' });
    expect(words?.map(({ word }) => word.replace(/\W/g, ''))).toEqual(TEXT.replace(/[^\w ]/g, '').split(' '));
    const times = await spokenTimes();
    expect(times).toHaveLength(words!.length);
    let at = 0;
    for (const [i, { start, end }] of words!.entries()) {
      expect(start).toBeGreaterThanOrEqual(at);
      expect(end).toBeGreaterThanOrEqual(start);
      expect(Math.abs(start * 1000 - times[i]!)).toBeLessThan(100);
      at = end;
    }
    expect(at).toBeLessThanOrEqual(rest.duration);
    expect(segments?.map(({ text }) => text)).toEqual(TEXT.split(/(?<=\.) /));
    expect(segments?.[1]?.start).toBe(words?.[7]?.start);
  });

  test('verbose_json has only segments unless words are requested', async () => {
    const answer = await transcribed<OpenAI.Audio.TranscriptionVerbose>({ response_format: 'verbose_json' });
    expect(answer.segments).toHaveLength(2);
    expect(answer).not.toHaveProperty('words');
  });

  test('subtitles', async () => {
    const srt = await transcribed<string>({ response_format: 'srt' });
    expect(srt).toMatch(
      /^1\n00:00:00,\d{3} --> 00:00:0\d,\d{3}\nThe wind and the sun were disputing\.\n\n2\n/,
    );
    const vtt = await transcribed<string>({ response_format: 'vtt' });
    expect(vtt).toMatch(/^WEBVTT\n\n00:00:00\.\d{3} --> 00:00:0\d\.\d{3}\nThe wind/);
  });
});

/** Pulses like words, with a pause after each 15 s. */
function longRecording(seconds: number): Uint8Array<ArrayBuffer> {
  const samples = new Uint8Array(seconds * 8000).map((_, i) => {
    const isPause = (i / 8000) % 15 > 14;
    return isPause ? 0xff : i % 80 < 40 ? 0x20 : 0xa0;
  });
  return wavFile({ encoding: 'mulaw', sampleRate: 8000 }, samples);
}

test('a recording of a minute is recognised in windows, and its text comes as it goes', async () => {
  prompted.texts = ['One.', 'Two.', ' ', ...Array.from({ length: 20 }, (_, i) => `Part ${i}.`)];
  prompted.heard.length = 0;
  const events = await client.audio.transcriptions.create({
    file: await toFile(longRecording(60), 'long.wav'),
    model: 'gpt-4o-transcribe',
    stream: true,
  });
  const deltas: string[] = [];
  let done: object | null = null;
  for await (const event of events) {
    if (event.type === 'transcript.text.delta') deltas.push(event.delta);
    else done = event;
  }
  expect(deltas.slice(0, 3)).toEqual(['One.', ' Two.', ' Part 0.']);
  expect(deltas.length).toBeGreaterThan(5);
  expect(done).toEqual({
    type: 'transcript.text.done',
    text: deltas.join(''),
    usage: { type: 'duration', seconds: 60 },
  });
  const lengths = prompted.heard.map(({ seconds }) => seconds);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(10);
  expect(lengths.reduce((sum, seconds) => sum + seconds, 0)).toBeCloseTo(60, 3);
});

test('without events a minute is recognised in few windows', async () => {
  prompted.texts = ['One.', 'Two.', ' ', 'Three.'];
  prompted.heard.length = 0;
  const asked = { file: await toFile(longRecording(60), 'long.wav'), model: 'whisper-1' };
  expect((await client.audio.transcriptions.create(asked)).text).toBe('One. Two. Three.');
  expect(prompted.heard).toHaveLength(4);
});

test('a long recording is one request, and its beginning does not wait for its end', {
  timeout: 120_000,
}, async () => {
  const seconds = times(300, 3600);
  prompted.texts = Array.from({ length: 1200 }, (_, i) => `Part ${i}.`);
  prompted.heard.length = 0;
  const events = await client.audio.transcriptions.create({
    file: await toFile(longRecording(seconds), 'long.wav'),
    model: 'whisper-1',
    stream: true,
  });
  const seen: { type: string; text?: string }[] = [];
  for await (const event of events) seen.push(event as { type: string; text?: string });
  expect(prompted.heard.reduce((sum, piece) => sum + piece.seconds, 0)).toBeCloseTo(seconds, 1);
  expect(seen.filter(({ type }) => type === 'transcript.text.delta')).toHaveLength(prompted.heard.length);
  expect(seen.at(-1)?.text).toMatch(/^Part 0\. Part 1\. /);
});

test('the channels of a call are transcribed separately', async () => {
  prompted.texts = ['Hello, who is there?', 'It is me.'];
  prompted.heard.length = 0;
  const file = await toFile(stereoRecording(), 'call.wav');
  const asked = { file, model: 'whisper-1', channels: 'split' } as Asked;
  const answer = await client.audio.transcriptions.create(
    asked as Parameters<typeof transcriptions.create>[0],
  );
  expect(prompted.heard.map(({ seconds }) => seconds)).toEqual([3, 3]);
  expect(answer).toMatchObject({ text: 'channel 1: Hello, who is there?\nchannel 2: It is me.' });
});

/** Two channels with sound one after the other. */
function stereoRecording(): Uint8Array<ArrayBuffer> {
  const samples = new Uint8Array(2 * 3 * 8000).map((_, i) => {
    const second = Math.floor(i / 2 / 8000);
    const isHeard = i % 2 === 0 ? second === 0 : second === 2;
    return isHeard ? ((i >> 1) % 80 < 40 ? 0x20 : 0xa0) : 0xff;
  });
  return wavFile({ encoding: 'mulaw', sampleRate: 8000, channels: 2 }, samples);
}

test('a client that disconnects ends the work', async () => {
  prompted.stuck = true;
  try {
    const leaving = new AbortController();
    const before = prompted.heard.length;
    const left = client.audio.transcriptions.create({ file, model: 'whisper-1' }, { signal: leaving.signal });
    left.catch(() => undefined);
    await until('it is recognised', () => prompted.heard.length > before);
    leaving.abort();
    await expect(left).rejects.toThrow();
    const metrics = async () => (await ask(server, { path: '/metrics' })).body.toString();
    await until('it is over', async () =>
      (await metrics()).includes('transcriptions_total{outcome="aborted"} 1'),
    );
  } finally {
    prompted.stuck = false;
  }
  expect(await transcribed()).toMatchObject({ text: TEXT });
});

describe('refusals become the errors of the client', () => {
  test.each<[string, Asked, string]>([
    ['a language that is not understood', { language: 'de' }, 'language'],
    ['no language', { language: '<script>' }, 'language'],
    ['an unknown format', { response_format: 'docx' as 'json' }, 'response_format'],
    ['unknown granularities', { timestamp_granularities: ['phoneme' as 'word'] }, 'timestamp_granularities'],
  ])('%s', async (_what, more, param) => {
    const refused = transcribed(more);
    await expect(refused).rejects.toThrow(BadRequestError);
    await expect(refused).rejects.toMatchObject({ param, type: 'invalid_request_error' });
  });

  test('files that are not audio, or too long', async () => {
    const noise = await toFile(Buffer.from('this is no sound'), 'noise.mp3');
    await expect(transcribed({ file: noise })).rejects.toThrow(BadRequestError);
    await expect(transcribed({ file: noise })).rejects.toMatchObject({ param: 'file', code: 'not_audio' });
    const file = await toFile(longRecording(3662), 'long.wav');
    await expect(transcribed({ file })).rejects.toMatchObject({
      status: 400,
      param: 'file',
      code: 'too_long',
    });
  });

  test('an unknown model, and a wrong key', async () => {
    await expect(transcribed({ model: 'gpt-9' })).rejects.toThrow(NotFoundError);
    const refused = clientOf(server, 'wrong').audio.transcriptions.create({ file, model: 'whisper-1' });
    await expect(refused).rejects.toThrow(AuthenticationError);
  });

  test.each([
    ['no form', 'application/json', '{}'],
    ['a form without a file', FORM_TYPE, formBody({ model: 'whisper-1' })],
    ['a broken form', FORM_TYPE, '--'],
    ['nothing', FORM_TYPE, ''],
  ])('%s', async (_what, type, body) => {
    const answer = await ask(server, {
      method: 'POST',
      path: '/v1/audio/transcriptions',
      headers: { 'x-api-key': KEY, 'content-type': type },
      body,
    });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  test('a server without a recogniser refuses, and does not list its models', async () => {
    const own = await startTestServer(new CloningEngine());
    try {
      const refused = clientOf(own).audio.transcriptions.create({ file, model: 'whisper-1' });
      await expect(refused).rejects.toThrow(InternalServerError);
      await expect(refused).rejects.toMatchObject({ status: 503, code: 'unavailable' });
      await expect(clientOf(own).models.retrieve('whisper-1')).rejects.toThrow(NotFoundError);
    } finally {
      await own.close();
    }
    expect((await client.models.retrieve('whisper-1')).id).toBe('whisper-1');
  });
});

test('alternating speakers are distinguished', { timeout: 240_000 }, async (context) => {
  const complete = await completeEngine({
    voiceFolders: { hibari: [hibariFolder()] },
    modelsFolder: modelsFolder(),
  });
  if (!complete) return context.skip('the models are not installed');
  const own = await startTestServer(complete);
  try {
    const said = [
      [HIBARI_HEART, 'Good morning, this is the surgery. How can I help you today?'],
      [DEFAULT_VOICE_ID, 'Hello. I have had a sore throat since the weekend, and it is getting worse.'],
      [HIBARI_HEART, 'I am sorry to hear that. Could you come in at half past ten?'],
      [DEFAULT_VOICE_ID, 'Yes, that would be very good. I will be there.'],
    ] as const;
    const sounds: Uint8Array[] = [];
    for (const [voice_id, text] of said) {
      const body = JSON.stringify({ text, voice_id, sampling_rate: 16_000 });
      const headers = { 'x-api-key': KEY, accept: 'audio/wav' };
      const answer = await ask(own, { method: 'POST', path: '/sse/speak/en', headers, body });
      // Without the header, and with the usual pause between turns.
      sounds.push(answer.body.subarray(44), new Uint8Array(2 * 16_000 * 0.3));
    }
    const call = wavFile({ encoding: 'pcm16', sampleRate: 16_000 }, Buffer.concat(sounds));
    const answer = (await clientOf(own).audio.transcriptions.create({
      file: await toFile(call, 'call.wav'),
      model: 'gpt-4o-transcribe-diarize',
      response_format: 'diarized_json',
    })) as unknown as OpenAI.Audio.TranscriptionDiarized;
    const lines = answer.text.split('\n');
    expect(lines.map((line) => line.slice(0, 3))).toEqual(['A: ', 'B: ', 'A: ', 'B: ']);
    expect(lines[1]).toMatch(/throat/i);
    expect(answer.segments.every(({ end, start }) => end > start)).toBe(true);
  } finally {
    await own.close();
    await complete.close();
  }
});

test('synthesized speech is recognised, word by word', { timeout: 120_000 }, async (context) => {
  const complete = await completeEngine();
  if (!complete) return context.skip('the models are not installed');
  const own = await startTestServer(complete);
  try {
    const by = clientOf(own);
    const answer = await by.audio.transcriptions.create({
      file: await spoken(by, TEXT),
      model: 'whisper-1',
      response_format: 'verbose_json',
      timestamp_granularities: ['word'],
    });
    const plain = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];
    expect(plain(answer.text)).toEqual(plain(TEXT));
    expect(answer.words?.flatMap(({ word }) => plain(word))).toEqual(plain(TEXT));
    const starts = answer.words?.map(({ start }) => start) ?? [];
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(new Set(starts).size).toBe(starts.length);
  } finally {
    await own.close();
    await complete.close();
  }
});
