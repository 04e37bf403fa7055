import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { generate } from 'selfsigned';
import { afterEach, describe, expect, it } from 'vitest';
import { AddressGuard } from './address-guard.ts';
import { parseAllowHosts } from './allowed-hosts.ts';
import { PinnedFetch, type ResolvedAddress } from './pinned-fetch.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const LOOPBACK: ResolvedAddress = { address: '127.0.0.1', family: 4 };
const PUBLIC: ResolvedAddress = { address: '8.8.8.8', family: 4 };

async function listen(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  cleanUps.push(() => new Promise((closed) => server.close(closed)));
  return (server.address() as AddressInfo).port;
}

/** A server that counts its connections. */
async function serve(listener: RequestListener): Promise<{ port: number; connections: () => number }> {
  let connections = 0;
  const server = createServer(listener).on('connection', () => connections++);
  return { port: await listen(server), connections: () => connections };
}

function keep(fetch: PinnedFetch): PinnedFetch {
  cleanUps.push(() => fetch.close());
  return fetch;
}

/** The message of the innermost error that a fetch failed with. */
async function failure(answer: Promise<unknown>): Promise<string> {
  const outcome = await answer.then(
    () => new Error('no failure'),
    (error: Error) => error,
  );
  let error = outcome;
  while (error.cause instanceof Error) error = error.cause;
  return error.message;
}

describe('the fetch of an AddressGuard', () => {
  it.each([
    ['a private address', [LOOPBACK]],
    ['a private address among public ones', [PUBLIC, LOOPBACK]],
    ['a private IPv6 address', [{ address: '::1', family: 6 }]],
    ['a mapped address', [{ address: '::ffff:127.0.0.1', family: 6 }]],
    ['something that is no address', [{ address: 'localhost', family: 4 }]],
  ])('does not connect to a name that leads to %s', async (_, addresses) => {
    const { port, connections } = await serve((_request, response) => response.end('secret'));
    const guard = new AddressGuard({ resolve: async () => addresses });
    const { fetch } = keep(guard.fetchFor(`http://tools.example.org:${port}/`));
    expect(await failure(fetch(`http://tools.example.org:${port}/`))).toContain('not a public address');
    expect(connections()).toBe(0);
  });

  it('connects to an allowed name, and sends that name to the server', async () => {
    const { port } = await serve((request, response) => response.end(request.headers.host));
    const guard = new AddressGuard({
      allowHosts: parseAllowHosts('tools.lan'),
      resolve: async () => [LOOPBACK],
    });
    const { fetch } = keep(guard.fetchFor(`http://tools.lan:${port}/`));
    const response = await fetch(`http://tools.lan:${port}/`);
    expect(await response.text()).toBe(`tools.lan:${port}`);
  });

  it('names the host in TLS', async () => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'tools.lan' }]);
    const names: string[] = [];
    const SNICallback = (name: string, done: (error: Error | null) => void) => {
      names.push(name);
      done(null);
    };
    const port = await listen(createTlsServer({ cert, key, SNICallback }));
    const guard = new AddressGuard({
      allowHosts: parseAllowHosts('tools.lan'),
      resolve: async () => [LOOPBACK],
    });
    const { fetch } = keep(guard.fetchFor(`https://tools.lan:${port}/`));
    // The certificate is self-signed, so it is rejected.
    expect(await failure(fetch(`https://tools.lan:${port}/`))).toMatch(/self.signed/);
    expect(names).toEqual(['tools.lan']);
  });
});

describe('PinnedFetch', () => {
  it('resolves a name once, whether or not the connection succeeds', async () => {
    const { port, connections } = await serve((_request, response) => {
      response.writeHead(200, { connection: 'close' }).end('here');
    });
    let asked = 0;
    const { fetch } = keep(
      new PinnedFetch(`http://tools.lan:${port}`, async () => {
        asked++;
        return asked === 1 ? [LOOPBACK] : [{ address: '127.9.9.9', family: 4 }];
      }),
    );
    for (let count = 0; count < 3; count++) {
      expect(await (await fetch(`http://tools.lan:${port}/`)).text()).toBe('here');
    }
    expect(connections()).toBe(3);
    expect(asked).toBe(1);
  });

  it('asks again when no answer came', async () => {
    const { port } = await serve((_request, response) => response.end('here'));
    let asked = 0;
    const { fetch } = keep(
      new PinnedFetch(`http://tools.lan:${port}`, async () => {
        if (++asked === 1) throw new Error('the name server is asleep');
        return [LOOPBACK];
      }),
    );
    expect(await failure(fetch(`http://tools.lan:${port}/`))).toContain('asleep');
    expect((await fetch(`http://tools.lan:${port}/`)).status).toBe(200);
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect (%i), and says so', async (status) => {
    const inner = await serve((_request, response) => response.end('secret'));
    const { port } = await serve((_request, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${inner.port}/` }).end();
    });
    const origin = `http://tools.lan:${port}`;
    const { fetch } = keep(new PinnedFetch(origin, async () => [LOOPBACK]));
    const message = await failure(fetch(origin, { redirect: 'follow' }));
    expect(message).toContain(`HTTP ${status}`);
    expect(message).toContain('not followed');
    expect(inner.connections()).toBe(0);
  });

  it('reaches no other origin', async () => {
    const { port, connections } = await serve((_request, response) => response.end('secret'));
    const { fetch } = keep(new PinnedFetch('http://tools.lan', async () => [LOOPBACK]));
    expect(await failure(fetch(`http://tools.lan:${port}/`))).toContain('outside its own origin');
    expect(connections()).toBe(0);
  });
});
