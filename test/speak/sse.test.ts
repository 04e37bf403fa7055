/** `POST /sse/speak/{lang_code}`: responses to valid requests. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../engine/index.ts';
import { readWav } from '../../media/wav.ts';
import { type SpeechMessage, textOf, wordsOf } from '../kit/clients/messages.ts';
import { ask, askToSpeak, parseEvents, speak } from '../kit/clients/sse-client.ts';
import { builtInEngine, KEY, startTestServer, type TestServer } from '../kit/server.ts';
import { bytesPerSample, decode, type Encoding, joinAudio, rms } from '../kit/sounds/audio.ts';

const TEXT = 'The quick brown fox jumps over the lazy dog.';
const RATES = [8000, 16000, 22050, 24000];
const ENCODINGS: Encoding[] = ['pcm_linear', 'pcm_mulaw'];

/** Output of built-in voices varies slightly, but its duration only by a few milliseconds. */
function expectSameLength(a: readonly SpeechMessage[], b: readonly SpeechMessage[]): void {
  const rate = a[0]!.data.sampling_rate;
  expect(a[0]!.data.sampling_rate).toBe(b[0]!.data.sampling_rate);
  expect(Math.abs(joinAudio(a).length - joinAudio(b).length)).toBeLessThan((rate * 2) / 100);
}

let engine: Engine;
let server: TestServer;
beforeAll(async () => {
  engine = await builtInEngine();
  server = await startTestServer(engine);
});
afterAll(async () => {
  await server.close();
  await engine.close();
});

describe('the stream', () => {
  test('is events of one line each, and ends when the server closes the response', async () => {
    const { status, headers, body } = await askToSpeak(server, { text: TEXT });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    const events = parseEvents(body);
    expect(events.length).toBeGreaterThan(1);
    for (const event of events) {
      expect(Object.keys(event)).toEqual(['status_code', 'data']);
      expect(event.status_code).toBe(200);
      expect(Object.keys(event.data)).toEqual(['audio', 'text', 'sampling_rate']);
      expect(event.data.sampling_rate).toBe(24000);
      expect(event.data.audio, 'no event without audio').not.toBe('');
      expect(Buffer.from(event.data.audio, 'base64').toString('base64')).toBe(event.data.audio);
    }
  });

  test('is, byte by byte on the wire, a chunked HTTP/1.1 response with its last chunk', async () => {
    const body = JSON.stringify({ text: 'Hello.' });
    const raw = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(server.port, '127.0.0.1', () =>
        socket.write(
          `POST /sse/speak/en HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: ${KEY}\r\nContent-Length: ` +
            `${body.length}\r\n\r\n${body}`,
        ),
      );
      socket.on('data', (part) => {
        received += part.toString('latin1');
        if (received.endsWith('\r\n0\r\n\r\n')) socket.end();
      });
      socket.on('end', () => resolve(received));
      socket.on('error', reject);
    });
    expect(raw).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(raw.toLowerCase()).toContain('\r\ntransfer-encoding: chunked\r\n');
    const head = raw.indexOf('\r\n\r\n') + 4;
    expect(raw.slice(head)).toMatch(
      /^[0-9a-f]+\r\nevent: message\ndata: \{"status_code":200,"data":\{"audio":"/i,
    );
    expect(raw).toMatch(/\}\}\n\n\r\n0\r\n\r\n$/);
  });

  test('contains each piece of text once, with its first chunk', async () => {
    const text = `  ${TEXT} Then it — being *tired* — slept; 3.14 hours later,\n\nDr. Smith said: "Hi!" 😀 And left. `;
    const events = await speak(server, { text });
    expect(textOf(events)).toBe(text);
    const carrying = events.filter(({ data }) => data.text !== '');
    expect(carrying.length).toBeGreaterThan(2);
    expect(carrying.length).toBeLessThan(events.length);
    expect(events[0]?.data.text).not.toBe('');
  });

  test.each([
    ['an emoji at the end', 'Good morning! 😀😀'],
    ['an emoji at the beginning', '😀😀 Good morning!'],
    ['a line of its own without words', 'Good morning!\n\n***\n\nGood night!\n\n---\n\n'],
    ['white space at both ends', '\n \t Good morning! \n\n '],
    ['a pause at the end', 'Good morning!<pause:200ms>'],
    ['a pause alone', '<pause:200ms>'],
    ['surrogates and combining marks', 'Ça va, 𝒟r. Müller — naïve e\u0301te\u0301?'],
  ])('loses no character: %s', async (_what, text) => {
    expect(textOf(await speak(server, { text }))).toBe(text);
  });

  test('contains word alignment if requested', async () => {
    const text = 'Call me at 5:30, it costs $12.50. Überraschung!';
    const events = await speak(server, { text, timestamps: true });
    const words = wordsOf(events);
    for (const { data } of events) expect(Object.keys(data)).toContain('alignment');
    for (const word of words) expect(text.slice(word.charStart, word.charEnd)).toBe(word.unit);
    expect(words.map(({ unit }) => unit)).toEqual(
      expect.arrayContaining(['Call', '5:30', '$12.50', 'Überraschung']),
    );
    const durationMs = (joinAudio(events).length / 2 / 24000) * 1000;
    let before = 0;
    for (const { startMs, endMs } of words) {
      expect(startMs).toBeGreaterThanOrEqual(before);
      expect(endMs).toBeGreaterThanOrEqual(startMs);
      expect(endMs).toBeLessThanOrEqual(durationMs);
      before = startMs;
    }
  });
});

