/** `POST /v1/audio/speech` and the models, with OpenAI's own client. */
import OpenAI, { AuthenticationError, BadRequestError, NotFoundError, RateLimitError } from 'openai';
import type { SpeechCreateParams } from 'openai/resources/audio/speech';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../engine/index.ts';
import { decodeAudio } from '../../media/decode/decode-audio.ts';
import { matchReference, referenceSound } from '../../media/decode/testing.ts';
import { ENCODED_FORMATS } from '../../media/encode/create-encoder.ts';
import { floatToInt16 } from '../../media/pcm.ts';
import { ask } from '../kit/clients/sse-client.ts';
import { VoicesClient } from '../kit/clients/voices-client.ts';
import { CloningEngine, DEFAULT_VOICE } from '../kit/cloning-engine.ts';
import {
  builtInEngine,
  KEY,
  startTestServer,
  type TestServer,
  until,
  untilLanesRest,
} from '../kit/server.ts';

const TEXT = 'The wind and the sun were disputing.';
/** Some ten minutes of speech. */
const LONG_TEXT = `${TEXT} `.repeat(250);
const RATE = 24_000;

let engine: Engine;
let server: TestServer;
let client: OpenAI;
beforeAll(async () => {
  engine = await builtInEngine();
  server = await startTestServer(engine);
  client = clientOf(server);
});
afterAll(async () => {
  await server.close();
  await engine.close();
});

function clientOf({ base }: TestServer, apiKey = KEY): OpenAI {
  return new OpenAI({ baseURL: `${base}/v1`, apiKey, maxRetries: 0 });
}

const request = (more: Partial<SpeechCreateParams> = {}): SpeechCreateParams => ({
  model: 'tts-1',
  voice: 'alloy',
  input: TEXT,
  ...more,
});

async function spoken(more: Partial<SpeechCreateParams> & Record<string, unknown> = {}, by = client) {
  const answer = await by.audio.speech.create(request(more));
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { bytes, type: answer.headers.get('content-type') ?? '' };
}

const decoded = async (bytes: Uint8Array) => {
  const { samples, sampleRate, format } = await decodeAudio(bytes, { maxSeconds: 60 });
  return { samples, sampleRate, format };
};

/** Voices whose audio is the recording that they were learned from, whatever the text. */
const cloning = new CloningEngine();
let setup: TestServer;
let me: VoicesClient;
beforeAll(async () => {
  setup = await startTestServer(cloning);
  me = await VoicesClient.of(setup, 'me');
});
afterAll(() => setup.close());

describe('formats', () => {
  const samples = floatToInt16(referenceSound(RATE));
  beforeAll(() => me.made('Reference', Buffer.from(samples.buffer)));

  const file = (more: Record<string, unknown>) =>
    spoken({ voice: 'Reference', ...more }, clientOf(setup, me.key));

  test('pcm is samples', async () => {
    const { bytes, type } = await file({ response_format: 'pcm' });
    expect(type).toBe('audio/pcm');
    expect(bytes.equals(Buffer.from(samples.buffer))).toBe(true);
  });

  test.each(['flac', 'wav'] as const)('%s contains exactly the same samples', async (format) => {
    const { bytes, type } = await file({ response_format: format });
    expect(type).toBe(`audio/${format}`);
    const sound = await decoded(bytes);
    expect(sound).toMatchObject({ format, sampleRate: RATE });
    expect(floatToInt16(sound.samples)).toEqual(samples);
  });

  test('mp3 by default', async () => {
    const { bytes, type } = await file({});
    expect(type).toBe('audio/mpeg');
    const sound = await decoded(bytes);
    expect(sound).toMatchObject({ format: 'mp3', sampleRate: RATE });
    expect(matchReference(sound.samples, RATE, 0, 2000).correlation).toBeGreaterThan(0.99);
  });

  test('opus, exactly as long', async () => {
    const { bytes, type } = await file({ response_format: 'opus' });
    expect(type).toBe('audio/ogg; codecs=opus');
    const sound = await decoded(bytes);
    expect(sound).toMatchObject({ format: 'ogg-opus', sampleRate: 48_000 });
    expect(sound.samples).toHaveLength(2 * samples.length);
    expect(matchReference(sound.samples, 48_000, -50, 50).correlation).toBeGreaterThan(0.97);
  });

  test('events contain the file in chunks, and at the end the usage', async () => {
    const { bytes, type } = await file({ stream_format: 'sse', response_format: 'flac' });
    expect(type).toContain('text/event-stream');
    const events = bytes
      .toString()
      .split('\n\n')
      .filter((line) => line !== '')
      .map(
        (line) => JSON.parse(line.slice('data: '.length)) as { type: string; audio: string; usage: unknown },
      );
    const deltas = events.slice(0, -1);
    expect(deltas.length).toBeGreaterThan(3);
    expect(new Set(deltas.map((event) => event.type))).toEqual(new Set(['speech.audio.delta']));
    const joined = Buffer.concat(deltas.map(({ audio }) => Buffer.from(audio, 'base64')));
    expect(joined.equals((await file({ response_format: 'flac' })).bytes)).toBe(true);
    const ms = Math.round((samples.length * 1000) / RATE);
    expect(events.at(-1)).toEqual({
      type: 'speech.audio.done',
      usage: { input_tokens: TEXT.length, output_tokens: ms, total_tokens: TEXT.length + ms },
    });
  });

  test('aac, in frames that can be played as they arrive', async () => {
    const { bytes, type } = await file({ response_format: 'aac' });
    expect(type).toBe('audio/aac');
    const sound = await decoded(bytes);
    expect(sound.format).toBe('aac');
    expect(matchReference(sound.samples, sound.sampleRate, 0, 3000).correlation).toBeGreaterThan(0.98);
  });

  test('an unknown format is refused with the list of available ones', async () => {
    const refused = client.audio.speech.create(request({ response_format: 'midi' as 'aac' }));
    await expect(refused).rejects.toThrow(BadRequestError);
    await expect(refused).rejects.toMatchObject({
      param: 'response_format',
      message: expect.stringContaining('mp3, opus, aac, flac, wav, pcm'),
    });
  });
});

