/** `POST /sse/speak/{lang_code}`: clients that disconnect or do not read, and their effect on others. */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../engine/index.ts';
import { textOf } from '../kit/clients/messages.ts';
import { ask, speak } from '../kit/clients/sse-client.ts';
import {
  builtInEngine,
  KEY,
  startTestServer,
  type TestServer,
  until,
  untilLanesRest,
} from '../kit/server.ts';

/** Some twenty minutes of speech, 80 MB on the wire: far more than all buffers hold. */
const LONG_TEXT = 'The wind and the sun were disputing which of them was the stronger of the two. '.repeat(
  230,
);

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

/** Sends a request on a bare socket, and waits for the first bytes of the response. */
async function beginToSpeak(to: TestServer, path = '/sse/speak/en', accept = '*/*'): Promise<Socket> {
  const body = JSON.stringify({ text: LONG_TEXT });
  const socket = connect(to.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: ${KEY}\r\nAccept: ${accept}\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  return socket;
}

const firstBytes = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.once('data', () => resolve()));

/** Checks that nothing of a stream is left: no slot, no queue, and the lanes are idle for half a second. */
async function expectNoWork(): Promise<void> {
  await until('the stream is gone', () => engine.stats().activeStreams === 0);
  await untilLanesRest(engine);
  expect(engine.stats()).toMatchObject({ activeStreams: 0, waitingStreams: 0, queuedSteps: 0 });
}

test.each([
  ['resets the connection', (socket: Socket) => void socket.resetAndDestroy()],
  ['closes it', (socket: Socket) => void socket.destroy()],
])('a client that %s in mid-stream stops the work', async (_how, leave) => {
  const before = engine.stats().audioSeconds;
  const socket = await beginToSpeak(server);
  await firstBytes(socket);
  expect(engine.stats().activeStreams).toBe(1);
  leave(socket);
  await expectNoWork();
  expect(engine.stats().audioSeconds - before).toBeLessThan(600);
});

test('a client that disconnects before its WAV file is complete stops the work', async () => {
  const before = engine.stats().audioSeconds;
  const body = JSON.stringify({ text: LONG_TEXT.slice(0, 4900) });
  const leaving = new AbortController();
  const answer = ask(server, {
    method: 'POST',
    path: '/sse/speak/en',
    headers: { 'x-api-key': KEY, accept: 'audio/wav' },
    body,
    signal: leaving.signal,
  });
  answer.catch(() => undefined);
  await until('it is spoken', () => engine.stats().activeStreams === 1);
  leaving.abort();
  await expect(answer).rejects.toThrow();
  await expectNoWork();
  expect(engine.stats().audioSeconds - before).toBeLessThan(250);
});

test('a client that disconnects before its body is complete leaves nothing', async () => {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST /sse/speak/en HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: ${KEY}\r\nContent-Length: 500\r\n\r\n{"text`,
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.resetAndDestroy();
  await expectNoWork();
  expect(textOf(await speak(server, { text: 'Hello.' }))).toBe('Hello.');
});

test('back-pressure of a client that does not read stops its work, and others are not affected', async () => {
  const socket = await beginToSpeak(server);
  await firstBytes(socket);
  socket.pause();
  await untilLanesRest(engine);
  const { audioSeconds } = engine.stats();
  expect(engine.stats().queuedSteps).toBe(0);
  expect(textOf(await speak(server, { text: 'Hello there.' }))).toBe('Hello there.');
  await untilLanesRest(engine);
  expect(engine.stats().audioSeconds - audioSeconds).toBeLessThan(5);

  // It continues where it stopped when the client reads again.
  socket.resume();
  await until('more is spoken', () => engine.stats().audioSeconds > audioSeconds + 20);
  socket.destroy();
  await expectNoWork();
});

test('requests on one connection are answered one after the other', async () => {
  const body = JSON.stringify({ text: 'Hello.' });
  const question = `POST /sse/speak/en HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: ${KEY}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const socket = connect(server.port, '127.0.0.1');
  let received = '';
  socket.on('data', (part) => {
    received += part.toString('latin1');
  });
  for (let i = 1; i <= 3; i++) {
    socket.write(question);
    await until(`answer ${i}`, () => received.split('\r\n0\r\n\r\n').length === i + 1);
  }
  socket.destroy();
  expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
});

test('twenty at once all get their own words', async () => {
  const texts = Array.from({ length: 20 }, (_, i) => `This is listener number ${i}, and nobody else.`);
  const answers = await Promise.all(texts.map((text) => speak(server, { text, sampling_rate: 8000 })));
  expect(answers.map(textOf)).toEqual(texts);
  await expectNoWork();
});
