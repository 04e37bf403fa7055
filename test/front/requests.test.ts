/** Requests as they arrive at the port: framing, path, host and body, before anything is done for them. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RawClient } from '../kit/clients/raw-client.ts';
import { builtInEngine, KEY, startTestServer, type TestServer } from '../kit/server.ts';

let server: TestServer;
/** A server that is reachable from other machines, with a name. */
let open: TestServer;
beforeAll(async () => {
  const engine = await builtInEngine();
  [server, open] = await Promise.all([
    startTestServer(engine, { MAX_UNFINISHED_PER_ADDRESS: '3', MAX_TEXT_CHARS: '1000' }),
    startTestServer(engine, {
      HOST: '0.0.0.0',
      ALLOWED_HOSTS: 'speech.example.org',
      CORS_ORIGINS: 'https://app.example.org',
    }),
  ]);
});
afterAll(() => Promise.all([server.close(), open.close()]));

/** Sends bytes, and waits until the server closes the connection. */
async function exchange(text: string, port = server.port): Promise<string> {
  const client = await RawClient.open(port);
  client.send(text);
  return client.closed;
}

interface Asked {
  readonly path?: string;
  readonly host?: string;
  readonly origin?: string;
  readonly socket?: boolean;
  readonly at?: TestServer;
}

/** Sends a request with this exact path and host. */
function ask({ path = '/ping', host = 'localhost', origin, socket, at = server }: Asked) {
  const headers = {
    host,
    ...(origin && { origin }),
    ...(socket && {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }),
  };
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: at.port, path, headers, agent: false }, (answer) => {
      let body = '';
      answer.on('data', (part) => {
        body += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    sent.on('upgrade', (_answer, connection) => {
      connection.destroy();
      resolve({ status: 101, body: '' });
    });
    sent.on('error', reject);
    sent.end();
  });
}

const loadsUws = (): Promise<boolean> =>
  import('../../api/port/uws/uws.ts').then(
    () => true,
    () => false,
  );

test('the configured library answers', async () => {
  const { headers } = await fetch(`${server.base}/ping`);
  const isNode = process.env.HTTP_SERVER === 'node' || !(await loadsUws());
  expect(headers.has('keep-alive'), 'which only node:http sends').toBe(isNode);
});

