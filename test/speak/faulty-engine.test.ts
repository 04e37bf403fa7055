/** The responses when the engine fails in the middle, has no timings, or refuses: the same on both transports. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EngineError, type SpeechChunk, type SpeechStream, type StartedEngine } from '../../engine/index.ts';
import { textOf } from '../kit/clients/messages.ts';
import { SpeakClient } from '../kit/clients/speak-client.ts';
import { ask, askToSpeak, parseEvents, speak } from '../kit/clients/sse-client.ts';
import { builtInEngine, KEY, startTestServer, type TestServer, until } from '../kit/server.ts';

/** Long enough for several chunks. */
const TEXT =
  'The first sentence is spoken as it should be. The second one is not so lucky. The third one is.';

/** A fault of the streams of the engine below: the chunk that fails, and the error. */
interface Trouble {
  readonly atChunk: number;
  readonly error: unknown;
}
let trouble: Trouble | null = null;
let timings = true;

/** A real stream in which the fault happens once. */
function troubled(stream: SpeechStream): SpeechStream {
  const mine = trouble;
  const hasTimings = timings;
  let count = 0;
  return {
    alignmentUnavailable: hasTimings ? null : 'This voice has no timings',
    get pendingCharacters() {
      return stream.pendingCharacters;
    },
    push: stream.push.bind(stream),
    finish: stream.finish.bind(stream),
    reset: stream.reset.bind(stream),
    end: stream.end.bind(stream),
    close: stream.close.bind(stream),
    [Symbol.asyncIterator](): AsyncIterator<SpeechChunk> {
      const chunks = stream[Symbol.asyncIterator]();
      return {
        async next() {
          if (count++ === mine?.atChunk) throw mine.error;
          const result = await chunks.next();
          if (result.done || hasTimings) return result;
          return { done: false, value: { ...result.value, alignment: null } };
        },
        async return() {
          stream.close();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

let real: StartedEngine;
let server: TestServer;
beforeAll(async () => {
  real = await builtInEngine();
  const engine: StartedEngine = {
    parts: real.parts,
    recogniser: real.recogniser,
    voices: () => real.voices(),
    voice: (id) => real.voice(id),
    findVoices: (filter) => real.findVoices(filter),
    refreshVoices: () => real.refreshVoices(),
    prepareModel: (model) => real.prepareModel(model),
    check: (text, settings, clone) => real.check(text, settings, clone),
    open: (settings, options) => troubled(real.open(settings, options)),
    checkTranscription: (...asked) => real.checkTranscription(...asked),
    suggest: (request) => real.suggest(request),
    phonemes: (text, lang) => real.phonemes(text, lang),
    stats: () => real.stats(),
    close: () => real.close(),
  };
  server = await startTestServer(engine);
});
afterAll(async () => {
  await server.close();
  await real.close();
});

async function during<T>(happens: Trouble, body: () => Promise<T>): Promise<T> {
  trouble = happens;
  try {
    return await body();
  } finally {
    trouble = null;
  }
}

const TOO_MUCH = 'The server is already synthesizing as much as it can in real time; try again shortly.';
const overloaded = (): EngineError => new EngineError('speech_overloaded', { retryAfterMs: 2300 });
const broken = (): EngineError => new EngineError('synthesis_failed');
const secret = (): Error => new Error('/home/someone/secret/path is missing');

describe('SSE, before the first byte: an HTTP error', () => {
  test.each([
    ['overload', overloaded, 429, TOO_MUCH],
    ['a failure', broken, 500, 'Internal Server Error'],
    ['a surprise', secret, 500, 'Internal Server Error'],
  ])('%s', async (_what, makeError, status, detail) => {
    const error = makeError();
    const answer = await during({ atChunk: 0, error }, () => askToSpeak(server, { text: TEXT }));
    expect(answer.status).toBe(status);
    expect(answer.json()).toEqual({ detail });
    expect(answer.headers['retry-after']).toBe(status === 429 ? '3' : undefined);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });
});

test('SSE: a text that was refused for overload costs no characters', async () => {
  const limited = await startTestServer(server.engine, { MAX_CHARACTERS_PER_MINUTE: String(TEXT.length) });
  try {
    for (let i = 0; i < 3; i++) {
      const refused = await during({ atChunk: 0, error: overloaded() }, () =>
        askToSpeak(limited, { text: TEXT }),
      );
      expect(refused.json()).toEqual({ detail: TOO_MUCH });
    }
    expect((await askToSpeak(limited, { text: TEXT })).status).toBe(200);
    const refused = await askToSpeak(limited, { text: TEXT });
    expect(refused.status).toBe(429);
    expect(refused.body.toString()).toContain('MAX_CHARACTERS_PER_MINUTE');
  } finally {
    await limited.close();
  }
});

describe('for clients of OpenAI', () => {
  const speech = (more: object = {}) =>
    ask(server, {
      method: 'POST',
      path: '/v1/audio/speech',
      headers: { 'x-api-key': KEY },
      body: JSON.stringify({ input: TEXT, voice: 'alloy', model: 'tts-1', ...more }),
    });

  test('before the first byte: an HTTP error in their format', async () => {
    const refused = await during({ atChunk: 0, error: overloaded() }, speech);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('3');
    expect(refused.json()).toEqual({
      error: {
        message: TOO_MUCH,
        type: 'rate_limit_error',
        param: null,
        code: 'rate_limit_exceeded',
      },
    });
    const failed = await during({ atChunk: 0, error: secret() }, speech);
    expect(failed.status).toBe(500);
    const error = { message: 'Internal Server Error', type: 'server_error', param: null, code: null };
    expect(failed.json()).toEqual({ error });
  });

  test('in the middle of a file the connection is cut', async () => {
    await expect(during({ atChunk: 2, error: secret() }, speech)).rejects.toThrow(/aborted|hang up|reset/);
  });

  test('among events it is one more', async () => {
    const failing = () => speech({ stream_format: 'sse', response_format: 'pcm' });
    const answer = await during({ atChunk: 2, error: secret() }, failing);
    const events = answer.body.toString().trimEnd().split('\n\n');
    expect(events.slice(0, -1).every((event) => event.includes('speech.audio.delta'))).toBe(true);
    const error = { message: 'Internal Server Error', type: 'server_error', param: null, code: null };
    expect(JSON.parse(events.at(-1)?.slice('data: '.length) ?? '')).toEqual({ error });
  });
});

describe('SSE, after it: one more event, then the stream closes', () => {
  test.each([
    ['overload', overloaded, 429, TOO_MUCH],
    ['a failure', broken, 500, 'Internal Server Error'],
    ['a surprise', secret, 500, 'Internal Server Error'],
  ])('%s', async (_what, makeError, status, message) => {
    const error = makeError();
    const answer = await during({ atChunk: 2, error }, () => askToSpeak(server, { text: TEXT }));
    expect(answer.status).toBe(200);
    const events = parseEvents(answer.body);
    expect(events).toHaveLength(3);
    expect(events.at(-1)).toEqual({ status_code: status, errors: [message] });
    expect(TEXT.startsWith(textOf(events.slice(0, 2)))).toBe(true);
  });

  test('nothing of the failed stream is left behind', async () => {
    await during({ atChunk: 1, error: broken() }, () => askToSpeak(server, { text: TEXT.repeat(50) }));
    await until('its place is free', () => real.stats().activeStreams === 0);
    expect(textOf(await speak(server, { text: TEXT }))).toBe(TEXT);
  });
});

describe('WebSocket: an error message, and the socket stays open', () => {
  test.each([
    ['overload', overloaded, 429, TOO_MUCH],
    ['a failure', broken, 500, 'Internal Server Error'],
    ['a surprise', secret, 500, 'Internal Server Error'],
  ])('%s', async (_what, makeError, status, message) => {
    const client = await SpeakClient.open(server, { sampling_rate: 8000 });
    const error = makeError();
    await during({ atChunk: 1, error }, () => client.say(TEXT));
    expect(client.errors).toHaveLength(1);
    expect(client.errors[0]).toEqual({
      type: 'error',
      status_code: status,
      errors: [message],
      data: { audio: '', context_id: null },
    });
    expect(client.messages.at(-1)?.data.stop).toBe(true);
    expect(textOf(await client.say('And on.'))).toBe('And on.');
    await client.close();
  });

  test('an error of a context contains its id', async () => {
    const client = await SpeakClient.open(server, { sampling_rate: 8000 });
    const error = overloaded().in('mine');
    await during({ atChunk: 0, error }, () => client.say({ text: TEXT, context_id: 'mine' }));
    expect(client.errors[0]?.data.context_id).toBe('mine');
    await client.close();
  });
});

describe('a voice without timings is reported', () => {
  beforeAll(() => {
    timings = false;
  });
  afterAll(() => {
    timings = true;
  });

  test.each([
    [true, { alignment: null, alignment_unavailable: 'This voice has no timings' }],
    [false, {}],
  ])('timestamps %s', async (timestamps, expected) => {
    const client = await SpeakClient.open(server, { sampling_rate: 8000, timestamps });
    const messages = [
      ...(await client.say('Hello.')),
      ...(await speak(server, { text: 'Hello.', timestamps })),
    ];
    for (const { data } of messages) {
      const { alignment, alignment_unavailable } = data;
      const found = {
        ...(alignment !== undefined && { alignment }),
        ...(alignment_unavailable !== undefined && { alignment_unavailable }),
      };
      expect(found).toEqual(expected);
    }
    await client.close();
  });
});
