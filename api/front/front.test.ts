import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify } from 'fastify';
import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { CredentialBackoff } from '../limits/credential-backoff.ts';
import { KeyLimits } from '../limits/key-limits.ts';
import { MemoryStore } from '../limits/memory-store.ts';
import { Overload } from '../limits/overload.ts';
import { createLog } from '../observability/log.ts';
import { Metrics } from '../observability/metrics.ts';
import { loadSettings } from '../settings/settings.ts';
import type { FrontDeps } from './deps.ts';
import { Front } from './front.ts';

const ADDRESS = { HOST: '127.0.0.1', PORT: '0', HTTP_SERVER: process.env.HTTP_SERVER ?? 'auto' };

test('two calls of close both settle once everything is closed', async () => {
  let asked = 0;
  const deps: Partial<FrontDeps> = {
    settings: loadSettings({ ...ADDRESS }),
    metrics: new Metrics(),
    log: createLog({ logLevel: 'silent' }),
    audit: { refused: () => undefined },
    overload: { check: () => undefined },
    readiness: { isDraining: false },
    backoff: new CredentialBackoff({ perMinute: 0, store: new MemoryStore() }),
    // An authenticator that never answers.
    authenticator: {
      authorize: () => {
        asked++;
        return new Promise(() => undefined);
      },
    } as unknown as FrontDeps['authenticator'],
  };
  const front = new Front(deps as FrontDeps);
  const { port } = await front.listen();
  const client = connect(port, '127.0.0.1');
  client.on('error', () => undefined);
  const body = JSON.stringify({ text: 'Hello.' });
  client.write(
    `POST /sse/speak/en HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await vi.waitFor(() => expect(asked).toBe(1));
  let closed = 0;
  const first = front.close(200).then(() => closed++);
  await front.close(200);
  expect(closed, 'the first is through, too').toBe(1);
  await first;
  client.destroy();
});

test('during overload new work is refused first, and other requests are answered', async () => {
  const overload = new Overload({
    read: async () => ({ event_loop: 1000, memory: 0 }),
    close: () => undefined,
  });
  for (let i = 0; i < 3; i++) await overload.look();
  const rest = fastify();
  rest.get('/ping', () => 'pong');
  rest.post('/voices', () => 'learned');
  const deps: Partial<FrontDeps> = {
    settings: loadSettings({ ...ADDRESS, CORS_ORIGINS: 'https://page.example' }),
    metrics: new Metrics(),
    log: createLog({ logLevel: 'silent' }),
    audit: { refused: () => undefined },
    rest,
    overload,
    readiness: { isDraining: false },
  };
  const front = new Front(deps as FrontDeps);
  const { port } = await front.listen();
  try {
    const base = `http://127.0.0.1:${port}`;
    const body = JSON.stringify({ text: 'Hello.' });
    for (const path of ['/sse/speak/en', '/v1/audio/speech', '/voices']) {
      const headers = { origin: 'https://page.example' };
      const refused = await fetch(base + path, { method: 'POST', body, headers });
      expect([path, refused.status, refused.headers.get('retry-after')]).toEqual([path, 503, '5']);
      expect(await refused.text()).toContain('more to do than it can');
      expect(refused.headers.get('access-control-allow-origin'), 'a page can read it').toBe(headers.origin);
      expect(refused.headers.get('access-control-expose-headers')).toContain('retry-after');
    }
    for (const path of ['/speak/en', '/agents']) expect(await upgraded(port, path)).toContain(' 503 ');
    expect(await (await fetch(`${base}/ping`)).text()).toBe('pong');
  } finally {
    overload.close();
    await front.close(0);
  }
});

test('a socket stays open although its credentials took a moment to check', async () => {
  const metrics = new Metrics();
  const taken: Buffer[] = [];
  // Memory that the opening allocates must not overwrite the library's state of the connection.
  vi.spyOn(metrics.socketsOpen, 'inc').mockImplementation(() => {
    for (let bytes = 8; bytes <= 400; bytes += 8) taken.push(Buffer.allocUnsafeSlow(bytes).fill(0x10));
  });
  const deps: Partial<FrontDeps> = {
    settings: loadSettings({ ...ADDRESS }),
    metrics,
    log: createLog({ logLevel: 'silent' }),
    audit: { refused: () => undefined },
    overload: { check: () => undefined },
    readiness: { isDraining: false },
    backoff: new CredentialBackoff({ perMinute: 0, store: new MemoryStore() }),
    limits: new KeyLimits({ maxStreamsPerKey: 0, maxCharactersPerMinute: 0 }, new MemoryStore()),
    authenticator: {
      authorize: () => sleep(2, { keyId: 'key', ownerId: 'owner' }),
    } as unknown as FrontDeps['authenticator'],
    library: { resolve: async () => undefined } as unknown as FrontDeps['library'],
    engine: { check: () => undefined } as unknown as FrontDeps['engine'],
  };
  const front = new Front(deps as FrontDeps);
  const { port } = await front.listen();
  try {
    for (let i = 0; i < 30; i++) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/speak/en`);
      await once(socket, 'open');
      socket.ping();
      const first = await Promise.race(
        ['pong', 'close'].map((event) => once(socket, event).then(() => event)),
      );
      expect(first, `socket ${i}`).toBe('pong');
      socket.terminate();
    }
  } finally {
    await front.close(0);
  }
});

/** Returns the status line of the response to an upgrade request. */
function upgraded(port: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString('latin1').split('\r\n', 1)[0] ?? '');
    });
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
    );
  });
}