describe('formats', () => {
  const durations: number[] = [];
  const cases = RATES.flatMap((rate) => ENCODINGS.map((encoding) => [rate, encoding] as const));

  test.each(cases)('%i Hz %s', async (rate, encoding) => {
    const events = await speak(server, { text: TEXT, sampling_rate: rate, encoding });
    for (const { data } of events) expect(data.sampling_rate).toBe(rate);
    const audio = joinAudio(events);
    expect(audio.length % bytesPerSample(encoding)).toBe(0);
    const samples = decode(audio, encoding);
    expect(rms(samples)).toBeGreaterThan(0.02);
    durations.push(samples.length / rate);
  });

  test('all of them have the same duration', () => {
    expect(durations).toHaveLength(cases.length);
    expect(Math.max(...durations) - Math.min(...durations)).toBeLessThan(0.002);
  });

  test.each(cases)('wav prefixes the first chunk with a header: %i Hz %s', async (rate, encoding) => {
    const plain = await speak(server, { text: 'Hello there.', sampling_rate: rate, encoding });
    const wav = await speak(server, {
      text: 'Hello there.',
      sampling_rate: rate,
      encoding,
      output_format: 'wav',
    });
    const file = joinAudio(wav);
    const headerBytes = encoding === 'pcm_linear' ? 44 : 58;
    expect(Math.abs(file.length - headerBytes - joinAudio(plain).length)).toBeLessThan(rate / 100);
    const read = readWav(file);
    expect(read).toMatchObject({ sampleRate: rate, encoding: encoding === 'pcm_linear' ? 'pcm16' : 'mulaw' });
    expect(read.channels[0]).toHaveLength((file.length - headerBytes) / bytesPerSample(encoding));
  });

  test.each([
    ['audio/wav', 'pcm_linear'],
    ['audio/x-wav;q=0.9, */*;q=0.1', 'pcm_linear'],
    ['audio/wav', 'pcm_mulaw'],
  ] as const)('accept: %s gets a whole file (%s)', async (accept, encoding) => {
    const headers = { 'x-api-key': KEY, accept };
    const question = { text: TEXT, sampling_rate: 16000, encoding };
    const { status, headers: got, body } = await askToSpeak(server, question, { headers });
    expect(status).toBe(200);
    expect(got['content-type']).toBe('audio/wav');
    expect(got['content-length']).toBe(String(body.length));
    // The header has the real sizes: players show the duration and may seek.
    expect(body.readUInt32LE(4)).toBe(body.length - 8);
    const { channels, sampleRate } = readWav(body);
    const raw = joinAudio(await speak(server, question));
    expect(sampleRate).toBe(16000);
    expect(Math.abs(channels[0]!.length - raw.length / bytesPerSample(encoding))).toBeLessThan(160);
    expect(rms(channels[0]!)).toBeCloseTo(rms(decode(raw, encoding)), 2);
  });

  test.each(['*/*', 'text/event-stream', 'application/json'])('accept: %s gets events', async (accept) => {
    const answer = await askToSpeak(server, { text: 'Hi.' }, { headers: { 'x-api-key': KEY, accept } });
    expect(parseEvents(answer.body).length).toBeGreaterThan(0);
  });
});

