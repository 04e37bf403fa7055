/** Sockets that idle, flood, do not read or outlive the server, and the encrypted port. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tlsCommand } from '../../api/cli/tls-command.ts';
import type { Engine } from '../../engine/index.ts';
import { textOf } from '../kit/clients/messages.ts';
import { refusedUpgrade, SpeakClient } from '../kit/clients/speak-client.ts';
import { ask, speak } from '../kit/clients/sse-client.ts';
import {
  builtInEngine,
  KEY,
  sleep,
  startTestServer,
  type TestServer,
  until,
  untilLanesRest,
} from '../kit/server.ts';
import { joinAudio, silenceRuns } from '../kit/sounds/audio.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await builtInEngine();
});
afterAll(() => engine.close());

async function withServer(
  env: Readonly<Record<string, string>>,
  body: (server: TestServer) => Promise<void>,
): Promise<void> {
  const server = await startTestServer(engine, env);
  try {
    await body(server);
  } finally {
    await server.close();
  }
}

describe('frames that are too large', () => {
  test.each([64 * 1024 + 1, 500_000])('%i bytes close with 1009', (bytes) =>
    withServer({}, async (server) => {
      const client = await SpeakClient.open(server);
      client.send('x'.repeat(bytes));
      expect(await client.closed).toMatchObject({ code: 1009 });
      await until('its place is free', () => engine.stats().activeStreams === 0);
    }),
  );

  test('megabytes cut the connection, and the server continues', () =>
    withServer({}, async (server) => {
      const client = await SpeakClient.open(server);
      client.send('x'.repeat(8_000_000));
      // 1009 if the close frame arrives before the connection ends.
      expect([1006, 1009]).toContain((await client.closed).code);
      expect(textOf(await speak(server, { text: 'Hello.' }))).toBe('Hello.');
    }));

  test('64 KiB exactly is fine', () =>
    withServer({}, async (server) => {
      const client = await SpeakClient.open(server, { sampling_rate: 8000 });
      client.send(`${' '.repeat(64 * 1024 - 6)}Hello.`);
      client.send('<STOP>');
      expect(textOf(await client.untilStop()).trim()).toBe('Hello.');
      await client.close();
    }));
});

describe('idle sockets', () => {
  test('close after IDLE_SOCKET_MS; keep-alives or speech keep them open', () =>
    withServer({ IDLE_SOCKET_MS: '1000' }, async (server) => {
      const idle = await SpeakClient.open(server);
      const alive = await SpeakClient.open(server);
      const timer = setInterval(() => alive.send({ text: '' }), 250);
      const { code } = await idle.closed;
      expect(code).toBe(1000);
      await sleep(1500);
      expect(alive.isClosed).toBe(false);
      expect(textOf(await alive.say('Hello.'))).toBe('Hello.');
      clearInterval(timer);
      expect((await alive.closed).code).toBe(1000);
    }));
});

describe('clients that do not read', () => {
  test('their work stops, they are closed, and other clients are not affected', () =>
    withServer({ SLOW_READER_MS: '1500' }, async (server) => {
      const slow = await SpeakClient.open(server);
      const other = await SpeakClient.open(server);
      slow.socket.pause();
      // Silence costs the lanes nothing, so the buffers are soon full.
      for (let i = 0; i < 30; i++) slow.send(`${'<pause:10s>'.repeat(6)}And on. `);
      await until('it speaks', () => engine.stats().activeStreams === 1);
      await until('it is cut', () => engine.stats().activeStreams === 0);
      const spoken = await other.say('I am still being served.');
      expect(textOf(spoken)).toBe('I am still being served.');
      await untilLanesRest(engine);
      expect(engine.stats()).toMatchObject({ activeStreams: 0, waitingStreams: 0, queuedSteps: 0 });
      slow.socket.resume();
      await slow.closed;
      expect(slow.stops).toEqual([]);
      await other.close();
    }));

  test('use a bounded amount of memory', () =>
    withServer({}, async (server) => {
      const slow = await SpeakClient.open(server);
      slow.socket.pause();
      const before = process.memoryUsage();
      for (let i = 0; i < 100; i++) slow.send(`${'<pause:10s>'.repeat(6)}And on. `);
      await sleep(500);
      await untilLanesRest(engine);
      const after = process.memoryUsage();
      // 100 minutes of audio would be 380 MB on the wire.
      expect(after.rss - before.rss).toBeLessThan(100e6);
      slow.socket.terminate();
      await until('it is gone', () => engine.stats().activeStreams === 0);
    }));

  test('continue where they stopped when they read again in time', () =>
    withServer({}, async (server) => {
      const client = await SpeakClient.open(server);
      client.socket.pause();
      const text = `${'<pause:10s>'.repeat(5)}And on. `;
      for (let i = 0; i < 5; i++) client.send(text);
      client.send('<STOP>');
      await sleep(500);
      client.socket.resume();
      const messages = await client.untilStop();
      expect(textOf(messages)).toBe(text.repeat(5));
      const pauses = silenceRuns(joinAudio(messages), 'pcm_linear', 24_000);
      expect(pauses.map(({ start, end }) => Math.round((end - start) / 24_000))).toEqual(Array(5).fill(50));
      await client.close();
    }));
});

describe('floods', () => {
  test('of text: an in-band 429, then the accepted text is spoken and there is room again', () =>
    withServer({ MAX_TEXT_CHARS: '800' }, async (server) => {
      const client = await SpeakClient.open(server, { sampling_rate: 8000 });
      const text = 'A sentence that floods. ';
      for (let i = 0; i < 200; i++) client.send({ text, context_id: 'flood' });
      await client.waitFor('a refusal', ({ errors }) => errors.length > 0);
      expect(client.errors[0]).toMatchObject({ status_code: 429, data: { audio: '', context_id: 'flood' } });
      client.send({ text: '<STOP>' });
      await client.untilStop();
      expect(textOf(client.messages)).toMatch(/^(A sentence that floods\. )+$/);
      expect(textOf(client.messages).length).toBeLessThan(200 * text.length);
      expect(textOf(await client.say('And now?'))).toBe('And now?');
      expect(client.errors).toEqual([]);
      await client.close();
    }));

  test('of characters per minute: an in-band 429, the socket stays open', () =>
    withServer({ MAX_CHARACTERS_PER_MINUTE: '100' }, async (server) => {
      const client = await SpeakClient.open(server, { sampling_rate: 8000 });
      expect(textOf(await client.say('x'.repeat(90)))).toHaveLength(90);
      client.clear();
      client.send({ text: 'y'.repeat(90), context_id: 'c' });
      await client.waitFor('a refusal', ({ errors }) => errors.length === 1);
      expect(client.errors[0]).toMatchObject({ status_code: 429, data: { audio: '', context_id: 'c' } });
      client.send('<STOP>');
      await client.untilStop();
      await client.close();
    }));

  test('of commands and broken frames by a client that does not read', () =>
    withServer({ SLOW_READER_MS: '1000' }, async (server) => {
      const client = await SpeakClient.open(server);
      const other = await SpeakClient.open(server, { sampling_rate: 8000 });
      client.socket.pause();
      const before = process.memoryUsage().rss;
      for (let i = 0; i < 20_000; i++) {
        client.send(i % 2 ? '<STOP>' : '{"text": 5}');
        if (i % 1000 === 0) await sleep(1);
      }
      expect(textOf(await other.say('Still here.'))).toBe('Still here.');
      expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
      client.socket.terminate();
      await other.close();
    }));

  test('of sockets: each is served', () =>
    withServer({}, async (server) => {
      const clients = await Promise.all(
        Array.from({ length: 50 }, () => SpeakClient.open(server, { sampling_rate: 8000 })),
      );
      const answers = await Promise.all(clients.map((client, i) => client.say(`Number ${i}.`)));
      for (const [i, messages] of answers.entries()) expect(textOf(messages)).toBe(`Number ${i}.`);
      await Promise.all(clients.map((client) => client.close()));
    }));

  test('streams per key: one more is refused at the upgrade', () =>
    withServer({ MAX_STREAMS_PER_KEY: '2' }, async (server) => {
      const clients = [await SpeakClient.open(server), await SpeakClient.open(server)];
      const refused = await refusedUpgrade(server, { api_key: KEY });
      expect(refused.status).toBe(429);
      expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect(refused.body).toMatchObject({ detail: expect.stringContaining('2 open streams') });
      await Promise.all(clients.map((client) => client.close()));
    }));
});

describe('the encrypted port', () => {
  test('serves https and wss with a pair that npm run tls made', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-tls-'));
    const printed: string[] = [];
    const code = await tlsCommand(
      ['--out', folder],
      { log: (line) => printed.push(line), error: console.error },
      {},
    );
    expect(code).toBe(0);
    const env = Object.fromEntries(printed.map((line) => line.split('=') as [string, string]));
    expect(Object.keys(env)).toEqual(['TLS_CERT', 'TLS_KEY']);
    const ca = readFileSync(join(folder, 'cert.pem'));
    await withServer(env, async (server) => {
      for (const host of ['127.0.0.1', 'localhost']) {
        const status = await new Promise((resolve, reject) => {
          get({ host, port: server.tlsPort!, path: '/ping', ca, family: 4 }, (res) => {
            res.resume();
            resolve(res.statusCode);
          }).on('error', reject);
        });
        expect(status).toBe(200);
      }
      const url = `wss://127.0.0.1:${server.tlsPort}/speak/en?api_key=${KEY}&sampling_rate=8000`;
      const client = await SpeakClient.connect(url, { ca });
      expect(textOf(await client.say('Encrypted.'))).toBe('Encrypted.');
      await client.close();
      const page = await new Promise<string>((resolve, reject) => {
        // A client's own value of this header is ignored.
        const headers = { 'x-parley-scheme': 'http' };
        get({ host: '127.0.0.1', port: server.tlsPort!, path: '/docs', ca, headers }, (res) => {
          const parts: Buffer[] = [];
          res.on('data', (part: Buffer) => parts.push(part));
          res.on('end', () => resolve(Buffer.concat(parts).toString()));
        }).on('error', reject);
      });
      expect(page).toContain(`https://127.0.0.1:${server.tlsPort}/voices`);
      expect(page).toContain(`wss://127.0.0.1:${server.tlsPort}/`);
      // The plain port stays open beside it.
      const plain = await ask(server, { path: '/docs', headers: { 'x-parley-scheme': 'https' } });
      expect(String(plain.body)).toContain(`http://127.0.0.1:${server.port}/voices`);
      expect(plain.status).toBe(200);
    });
    rmSync(folder, { recursive: true, force: true });
  });
});

describe('shutdown', () => {
  test('finishes what plays, closes with 1001 and accepts no new sockets', async () => {
    const server = await startTestServer(engine, { SHUTDOWN_GRACE_MS: '20000' });
    const text = 'This sentence was on its way when the server was asked to leave. '.repeat(4);
    const [speaking, idle, used] = [
      await SpeakClient.open(server),
      await SpeakClient.open(server),
      await SpeakClient.open(server),
    ];
    await used.say('Said before.');
    used.clear();
    speaking.send(text);
    const events = speak(server, { text });
    await speaking.waitFor('its first sound', ({ messages }) => messages.length > 0);
    const closing = server.close();
    for (const client of [idle, used]) expect((await client.closed).code).toBe(1001);
    expect((await speaking.closed).code).toBe(1001);
    expect(textOf(speaking.messages)).toBe(text);
    expect(textOf(await events)).toBe(text);
    await closing;
    expect(used.messages).toEqual([]);
    await expect(SpeakClient.open(server)).rejects.toThrow(/ECONNREFUSED/);
    await expect(ask(server, { path: '/ping' })).rejects.toThrow(/ECONNREFUSED/);
  });

  test('waits for the rest of an utterance, and begins no other', async () => {
    const server = await startTestServer(engine, { SHUTDOWN_GRACE_MS: '20000' });
    const client = await SpeakClient.open(server);
    const idle = await SpeakClient.open(server);
    client.send({ text: 'This sentence is sent ', context_id: 'begun' });
    await client.waitFor('its beginning', ({ messages }) => messages.length > 0);
    const closing = server.close();
    // All sockets are notified by then.
    expect((await idle.closed).code).toBe(1001);
    client.send({ text: 'in two parts.', context_id: 'begun' });
    client.send({ text: '<STOP>', context_id: 'begun' });
    client.send({ text: 'Another one.<STOP>', context_id: 'not begun' });
    expect((await client.closed).code).toBe(1001);
    expect(textOf(client.messages)).toBe('This sentence is sent in two parts.');
    expect(client.stops.map(({ data }) => data.context_id)).toEqual(['begun']);
    expect(client.errors).toEqual([]);
    await closing;
  });

  test('cuts what takes longer than SHUTDOWN_GRACE_MS', async () => {
    const server = await startTestServer(engine, { SHUTDOWN_GRACE_MS: '200' });
    const playing = await SpeakClient.open(server);
    playing.send('<pause:10s>'.repeat(6));
    const client = await SpeakClient.open(server);
    client.socket.pause();
    for (let i = 0; i < 20; i++) client.send(`${'<pause:10s>'.repeat(6)}And on. `);
    await until('it speaks', () => engine.stats().activeStreams === 1);
    await server.close();
    expect((await playing.closed).code).toBe(1001);
    client.socket.resume();
    await client.closed;
    await until('its work is over', () => engine.stats().activeStreams === 0);
  });

  test('an idle server closes at once, also with keep-alive connections', async () => {
    const server = await startTestServer(engine, { SHUTDOWN_GRACE_MS: '60000' });
    await (await fetch(`${server.base}/ping`)).text();
    await server.close();
    await server.close();
  });
});