describe('the end of a request is unambiguous, or it is refused and the connection closed', () => {
  const NEXT = 'GET /ping HTTP/1.1\r\nhost: localhost\r\n\r\n';
  const post = (...lines: string[]): string =>
    `${['POST /sse/auth HTTP/1.1', 'host: localhost', ...lines].join('\r\n')}\r\n\r\n`;

  test.each([
    ['two lengths', post('content-length: 3', `content-length: ${3 + NEXT.length}`), 'abc'],
    ['two equal lengths', post('content-length: 3', 'content-length: 3'), 'abc'],
    ['an empty length', post('content-length:'), ''],
    ['a list of codings', post('transfer-encoding: gzip, chunked'), '0\r\n\r\n'],
    ['two codings', post('transfer-encoding: chunked', 'transfer-encoding: identity'), '0\r\n\r\n'],
    ['a length and a coding', post('content-length: 3', 'transfer-encoding: chunked'), '0\r\n\r\n'],
    ['a coding and a length', post('transfer-encoding: chunked', 'content-length: 3'), '0\r\n\r\n'],
    ['an unknown coding', post('transfer-encoding: foo'), 'abc'],
    ['identity', post('transfer-encoding: identity'), 'abc'],
    ['a list of lengths', post('content-length: 3, 3'), 'abc'],
    ['a length with a sign', post('content-length: +3'), 'abc'],
    ['a negative length', post('content-length: -3'), 'abc'],
    ['a hexadecimal length', post('content-length: 0x3'), 'abc'],
    ['a length beyond all numbers', post('content-length: 18446744073709551619'), 'abc'],
  ])('%s', async (_what, head, body) => {
    for (const rest of [body, body + NEXT]) {
      const answer = await exchange(head + rest);
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(answer, 'nothing behind it is answered').not.toContain('pong');
    }
  });

  test('after a chunked body the connection is closed, however it was parsed', async () => {
    const body = '7\r\n{"a":1}\r\n0\r\n\r\n';
    const answer = await exchange(
      post(`x-api-key: ${KEY}`, 'content-type: application/json', 'transfer-encoding: chunked') + body,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(await exchange(post('transfer-encoding: chunked') + body + NEXT)).not.toContain('pong');
  });
});

describe('a path has one form', () => {
  test.each([
    '/foo/../metrics',
    '/./metrics',
    '/foo/..',
    '/met%72ics',
    '/%2e%2e/metrics',
    '/foo/%2E%2E/metrics',
    '/foo\\..\\metrics',
    '\u002f/metrics',
    '/metrics#x',
  ])('%s is refused', async (path) => {
    const { status, body } = await ask({ path });
    expect([status, JSON.parse(body)]).toMatchObject([400, { detail: expect.stringMatching(/path/) }]);
  });

  test.each([
    ['/metrics', 200],
    ['/metrics?a=/../b%72', 200],
    ['/voices/a%20b', 401],
    ['/restore/B%C3%A4r%2F%25', 401],
    ['/..metrics', 404],
  ])('%s is looked up', async (path, status) => {
    expect((await ask({ path })).status).toBe(status);
  });
});

describe('a server on this machine accepts its names', () => {
  test.each(['localhost', 'localhost:8000', 'LOCALHOST', '127.0.0.1:1', '127.1.2.3', '[::1]:8000'])(
    '%s',
    async (host) => {
      expect((await ask({ host })).status).toBe(200);
      expect((await ask({ host, socket: true, path: `/speak/en?api_key=${KEY}` })).status).toBe(101);
    },
  );

  test.each(['evil.example', 'localhost.evil.example', '10.0.0.1', 'localhost@evil.example:80'])(
    'and not %s, for any request',
    async (host) => {
      const refused = await ask({ host });
      expect([400, 421]).toContain(refused.status);
      expect((await ask({ host, socket: true, path: `/speak/en?api_key=${KEY}` })).status).toBe(
        refused.status,
      );
      if (refused.status === 421) expect(refused.body).toContain('ALLOWED_HOSTS');
    },
  );

  test('two hosts are none', async () => {
    const client = await RawClient.open(server.port);
    client.send('GET /ping HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n\r\n');
    expect(await client.until('host')).toMatch(/^HTTP\/1\.1 400 /);
    client.socket.destroy();
  });

  test.each([
    [undefined, 101],
    ['http://localhost:5173', 101],
    ['http://127.0.0.1:8000', 101],
    ['https://evil.example', 403],
    ['null', 403],
  ])('a page of %s that opens a WebSocket gets %i', async (origin, status) => {
    const answer = await ask({ path: `/speak/en?api_key=${KEY}`, socket: true, ...(origin && { origin }) });
    expect(answer.status).toBe(status);
  });
});

test.each([
  [{ host: 'speech.example.org' }, 200],
  [{ host: 'speech.example.org:8000' }, 200],
  [{ host: '10.0.0.1:8000' }, 200],
  [{ host: 'localhost' }, 200],
  [{ host: 'evil.example' }, 421],
  [{ socket: true, path: `/speak/en?api_key=${KEY}`, origin: 'https://app.example.org' }, 101],
  [{ socket: true, path: `/speak/en?api_key=${KEY}`, origin: 'https://speech.example.org' }, 101],
  [{ socket: true, path: `/speak/en?api_key=${KEY}`, origin: 'https://evil.example' }, 403],
] as const)('a server with a name: %o gets %i', async (asked, status) => {
  expect((await ask({ ...asked, at: open })).status).toBe(status);
});

describe('a body', () => {
  const begin = (path: string, more = '', bytes = 2_000_000): string =>
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${more}` +
    `content-length: ${bytes}\r\n\r\n{"text": "`;

  test.each([
    ['/sse/speak/en', '', 401],
    ['/v1/audio/speech', '', 401],
    ['/agents', '', 401],
    ['/agents', 'x-api-key: wrong\r\n', 401],
    ['/anything', '', 404],
    ['/ping', '', 405],
    ['/demo/session', '', 403],
    ['/sse/speak/en', `x-api-key: ${KEY}\r\n`, 413],
    ['/agents', `x-api-key: ${KEY}\r\n`, 413],
  ])('is not waited for by %s with "%s": %i', async (path, credentials, status) => {
    const client = await RawClient.open(server.port);
    client.send(begin(path, credentials));
    expect(await client.until('\r\n\r\n')).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    client.socket.destroy();
  });

  test('that arrives in parts is read', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(300_000), prompt: 'p', greeting: 'g' });
    const client = await RawClient.open(server.port);
    client.send(begin('/agents', `x-api-key: ${KEY}\r\n`, body.length).replace('{"text": "', ''));
    for (let at = 0; at < body.length; at += 60_000) client.send(body.slice(at, at + 60_000));
    expect(await client.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 (200|422) /);
    client.socket.destroy();
  });

  test.each([
    ['/agents', 'of a record'],
    ['/sse/speak/en', 'with a text'],
  ])('large ones to %s, %s, come only so often from one client', async (path) => {
    const fresh = await startTestServer(server.engine);
    const body = JSON.stringify({ unknown: 'a'.repeat(600_000) });
    const post = (key: string): Promise<globalThis.Response> =>
      fetch(`${fresh.base}${path}`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body,
      });
    const answers = await Promise.all(Array.from({ length: 40 }, () => post(KEY)));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([422, 429]));
    expect(statuses.filter((status) => status === 422).length).toBeGreaterThanOrEqual(14);
    const [refused] = answers.filter(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(await refused?.text()).toContain('MiB of JSON a minute');
    // A client without a valid key gets a 401.
    expect((await post('wrong')).status).toBe(401);
    await fresh.close();
  });

  test('only a number of them per address may be unfinished', async () => {
    const credentials = `x-api-key: ${KEY}\r\n`;
    const waiting = await Promise.all([1, 2, 3].map(() => RawClient.open(server.port)));
    for (const client of waiting) client.send(begin('/agents', credentials, 1000));
    const refused = await RawClient.open(server.port);
    refused.send(begin('/agents', credentials, 1000));
    expect(await refused.until('}')).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after/i);
    refused.socket.destroy();
    expect((await fetch(`${server.base}/ping`)).status).toBe(200);
    for (const client of waiting) client.socket.destroy();
  });

  test('a stalled body is abandoned', async () => {
    const clients = await Promise.all([1, 2].map(() => RawClient.open(server.port)));
    clients[0]?.send(begin('/agents', `x-api-key: ${KEY}\r\n`, 1000));
    clients[1]?.send('GET /ping HTTP/1.1\r\nhost: local');
    const timer = setInterval(() => {
      for (const client of clients) client.send('x');
    }, 500);
    await Promise.all(clients.map((client) => client.closed));
    clearInterval(timer);
  });
});