describe('requests of clients', () => {
  test.each(['<STOP>', ' <STOP>', '<STOP>\n', '<STOP> <STOP>'])('a trailing %j is ignored', async (stop) => {
    const plain = await speak(server, { text: TEXT });
    const stopped = await speak(server, { text: TEXT + stop });
    expectSameLength(stopped, plain);
    expect(textOf(stopped).trimEnd()).toBe(TEXT);
  });

  test('the legacy nested body', async () => {
    const settings = { voice_id: 'espeak-en-gb', sampling_rate: 8000, encoding: 'pcm_mulaw', speed: 1.5 };
    const flat = await speak(server, { text: TEXT, ...settings });
    const nested = await speak(server, { text: TEXT, model: settings });
    expectSameLength(nested, flat);
    expect(nested[0]?.data.sampling_rate).toBe(8000);
    const other = await speak(server, { text: TEXT, ...settings, voice_id: null });
    const difference = Math.abs(joinAudio(other).length - joinAudio(flat).length);
    expect(difference, 'the voice must make a difference').toBeGreaterThan(80);
  });

  test('unknown fields, nulls and numbers as texts', async () => {
    const events = await speak(server, {
      text: TEXT,
      sampling_rate: '8000',
      voice_id: null,
      speed: null,
      temperature: null,
      ipa_key: '',
      whatever: { deep: [1] },
      language: 'en',
    });
    expect(events[0]?.data.sampling_rate).toBe(8000);
  });

  test('no content type, or another one', async () => {
    const body = JSON.stringify({ text: 'Hi.' });
    for (const headers of [
      {},
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=utf-8' },
    ]) {
      const answer = await ask(server, {
        method: 'POST',
        path: '/sse/speak/en',
        headers: { 'x-api-key': KEY, ...headers },
        body,
      });
      expect(answer.status).toBe(200);
    }
  });

  test('a body in chunks', async () => {
    const answer = await fetch(`${server.base}/sse/speak/en`, {
      method: 'POST',
      headers: { 'x-api-key': KEY },
      body: new ReadableStream({
        start(controller) {
          for (const part of ['{"te', 'xt": "caf', '\u00e9 and bar"', '}'])
            controller.enqueue(Buffer.from(part));
          controller.close();
        },
      }),
      duplex: 'half',
    });
    expect(textOf(parseEvents(Buffer.from(await answer.arrayBuffer())))).toBe('café and bar');
  });

  test('speed snaps to slow, normal and fast', async () => {
    const seconds = async (speed: number): Promise<number> =>
      joinAudio(await speak(server, { text: TEXT, speed })).length / 48000;
    const normal = await seconds(1);
    const [slow, alsoSlow, lowest, fast, alsoFast, highest] = await Promise.all(
      [0.7, 0.8, -5, 1.5, 1.1, 100].map(seconds),
    );
    for (const same of [slow, alsoSlow, lowest])
      expect(Math.abs((same! * 0.7) / normal - 1)).toBeLessThan(0.02);
    for (const same of [fast, alsoFast, highest])
      expect(Math.abs((same! * 1.5) / normal - 1)).toBeLessThan(0.02);
  });

  test('speaking_rate is exact and overrides speed; explicit pauses do not change', async () => {
    const seconds = async (more: object): Promise<number> =>
      joinAudio(await speak(server, { text: TEXT, ...more })).length / 48000;
    const normal = await seconds({});
    for (const rate of [0.5, 0.8, 1.25, 2]) {
      expect(
        Math.abs(((await seconds({ speaking_rate: rate, speed: 0.7 })) * rate) / normal - 1),
      ).toBeLessThan(0.02);
    }
    const text = `${TEXT} <pause:2s>`;
    expect((await seconds({ text, speaking_rate: 2 })) - (await seconds({ text }))).toBeCloseTo(
      -normal / 2,
      0.5,
    );
  });

  test.each([
    ['de', 'Zwölf Boxkämpfer jagen Viktor über den Sylter Deich.'],
    ['pt-br', 'Luís argüia à Júlia que o amor é um fogo.'],
    ['hi', 'नमस्ते दुनिया।'],
    ['ko', '안녕하세요, 만나서 반갑습니다.'],
    ['ja', 'こんにちは世界。'],
    ['zh', '你好，世界。'],
    ['ar', 'مرحبا بالعالم.'],
  ])('speaks %s', async (lang, text) => {
    const events = await speak(server, { text, timestamps: true }, lang);
    expect(textOf(events)).toBe(text);
    expect(rms(decode(joinAudio(events), 'pcm_linear'))).toBeGreaterThan(0.01);
    const words = wordsOf(events);
    expect(words.length).toBeGreaterThan(1);
    for (const word of words) expect(text.slice(word.charStart, word.charEnd)).toBe(word.unit);
  });

  test.each(['EN', 'en-us', 'en_US', 'en-GB'])('accepts any spelling of the language: %s', async (lang) => {
    expect(textOf(await speak(server, { text: 'Hello.' }, lang))).toBe('Hello.');
  });

  test('a document of SSML is spoken, with its marks, its own words and none of its tags', async () => {
    const text =
      '<speak><p>Say <sub alias="nine">9a</sub> <mark name="here"/>in <lang xml:lang="fr">15h</lang>.</p>' +
      '<voice name="espeak-en-gb">Quite.</voice> <prosody volume="silent">Nothing</prosody></speak>';
    const events = await speak(server, { text, timestamps: true });
    expect(textOf(events)).toBe(text);
    const words = wordsOf(events);
    expect(words.map(({ unit }) => unit)).toEqual(['Say', '9a', 'in', '15h', 'Quite', 'Nothing']);
    for (const { unit, charStart, charEnd } of words) expect(text.slice(charStart, charEnd)).toBe(unit);
    const marks = events.flatMap(({ data }) => data.alignment?.marks ?? []);
    const at = words.find(({ unit }) => unit === 'in')?.startMs;
    expect(marks).toEqual([{ name: 'here', timeMs: at, charOffset: text.indexOf('<mark') }]);
    const rate = events[0]!.data.sampling_rate;
    const samples = decode(joinAudio(events), 'pcm_linear');
    const level = ({ startMs, endMs }: { startMs: number; endMs: number }): number =>
      rms(samples, Math.round((startMs * rate) / 1000), Math.round((endMs * rate) / 1000));
    expect(level(words[5]!)).toBeLessThan(level(words[4]!) / 100);
  });

  test('a tagged word is pronounced as tagged and aligned as sent', async () => {
    const text = 'Say <phoneme:/təˈmɑːtoʊ/>tomato</phoneme> now.';
    const events = await speak(server, { text, timestamps: true });
    expect(textOf(events)).toBe(text);
    expect(wordsOf(events).map(({ unit }) => unit)).toEqual(['Say', 'tomato', 'now']);
    const plain = await speak(server, { text: 'Say tomato now.' });
    expect(joinAudio(events).equals(joinAudio(plain))).toBe(false);
  });
});
