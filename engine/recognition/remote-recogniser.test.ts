import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readWav } from '../../media/wav.ts';
import { RemoteRecogniser } from './remote-recogniser.ts';
import { parseTranscription } from './remote-transcription.ts';
import { RECOGNITION_SAMPLE_RATE, RecognitionError } from './types.ts';

const KEY = 'sk-very-secret-key-0123456789';
const SPEECH = Float32Array.from({ length: RECOGNITION_SAMPLE_RATE }, (_, i) =>
  i % 6400 < 3200 ? 0.3 * Math.sin(i / 5) : 0,
);
const DETAILED = {
  text: ' Hello world. ',
  words: [
    { word: ' Hello', start: 0.1, end: 0.4 },
    { word: 'world.', start: 0.45, end: 0.9, probability: 0.8 },
  ],
};

interface Seen {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly fields: Record<string, string>;
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | null;
}
type Answer = (response: ServerResponse, seen: Seen) => void;

const json =
  (status: number, body: unknown): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

let stop: () => void = () => undefined;
afterEach(() => stop());

/** A server that gives its answers in turn, and then repeats the last one. */
async function serve(...answers: Answer[]) {
  const seen: Seen[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const form = await new Response(Buffer.concat(chunks), { headers }).formData();
    const fields: Record<string, string> = {};
    let file: Seen['file'] = null;
    for (const [name, value] of form) {
      if (typeof value === 'string') fields[name] = value;
      else file = { name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) };
    }
    seen.push({ path: request.url ?? '', authorization: request.headers.authorization, fields, file });
    (answers[seen.length - 1] ?? answers.at(-1))?.(response, seen.at(-1)!);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const recogniser = new RemoteRecogniser({
    baseUrl: url,
    apiKey: KEY,
    model: 'whisper-x',
    deadlineMs: 5000,
  });
  stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { seen, url, recogniser };
}

async function failure(promise: Promise<unknown>): Promise<RecognitionError> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(RecognitionError);
  return error as RecognitionError;
}

test('sends the recording as a WAV file and reads text and word times', async () => {
  const { seen, recogniser } = await serve(json(200, DETAILED));
  expect(recogniser.supports()).toBe(true);
  expect(await recogniser.transcribe(SPEECH, { lang: 'pt-br' })).toEqual({
    text: 'Hello world.',
    words: [
      { text: 'Hello', startMs: 100, endMs: 400, confidence: null },
      { text: 'world.', startMs: 450, endMs: 900, confidence: 0.8 },
    ],
  });
  const [{ path, authorization, fields, file }] = seen as [Seen];
  expect({ path, authorization }).toEqual({
    path: '/v1/audio/transcriptions',
    authorization: `Bearer ${KEY}`,
  });
  expect(fields).toMatchObject({ model: 'whisper-x', language: 'pt', response_format: 'verbose_json' });
  const wav = readWav(file!.bytes);
  expect(wav.sampleRate).toBe(RECOGNITION_SAMPLE_RATE);
  expect(file!.bytes.length).toBe(44 + 2 * SPEECH.length);
});

test('has the server find out the language, and takes its code or its name', async () => {
  const { seen, recogniser } = await serve(
    json(200, { ...DETAILED, language: 'spanish' }),
    json(200, { ...DETAILED, language: 'pt' }),
    json(200, DETAILED),
  );
  const found = [];
  for (let i = 0; i < 3; i++) found.push((await recogniser.transcribe(SPEECH, { lang: '' })).lang);
  expect(found).toEqual(['es', 'pt', null]);
  expect(seen[0]!.fields.language).toBeUndefined();
});

test('sends no credentials where it was given none', async () => {
  vi.stubEnv('OPENAI_API_KEY', KEY);
  const { seen, url } = await serve(json(200, { text: 'hi' }));
  const recogniser = new RemoteRecogniser({ baseUrl: url, apiKey: null, model: 'm' });
  expect((await recogniser.transcribe(SPEECH, { lang: 'en' })).text).toBe('hi');
  expect(seen[0]!.authorization).toBeUndefined();
  vi.unstubAllEnvs();
});

test('asks a server that refuses the detailed form for the simple one, and remembers', async () => {
  const { seen, recogniser } = await serve((response, { fields }) => {
    const simple = fields.response_format === 'json';
    json(simple ? 200 : 400, simple ? { text: 'hi' } : { error: { message: 'no' } })(response, {} as Seen);
  });
  expect(await recogniser.transcribe(SPEECH, { lang: 'en' })).toEqual({ text: 'hi', words: [] });
  await recogniser.transcribe(SPEECH, { lang: 'en' });
  expect(seen.map(({ fields }) => fields.response_format)).toEqual(['verbose_json', 'json', 'json']);
});