describe('as it is made', () => {
  /** Requests the long text, and waits for its first bytes. */
  async function begin(more: Partial<SpeechCreateParams> = {}) {
    const leaving = new AbortController();
    const answer = await client.audio.speech.create(request({ input: LONG_TEXT, ...more }), {
      signal: leaving.signal,
    });
    const reader = answer.body!.getReader();
    return { first: (await reader.read()).value as Uint8Array, reader, leaving };
  }

  test.each(ENCODED_FORMATS)(
    '%s: the first audio arrives while the rest is being synthesized',
    async (format) => {
      const { first, leaving } = await begin({ response_format: format });
      expect(first.length).toBeGreaterThan(0);
      expect(engine.stats().activeStreams).toBe(1);
      leaving.abort();
      await until('the stream is gone', () => engine.stats().activeStreams === 0);
    },
  );

  test('leaving ends the work', async () => {
    const before = engine.stats().audioSeconds;
    (await begin()).leaving.abort();
    await untilLanesRest(engine);
    expect(engine.stats()).toMatchObject({ activeStreams: 0, waitingStreams: 0, queuedSteps: 0 });
    expect(engine.stats().audioSeconds - before).toBeLessThan(300);
  });

  test('synthesis stops while the client does not read', async () => {
    const { leaving } = await begin({ response_format: 'wav' });
    await untilLanesRest(engine);
    expect(engine.stats()).toMatchObject({ activeStreams: 1, queuedSteps: 0 });
    leaving.abort();
    await until('the stream is gone', () => engine.stats().activeStreams === 0);
  });
});

test('speed is exact from 0.5 to 2, and unknown fields are ignored', async () => {
  const lengthAt = async (speed: number): Promise<number> =>
    (await spoken({ response_format: 'pcm', speed, instructions: 'Sing.', unknown: [1] })).bytes.length;
  const normal = await lengthAt(1);
  for (const [speed, heard] of [
    [0.25, 0.5],
    [0.8, 0.8],
    [1.2, 1.2],
    [4, 2],
  ] as const) {
    expect(Math.abs(((await lengthAt(speed)) * heard) / normal - 1)).toBeLessThan(0.03);
  }
});

test('usage is counted', async () => {
  const own = await startTestServer(engine);
  try {
    const { bytes } = await spoken({ response_format: 'pcm' }, clientOf(own));
    const usage = (await ask(own, { path: '/usage', headers: { 'x-api-key': KEY } })).json();
    expect(usage).toMatchObject({ data: { days: [{ requests: 1, characters: TEXT.length }] } });
    const [{ audio_ms }] = (usage as { data: { days: [{ audio_ms: number }] } }).data.days;
    expect(Math.abs(audio_ms - bytes.length / 48)).toBeLessThan(2);
    const metrics = (await ask(own, { path: '/metrics' })).body.toString();
    expect(metrics).toContain(`parley_characters_total{transport="openai"} ${TEXT.length}`);
  } finally {
    await own.close();
  }
});

