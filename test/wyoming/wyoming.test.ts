/** The port for Home Assistant and other clients of the Wyoming protocol, on a real server. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../engine/index.ts';
import { ask } from '../kit/clients/sse-client.ts';
import { WyomingClient } from '../kit/clients/wyoming-client.ts';
import { runPython, whyNoPython } from '../kit/python/packages.ts';
import {
  builtInEngine,
  CHEAP_VOICE,
  completeEngine,
  KEY,
  startTestServer,
  type TestServer,
  until,
  untilLanesRest,
} from '../kit/server.ts';

const SENTENCE = 'I would like a cup of tea.';
const RATE = 24_000;

const missing = whyNoPython('wyoming');

test.skipIf(missing !== null)(
  `Home Assistant's library finds the voices, hears speech and has its own understood${missing ? ` (skipped: ${missing})` : ''}`,
  async (context) => {
    const engine = await completeEngine();
    if (engine === null) return context.skip('there is no recogniser');
    const server = await startTestServer(engine, { WYOMING_PORT: '0' });
    onTestFinished(() => server.close());
    const script = join(import.meta.dirname, 'home_assistant.py');
    const voice = 'Joe';
    const follows = engine.recogniser.followsSpeech?.('en') ?? false;
    const { stdout, stderr } = await runPython('wyoming', [
      script,
      '127.0.0.1',
      String(server.wyomingPort),
      voice,
      String(follows),
    ]);
    expect(stderr).toBe('');
    const result = JSON.parse(stdout);
    expect(result.describe).toMatchObject({
      pong: 'still there?',
      streaming: true,
      attributed: true,
      transcripts: true,
    });
    expect(result.describe.voices[CHEAP_VOICE]).toContain('en');
    expect(result.describe.languages).toContain('en');
    const { types, format, seconds } = result.synthesize;
    expect(collapsed(types)).toEqual(['audio-start', 'audio-chunk', 'audio-stop']);
    expect(format).toEqual([RATE, 2, 1]);
    expect(seconds).toBeGreaterThan(1);
    expect(collapsed(result.stream.types)).toEqual([
      'audio-start',
      'audio-chunk',
      'audio-stop',
      'synthesize-stopped',
    ]);
    expect(result.stream.seconds).toBeGreaterThan(1.5);
    expect(result.transcribe.error).toBeUndefined();
    expect(result.transcribe.text.toLowerCase()).toContain('cup of tea');
    expect(result.transcribe).toMatchObject({ language: 'en', start: 'en' });
    expect(result.transcribe.order).toEqual([
      'transcript-start',
      'transcript-chunk',
      'transcript',
      'transcript-stop',
    ]);
    expect(result.transcribe.chunks.toLowerCase()).toContain('cup of tea');
    if (follows) expect(result.transcribe.while_speaking).toBeGreaterThan(0);
    expect(result.refused).toMatchObject({ code: 'voice_unknown', after: null });
    expect(result.refused.text).toContain('voice');
    const usage = (await ask(server, { path: '/usage', headers: { 'x-api-key': KEY } })).json();
    const spoken = SENTENCE.length + 'It rains. Take an umbrella.'.length;
    expect(usage).toMatchObject({ data: { days: [{ requests: 2, characters: spoken }] } });
    const metrics = (await ask(server, { path: '/metrics' })).body.toString();
    expect(metrics).toContain(`parley_characters_total{transport="wyoming"} ${spoken}`);
    expect(metrics).toContain('parley_transcriptions_total{outcome="transcribed"} 1');
    expect(metrics).toContain('parley_refusals_total{transport="wyoming",status="422"} 1');
  },
);

/** Without repetitions. */
const collapsed = (types: readonly string[]) => types.filter((type, i) => type !== types[i - 1]);

