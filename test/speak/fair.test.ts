/** The effect of one owner's flood on others. */
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../engine/index.ts';
import { VoicesClient } from '../kit/clients/voices-client.ts';
import { builtInEngine, KEY, startTestServer, type TestServer, until } from '../kit/server.ts';

const STREAMS = 80;
/** Two minutes of speech. */
const LONG_TEXT = 'The wind and the sun were disputing which of them was the stronger. '.repeat(30);

let engine: Engine;
let server: TestServer;
let ada: VoicesClient;
beforeAll(async () => {
  engine = await builtInEngine();
  server = await startTestServer(engine, { MAX_STREAMS_PER_KEY: '0', MAX_CHARACTERS_PER_MINUTE: '0' });
  ada = await VoicesClient.of(server, 'Ada');
});
afterAll(async () => {
  await server.close();
  await engine.close();
});

/** A request whose response is read as fast as it comes. */
function flood(onEnd: () => void): Socket {
  const body = JSON.stringify({ text: LONG_TEXT, sampling_rate: 8000 });
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.on('end', onEnd).resume();
  socket.write(
    `POST /sse/speak/en HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-API-KEY: ${KEY}\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  return socket;
}

const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await until('the streams are gone', () => engine.stats().activeStreams === 0);
});

test('a sentence does not wait for the earlier streams of another owner', async () => {
  let ended = 0;
  for (let i = 0; i < STREAMS; i++) sockets.push(flood(() => ended++));
  // How many of them wait, and how many speak slowly, depends on the machine.
  await until('all streams are there', () => {
    const { activeStreams, waitingStreams } = engine.stats();
    return activeStreams + waitingStreams === STREAMS;
  });
  const text = JSON.stringify({ text: 'Good morning.' });
  const { status } = await ada.send('POST', '/sse/speak/en', text, { accept: 'audio/wav' });
  expect(status).toBe(200);
  // In order of arrival, most waiting streams would have been admitted and completed before.
  expect(ended).toBeLessThan(STREAMS / 4);
});