test('the text may be as long as on SSE', async () => {
  const own = await startTestServer(engine, { MAX_TEXT_CHARS: '10' });
  try {
    const refused = clientOf(own).audio.speech.create(request({ input: 'x'.repeat(11) }));
    await expect(refused).rejects.toThrow(BadRequestError);
    await expect(refused).rejects.toMatchObject({ param: 'input', code: 'string_too_long' });
  } finally {
    await own.close();
  }
});

describe('refusals become the errors of the client', () => {
  test('a wrong key', async () => {
    const refused = clientOf(server, 'pk_wrong').audio.speech.create(request());
    await expect(refused).rejects.toThrow(AuthenticationError);
    await expect(refused).rejects.toMatchObject({ code: 'invalid_api_key', type: 'authentication_error' });
    await expect(clientOf(server, 'pk_wrong').models.list()).rejects.toThrow(AuthenticationError);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no text', { input: undefined }, 'input'],
    ['nothing to say', { input: ' ' }, 'input'],
    ['broken markup', { input: '<phoneme:>x</phoneme>' }, 'input'],
    ['an unknown voice', { voice: 'nobody' }, 'voice'],
    ['a voice of the wrong type', { voice: 3 }, 'voice'],
    ['too slow', { speed: 0.2 }, 'speed'],
    ['too fast', { speed: 4.1 }, 'speed'],
    ['an unknown form of stream', { stream_format: 'pigeon' }, 'stream_format'],
    ['a language that nobody speaks', { language: 'xx' }, 'language'],
  ])('%s', async (_what, more, param) => {
    const refused = client.audio.speech.create(request(more as Partial<SpeechCreateParams>));
    await expect(refused).rejects.toThrow(BadRequestError);
    await expect(refused).rejects.toMatchObject({ param, type: 'invalid_request_error' });
  });

  test('an unknown model', async () => {
    const refused = client.audio.speech.create(request({ model: 'gpt-9' }));
    await expect(refused).rejects.toThrow(NotFoundError);
    await expect(refused).rejects.toMatchObject({ param: 'model', code: 'model_not_found' });
    await expect(client.models.retrieve('gpt-9')).rejects.toThrow(NotFoundError);
  });

  test('too many streams', async () => {
    const own = await startTestServer(engine, { MAX_STREAMS_PER_KEY: '1' });
    try {
      const first = await clientOf(own).audio.speech.create(request({ input: LONG_TEXT }));
      const refused = clientOf(own).audio.speech.create(request());
      await expect(refused).rejects.toThrow(RateLimitError);
      await first.body?.cancel();
    } finally {
      await own.close();
    }
  });

  test.each([
    ['POST', '/v1/audio/speech', '{', 400],
    ['POST', '/v1/audio/speech', '[]', 400],
    ['GET', '/v1/audio/speech', undefined, 405],
    ['GET', '/v1/audio/translations', undefined, 405],
    ['GET', '/v1', undefined, 404],
    ['GET', '/v1/models/%E0%A4', undefined, 404],
    ['PROPFIND', '/v1/models', undefined, 405],
  ])('%s %s %s: the same shape', async (method, path, body, status) => {
    const answer = await ask(server, {
      method,
      path,
      headers: { 'x-api-key': KEY },
      ...(body !== undefined && { body }),
    });
    expect(answer.status).toBe(status);
    const error = { message: expect.any(String), type: 'invalid_request_error', param: null };
    expect(answer.json()).toMatchObject({ error });
  });
});

test('models', async () => {
  const listed = [];
  for await (const model of client.models.list()) listed.push(model);
  expect(listed.map(({ id }) => id)).toEqual(['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts', 'kokoro', 'parley']);
  for (const model of listed) {
    expect(model).toEqual({ id: model.id, object: 'model', created: expect.any(Number), owned_by: 'parley' });
    expect(await client.models.retrieve(model.id)).toEqual(model);
    expect((await spoken({ model: model.id, input: 'Hi.' })).bytes.length).toBeGreaterThan(100);
  }
  expect((await spoken({ model: 'gpt-4o-mini-tts-2025-03-20', input: 'Hi.' })).bytes.length).toBeGreaterThan(
    100,
  );
});