test('passes a prompt or names on, and leaves it out for a server that refuses it', async () => {
  const takes = await serve(json(200, DETAILED));
  await takes.recogniser.transcribe(SPEECH, { lang: 'en', prompt: 'To Sherburn in Helstone.' });
  await takes.recogniser.transcribe(SPEECH, { lang: 'en', names: ['Helstone', 'Sherburn'] });
  const prompts = takes.seen.map(({ fields }) => fields.prompt);
  expect(prompts).toEqual(['To Sherburn in Helstone.', 'Helstone, Sherburn.']);

  const { seen, recogniser } = await serve((response, { fields }) => {
    const isRefused = fields.prompt !== undefined;
    json(isRefused ? 400 : 200, isRefused ? { error: { message: 'no' } } : DETAILED)(response, {} as Seen);
  });
  const { text } = await recogniser.transcribe(SPEECH, { lang: 'en', prompt: 'Helstone.' });
  expect(text).toBe('Hello world.');
  const refused = seen.length;
  await recogniser.transcribe(SPEECH, { lang: 'en', prompt: 'Helstone.' });
  expect(seen).toHaveLength(refused + 1);
  expect(seen.at(-1)!.fields.prompt).toBeUndefined();
});

test('sends nothing when there is no speech', async () => {
  const { seen, recogniser } = await serve(json(200, DETAILED));
  const silence = new Float32Array(RECOGNITION_SAMPLE_RATE);
  expect(await recogniser.transcribe(silence, { lang: 'en' })).toEqual({ text: '', words: [] });
  expect(seen).toEqual([]);
});

describe('failures', () => {
  test('a wrong key is not tried again, and never repeated', async () => {
    const complaint = { error: { message: `Incorrect API key provided: ${KEY}` } };
    const { seen, recogniser } = await serve(json(401, complaint));
    const error = await failure(recogniser.transcribe(SPEECH, { lang: 'en' }));
    expect(error).toMatchObject({ retryable: false, cause: undefined });
    expect(error.message).toContain('status 401');
    expect(`${error.stack}`).not.toContain(KEY);
    expect(seen).toHaveLength(1);
  });

  test('a server error is tried once more', async () => {
    const { seen, recogniser } = await serve(json(500, {}), json(200, DETAILED));
    expect((await recogniser.transcribe(SPEECH, { lang: 'en' })).text).toBe('Hello world.');
    expect(seen).toHaveLength(2);
    const broken = await serve(json(503, {}));
    expect(await failure(broken.recogniser.transcribe(SPEECH, { lang: 'en' }))).toMatchObject({
      retryable: true,
    });
    expect(broken.seen).toHaveLength(2);
  });

  test.each([
    ['no JSON', (response: ServerResponse) => response.end('<html>')],
    [
      'broken JSON',
      (response: ServerResponse) => response.setHeader('content-type', 'application/json').end('{'),
    ],
    ['JSON without a text', (response: ServerResponse) => json(200, [1])(response, {} as Seen)],
  ] as const)('%s', async (_, answer) => {
    const { recogniser } = await serve((response) => void answer(response));
    expect(await failure(recogniser.transcribe(SPEECH, { lang: 'en' }))).toMatchObject({ retryable: true });
  });

  test('a server that is not there', async () => {
    const { recogniser } = await serve();
    stop();
    const error = await failure(recogniser.transcribe(SPEECH, { lang: 'en' }));
    expect(error).toMatchObject({ retryable: true, message: 'the recogniser cannot be reached' });
  });

  test('a server that never answers meets the deadline', async () => {
    const { url } = await serve(() => undefined);
    const recogniser = new RemoteRecogniser({ baseUrl: url, apiKey: KEY, model: 'm', deadlineMs: 100 });
    const error = await failure(recogniser.transcribe(SPEECH, { lang: 'en' }));
    expect(error).toMatchObject({ retryable: true, message: 'the recogniser did not answer within 100 ms' });
  });

  test('an abort rejects with its reason, closing with a RecognitionError', async () => {
    const abort = new AbortController();
    const { recogniser } = await serve(() => abort.abort(new Error('hung up')));
    const job = recogniser.transcribe(SPEECH, { lang: 'en', signal: abort.signal });
    await expect(job).rejects.toThrow('hung up');
    const other = await serve(() => void other.recogniser.close());
    const error = await failure(other.recogniser.transcribe(SPEECH, { lang: 'en' }));
    expect(error).toMatchObject({ retryable: false, message: 'the recogniser is closed' });
  });
});

describe('parseTranscription', () => {
  test('finds words inside segments, too', () => {
    const segments = [{ words: [{ word: 'a', start: 0, end: 1 }] }, { text: 'b' }];
    expect(parseTranscription({ text: 'a b', segments }).words).toHaveLength(1);
  });

  test('gives ordered words or a RecognitionError, whatever the answer', () => {
    const time = fc.oneof(fc.double(), fc.constant('1'), fc.constant(undefined));
    const item = fc.record({ word: fc.oneof(fc.string(), fc.integer()), start: time, end: time });
    const answer = fc.oneof(
      fc.jsonValue(),
      fc.record({ text: fc.string(), words: fc.array(fc.oneof(item, fc.jsonValue())) }),
    );
    fc.assert(
      fc.property(answer, (value) => {
        try {
          let before = 0;
          for (const { text, startMs, endMs } of parseTranscription(value).words) {
            expect(text).not.toBe('');
            expect(startMs).toBeGreaterThanOrEqual(before);
            expect(endMs).toBeGreaterThanOrEqual(startMs);
            before = startMs;
          }
        } catch (error) {
          expect(error).toBeInstanceOf(RecognitionError);
        }
      }),
    );
  });
});
