import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Port } from '../port.ts';
import { NodeLibrary } from './node-port.ts';

let port: Port;
let at = 0;
beforeAll(async () => {
  port = new NodeLibrary().port((exchange) => {
    if (exchange.head.asksForSocket) exchange.upgrade(() => silent);
    else exchange.send(200, {}, exchange.head.path, false);
  });
  at = (await port.listen('127.0.0.1', 0)) ?? 0;
});
afterAll(() => port.close());

const silent = { message() {}, ping() {}, pong() {}, closed() {} };

async function exchange(text: string): Promise<string> {
  const socket = connect(at, '127.0.0.1');
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes.toString();
  });
  socket.write(text);
  await Promise.race([once(socket, 'close'), sleep(500)]);
  socket.destroy();
  return received;
}

const HOST = 'host: localhost\r\n';

test.each([
  ['a head of more than 16 KiB', `GET / HTTP/1.1\r\n${HOST}x: ${'a'.repeat(17_000)}\r\n\r\n`, 431],
  ['no HTTP', 'GET\r\n\r\n', 400],
  ['HTTP/1.0', `GET / HTTP/1.0\r\n${HOST}\r\n`, 505],
])('%s is answered, and the connection ends', async (_what, text, status) => {
  const answer = await exchange(text);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer).toMatch(/connection: close/i);
});

test.each([
  ['another upgrade', 'connection: upgrade\r\nupgrade: h2c\r\n'],
  [
    'a WebSocket of a version of its own',
    'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 7\r\n',
  ],
])('%s is ignored', async (_what, headers) => {
  expect(await exchange(`GET /path HTTP/1.1\r\n${HOST}${headers}\r\n`)).toMatch(
    /^HTTP\/1\.1 200 [\s\S]*\/path$/,
  );
});