describe('voices', () => {
  let mine = '';
  beforeAll(async () => {
    mine = await me.made('Grandma', 'first sound!');
  });

  async function opened(voice: unknown, more: Record<string, unknown> = {}, key = me.key) {
    cloning.forget();
    await spoken({ voice: voice as string, ...more }, clientOf(setup, key));
    const [stream] = cloning.opened;
    return { voice: stream?.clone?.name ?? stream?.settings.voiceId, lang: stream?.settings.lang };
  }

  test.each([
    ['by id', () => mine],
    ['by id in an object', () => ({ id: mine })],
    ['by name', () => 'Grandma'],
  ])('one of my own, %s', async (_how, voice) => {
    expect(await opened(voice())).toEqual({ voice: 'Grandma', lang: 'en' });
  });

  test('voices of other owners are unknown', async () => {
    for (const voice of [mine, 'Grandma']) {
      await expect(opened(voice, {}, KEY)).rejects.toThrow(BadRequestError);
    }
  });

  test('a built-in one speaks its language, by id and by name', async () => {
    expect(await opened('espeak-de')).toEqual({ voice: 'espeak-de', lang: 'de' });
    expect(await opened('voice of DE')).toEqual({ voice: 'espeak-de', lang: 'de' });
  });

  test("OpenAI's names speak English, or the requested language", async () => {
    expect(await opened('alloy')).toEqual({ voice: null, lang: 'en' });
    for (const voice of ['echo', 'fable', 'onyx', 'nova', 'shimmer', 'ash', 'coral', 'sage']) {
      expect(await opened(voice)).toEqual({ voice: DEFAULT_VOICE, lang: 'en' });
    }
    expect(await opened('nova', { language: 'de' })).toEqual({ voice: 'espeak-de', lang: 'de' });
    expect(await opened('nova', { lang_code: 'de' })).toEqual({ voice: 'espeak-de', lang: 'de' });
    // As clients of other Kokoro servers send them
    expect(await opened('nova', { lang_code: 'b' })).toEqual({ voice: DEFAULT_VOICE, lang: 'en-gb' });
    expect(await opened('nova', { lang_code: 'f' })).toEqual({ voice: null, lang: 'fr' });
  });

  test('an owner’s name takes precedence over one of OpenAI’s', async () => {
    const nova = await me.made('nova', 'another sound!');
    expect(await opened('nova')).toEqual({ voice: 'nova', lang: 'en' });
    await me.remove(nova);
  });
});

describe('names of other servers', () => {
  const listed = async (path: string, headers: Record<string, string> = {}) =>
    (await ask(server, { path: `/v1${path}`, headers })).json() as {
      voices: { id: string; name: string }[];
      models: { id: string }[];
    };

  test('voices and models are listed for Open WebUI, which sends no credentials', async () => {
    const { voices } = await listed('/audio/voices');
    expect(voices[0]).toEqual({ id: 'alloy', name: 'alloy' });
    expect(voices.every(({ id, name }) => typeof id === 'string' && typeof name === 'string')).toBe(true);
    expect(JSON.stringify(voices)).not.toContain('espeak');
    const whole = (await listed('/audio/voices', { authorization: `Bearer ${KEY}` })).voices;
    expect(whole.map(({ id }) => id)).toContain(DEFAULT_VOICE);
    expect(whole.length).toBeGreaterThan(voices.length);
    expect((await listed('/audio/models')).models).toContainEqual({ id: 'kokoro' });
    for (const path of ['/audio/voices', '/audio/models']) {
      const wrong = { path: `/v1${path}`, headers: { authorization: 'Bearer pk_nobody' } };
      expect((await ask(server, wrong)).status).toBe(401);
    }
  });

  test.each(['kokoro', 'Kokoro', 'tts-1', 'tts-1-hd', 'hexgrad/Kokoro-82M', 'kokoro-v1_0'])(
    'the model %s speaks',
    async (model) => {
      expect((await spoken({ model, response_format: 'wav' })).bytes.length).toBeGreaterThan(1000);
    },
  );

  test.each([
    'af_heart',
    'af_bella',
    'am_michael',
    'bf_emma',
    'bm_george',
    'ef_dora',
    'ff_siwis',
    'if_sara',
    'pf_dora',
    'zf_xiaobei',
    'af_v0nicole',
    'af_bella+af_sky',
    'af_bella(2)+af_sky(1)',
  ])('the voice %s speaks, whether it is installed or not', async (voice) => {
    expect((await spoken({ model: 'kokoro', voice, response_format: 'wav' })).bytes.length).toBeGreaterThan(
      1000,
    );
  });

  test.each(['xx_heart', 'af', 'a_heart', 'nobody'])('the voice %s is none', async (voice) => {
    await expect(spoken({ voice })).rejects.toThrow(BadRequestError);
  });
});
