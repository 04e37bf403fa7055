/** Clients of an event stream that read nothing: when they are disconnected, and what is left of them. */
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SpeechChunk, SpeechStream, StartedEngine } from '../../engine/index.ts';
import { builtInEngine, KEY, sleep, startTestServer, type TestServer, until } from '../kit/server.ts';

/**
 * Streams of megabytes without playing time. A client may listen to what was sent before it reads on, and the megabytes
 * in the system's buffers would be a minute of audio: too long for a test.
 */
class TimelessStream implements SpeechStream {
  readonly alignmentUnavailable = null;
  readonly pendingCharacters = 0;
  chunks = 0;
  isClosed = false;

  push(): void {}
  finish(): void {}
  reset(): void {}
  end(): void {}

  close(): void {
    this.isClosed = true;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SpeechChunk, undefined> {
    const audio = new Uint8Array(32_768).fill(1);
    while (!this.isClosed) {
      this.chunks++;
      yield {
        audio,
        samples: 0,
        text: '',
        contextId: null,
        alignment: null,
        billedCharacters: 0,
        stop: false,
      };
      await sleep(0);
    }
    return undefined;
  }
}

let real: StartedEngine;
let server: TestServer;
let stream: TimelessStream;
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
    open(_settings, { signal } = {}) {
      stream = new TimelessStream();
      const opened = stream;
      signal?.addEventListener('abort', () => opened.close());
      return opened;
    },
    checkTranscription: (...asked) => real.checkTranscription(...asked),
    suggest: (request) => real.suggest(request),
    phonemes: (text, lang) => real.phonemes(text, lang),
    stats: () => real.stats(),
    close: () => real.close(),
  };
  server = await startTestServer(engine, { SLOW_READER_MS: '400', MAX_STREAMS_PER_KEY: '1' });
});
afterAll(async () => {
  await server.close();
  await real.close();
});

test.each(['*/*', 'audio/wav'])(
  'a client that reads nothing for SLOW_READER_MS is disconnected (accept: %s)',
  async (accept) => {
    // Longer texts are streamed as WAV, shorter ones are sent as one file.
    const body = JSON.stringify({ text: 'Hello there. '.repeat(500) });
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /sse/speak/en HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: ${KEY}\r\nAccept: ${accept}\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    const first = await new Promise<string>((resolve) =>
      socket.once('data', (part) => resolve(part.toString('latin1'))),
    );
    expect(first).toMatch(/^HTTP\/1\.1 200 OK/);
    socket.pause();
    await until('it is cut off', () => stream.isClosed);
    // Some megabytes are in the system's buffers. Nothing beyond those was synthesized.
    expect(stream.chunks).toBeLessThan(1000);

    let tail = '';
    socket.on('data', (part) => {
      tail = (tail + part.toString('latin1')).slice(-20);
    });
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.resume();
    await ended;
    // A truncated response must not look complete.
    expect(tail).not.toContain('\r\n0\r\n\r\n');
  },
);

test('one that reads slowly is not disconnected', async () => {
  const body = JSON.stringify({ text: 'Hello there.' });
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST /sse/speak/en HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: ${KEY}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  let received = 0;
  socket.on('data', (part) => {
    received += part.length;
  });
  for (let i = 0; i < 8; i++) {
    socket.resume();
    await sleep(50);
    socket.pause();
    await sleep(200);
  }
  expect(stream.isClosed).toBe(false);
  expect(received).toBeGreaterThan(1_000_000);
  socket.destroy();
  await until('it is closed', () => stream.isClosed);
});