describe('with the built-in voices', () => {
  let engine: Engine;
  let server: TestServer;
  beforeAll(async () => {
    engine = await builtInEngine();
    server = await startTestServer(engine, { WYOMING_PORT: '0', MAX_TEXT_CHARS: '20000' });
  });
  afterAll(() => server.close());

  function open(to: TestServer = server): WyomingClient {
    const client = new WyomingClient(to.wyomingPort!);
    onTestFinished(() => void client.socket.destroy());
    return client;
  }
  /** Returns the last event. */
  const lastOf = async (client: WyomingClient) => (await client.rest()).at(-1);

  test.each<[string, Record<string, unknown>, string]>([
    ['no text', { text: undefined }, 'text: Text to speak is required'],
    ['too much text', { text: 'x'.repeat(20_001) }, 'text: '],
    ['markup', { text_format: 'ssml' }, 'text_format: Must be one of text'],
    ['a speaker', { voice: { name: CHEAP_VOICE, speaker: 'p1' } }, 'voice.speaker: '],
    ['a language that nobody speaks', { voice: { language: 'xx' } }, 'lang_code: '],
  ])('%s is refused by name, and the connection ends', async (_what, more, text) => {
    const error = await lastOf(open().send('synthesize', { text: SENTENCE, ...more }));
    expect(error).toMatchObject({ type: 'error', data: { text: expect.stringContaining(text) } });
  });

  test.each<[string, string | Buffer, string]>([
    ['what is no event', 'GET / HTTP/1.1\r\n', 'wyoming_event_malformed'],
    ['a list', '[]\n', 'wyoming_event_malformed'],
    [
      'a payload beyond all measure',
      '{"type": "audio-chunk", "payload_length": 9e9}\n',
      'wyoming_event_too_large',
    ],
    ['a line without end', Buffer.alloc(200_000, 0x20), 'wyoming_event_too_large'],
  ])('%s is refused, and the connection ends', async (_what, bytes, code) => {
    const client = open();
    client.socket.write(bytes);
    expect(await client.rest()).toMatchObject([{ type: 'error', data: { code } }]);
  });

  test('a faulty part of streamed text is reported and skipped', async () => {
    const client = open().send('synthesize-start', { voice: { name: CHEAP_VOICE } });
    client.send('synthesize-chunk', { text: '<phoneme:>x</phoneme>. ' });
    client.send('synthesize-chunk', { text: 'It rains.' }).send('synthesize-stop');
    client.send('ping');
    const types: string[] = [];
    for (let event = await client.next(); event?.type !== 'pong'; event = await client.next()) {
      types.push(event!.type);
    }
    expect(collapsed(types)).toEqual([
      'error',
      'audio-start',
      'audio-chunk',
      'audio-stop',
      'synthesize-stopped',
    ]);
  });

  test('disconnecting ends the work, of a whole text and of a stream', async () => {
    const text = `${SENTENCE} `.repeat(500);
    for (const begin of [
      (client: WyomingClient) => client.send('synthesize', { text }),
      (client: WyomingClient) => client.send('synthesize-start').send('synthesize-chunk', { text }),
    ]) {
      const client = begin(open());
      expect((await client.next())?.type).toBe('audio-start');
      client.socket.destroy();
      await until('the stream is gone', () => engine.stats().activeStreams === 0);
    }
  });

  test('synthesis stops for a client that does not read, which is disconnected after a while', async () => {
    const own = await startTestServer(engine, { WYOMING_PORT: '0', SLOW_READER_MS: '1500' });
    onTestFinished(() => own.close());
    const client = open(own);
    client.socket.pause();
    client.send('synthesize', { text: `${SENTENCE} `.repeat(3000), voice: { name: CHEAP_VOICE } });
    await until('it speaks', () => engine.stats().activeStreams === 1);
    await untilLanesRest(engine);
    await until('it is over', () => engine.stats().activeStreams === 0);
  });

  test('without a recogniser none is offered, and audio is refused before it is sent', async () => {
    const client = open().send('describe');
    expect((await client.next())?.data).toMatchObject({ asr: [] });
    client.send('transcribe', { language: 'de' });
    expect(await lastOf(client)).toMatchObject({
      type: 'error',
      data: { text: expect.stringContaining('has no recogniser') },
    });
  });

  test('the connections of one address are limited', async () => {
    const own = await startTestServer(engine, { WYOMING_PORT: '0' });
    onTestFinished(() => own.close());
    const clients = Array.from({ length: 32 }, () => open(own).send('ping'));
    for (const client of clients) expect((await client.next())?.type).toBe('pong');
    expect(await open(own).send('ping').rest()).toMatchObject([
      { type: 'error', data: { code: 'owner_at_limit' } },
    ]);
    clients[0]!.socket.destroy();
    await until('there is a place', async () => (await open(own).send('ping').next())?.type === 'pong');
  });

  test('an idle client is disconnected, and so is one whose key is no longer valid', async () => {
    const own = await startTestServer(engine, {
      WYOMING_PORT: '0',
      WYOMING_API_KEY: 'not-a-key-of-this-server',
      IDLE_SOCKET_MS: '1000',
    });
    onTestFinished(() => own.close());
    expect(await open(own).rest()).toEqual([]);
    expect(await lastOf(open(own).send('synthesize', { text: SENTENCE }))).toMatchObject({
      data: { code: 'wyoming_key_invalid' },
    });
  });

  test('running work is finished when the server shuts down', async () => {
    const own = await startTestServer(engine, { WYOMING_PORT: '0', SHUTDOWN_GRACE_MS: '10000' });
    const idle = open(own).send('ping');
    await idle.next();
    const client = open(own).send('synthesize', { text: SENTENCE, voice: { name: CHEAP_VOICE } });
    await client.next();
    const closed = own.close();
    expect((await lastOf(client))?.type).toBe('audio-stop');
    await closed;
    expect(await idle.rest()).toEqual([]);
  });
});
