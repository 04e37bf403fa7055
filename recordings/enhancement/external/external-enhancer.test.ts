/** The client on real sockets, against services that do everything a service must not do. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { testSpeech } from '../../../engine/testing/speakers.ts';
import { encodePcm16 } from '../../../media/pcm.ts';
import { readWav, wavFile } from '../../../media/wav.ts';
import type { Sound } from '../types.ts';
import type { EnhancerError } from './enhancer-error.ts';
import { ExternalEnhancer, type ExternalEnhancerOptions } from './external-enhancer.ts';

const RATE = 16_000;
const SHORT_MS = 400;

let take: Sound;
let otherWords: Float32Array;
beforeAll(async () => {
  take = { samples: await testSpeech(), sampleRate: RATE };
  otherWords = await testSpeech(
    'My brother keeps a dozen bees behind the old red barn, and sells the honey every May.',
  );
});

const wav = (samples: Float32Array, sampleRate = RATE): Uint8Array =>
  wavFile({ sampleRate, encoding: 'pcm16' }, encodePcm16(samples));

/** Serves until the end of the test. */
async function serve(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/enhance`, server };
}

/** Answers every recording, when it has arrived, with these bytes. */
const answering =
  (body: () => Uint8Array | string, status = 200): RequestListener =>
  (request, response) =>
    request.resume().once('end', () => response.writeHead(status).end(body()));

function client(url: string, more: Partial<ExternalEnhancerOptions> = {}): ExternalEnhancer {
  const enhancer = new ExternalEnhancer({ url, deadlineMs: 20_000, ...more });
  onTestFinished(() => enhancer.close());
  return enhancer;
}

async function failure(enhancer: ExternalEnhancer, signal?: AbortSignal): Promise<EnhancerError> {
  const error: unknown = await enhancer
    .enhance(take, signal && { signal })
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'EnhancerError' });
  return error as EnhancerError;
}

/** Asserts that no connection is left after the call. */
async function expectNoConnections(server: Server): Promise<void> {
  await vi.waitFor(async () => {
    const count = await new Promise((resolve) =>
      server.getConnections((_, connections) => resolve(connections)),
    );
    expect(count).toBe(0);
  });
}

describe('a service that does as it should', () => {
  test('gets the recording as a WAV file, and its answer is taken', async () => {
    const received: { type: string | undefined; bytes: Buffer }[] = [];
    const { url, server } = await serve((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const bytes = Buffer.concat(parts);
        received.push({ type: request.headers['content-type'], bytes });
        const halved = readWav(bytes).channels[0]!.map((sample) => sample / 2);
        response.setHeader('content-type', 'audio/wav').end(wav(halved));
      });
    });
    const cleaned = await client(url).enhance(take);
    const [request] = received;
    expect(request?.type).toBe('audio/wav');
    const sent = readWav(request?.bytes ?? Buffer.alloc(0));
    expect(sent).toMatchObject({ sampleRate: RATE, encoding: 'pcm16' });
    expect(sent.channels[0]).toHaveLength(take.samples.length);
    expect(cleaned.sampleRate).toBe(RATE);
    expect(cleaned.samples).toHaveLength(take.samples.length);
    const middle = take.samples.length >> 1;
    for (let n = middle; n < middle + 1000; n++) {
      expect(cleaned.samples[n]).toBeCloseTo(take.samples[n]! / 2, 3);
    }
    await expectNoConnections(server);
  });

  test('may refuse and say why; its words are not in the message', async () => {
    const { url } = await serve(answering(() => JSON.stringify({ reason: 'too\n much\u0000 wind' }), 422));
    const error = await failure(client(url));
    expect(error.fault).toBe('refused');
    expect(error.reason).toBe('too much wind');
    expect(error.message).not.toContain('wind');
  });

  test.each([
    ['no JSON', 'nope'],
    ['no reason', '{"detail": 1}'],
    ['no object', 'null'],
    ['another kind of reason', '{"reason": {"a": 1}}'],
    ['nothing', ''],
    ['a book', `{"reason": "${'long '.repeat(100_000)}"}`],
  ])('may refuse with %s', async (_, body) => {
    const { url } = await serve(answering(() => body, 422));
    const error = await failure(client(url));
    expect(error.fault).toBe('refused');
    expect(error.reason).toBe('the enhancer refused the recording');
  });

  test('may give a long reason, of which the beginning is kept', async () => {
    const { url } = await serve(answering(() => JSON.stringify({ reason: 'wind '.repeat(200) }), 422));
    expect((await failure(client(url))).reason).toHaveLength(200);
  });
});

describe('unavailable', () => {
  test('when nobody listens', async () => {
    const { url, server } = await serve(() => undefined);
    server.close();
    expect(await failure(client(url))).toMatchObject({
      fault: 'unavailable',
      reason: 'the enhancer cannot be reached',
    });
  });

  test('when its name leads nowhere', async () => {
    expect((await failure(client('http://enhancer.invalid/'))).fault).toBe('unavailable');
  });

  test.each([204, 400, 404, 413, 429, 500, 503])('when it answers with status %i', async (status) => {
    const { url, server } = await serve(answering(() => (status === 204 ? '' : 'secret words'), status));
    const error = await failure(client(url));
    expect(error).toMatchObject({
      fault: 'unavailable',
      reason: `the enhancer answered with status ${status}`,
    });
    await expectNoConnections(server);
  });

  test('when it sends somewhere else: redirections are not followed', async () => {
    let followed = false;
    const target = await serve((_, response) => {
      followed = true;
      response.end(wav(take.samples));
    });
    const { url } = await serve((request, response) =>
      request.resume().once('end', () => response.writeHead(307, { location: target.url }).end()),
    );
    expect((await failure(client(url))).reason).toBe('the enhancer answered with status 307');
    expect(followed).toBe(false);
  });

  test('when it errors without end', async () => {
    const { url, server } = await serve((request, response) => {
      request.resume();
      response.writeHead(500);
      const more = setInterval(() => response.write('x'.repeat(10_000)), 5);
      response.once('close', () => clearInterval(more));
    });
    expect((await failure(client(url))).fault).toBe('unavailable');
    await expectNoConnections(server);
  });

  test.each([
    ['does not speak HTTP', (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
    ['hangs up at once', (socket: Socket) => socket.destroy()],
    [
      'hangs up in its answer',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: audio/wav\r\ncontent-length: 90000\r\n\r\nRIFF');
        setTimeout(() => socket.destroy(), 50);
      },
    ],
    ['has endless headers', (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200_000)}`)],
  ])('when it %s', async (_, behave) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => behave(socket));
      onTestFinished(() => void socket.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect((await failure(client(url))).fault).toBe('unavailable');
  });
});

describe('too slow', () => {
  const reason = 'the enhancer did not finish within 0.4 s';

  test('when it never answers', async () => {
    const { url, server } = await serve((request) => request.resume());
    expect(await failure(client(url, { deadlineMs: SHORT_MS }))).toMatchObject({ fault: 'too_slow', reason });
    await expectNoConnections(server);
  });

  test('when it takes the connection and does not read', async () => {
    const { url } = await serve(() => undefined);
    expect((await failure(client(url, { deadlineMs: SHORT_MS }))).fault).toBe('too_slow');
  });

  test.each([200, 422])('when it answers with status %i byte by byte', async (status) => {
    const { url, server } = await serve((request, response) => {
      request.resume();
      response.writeHead(status);
      const bytes = wav(take.samples);
      let at = 0;
      const drip = setInterval(() => response.write(bytes.subarray(at, ++at)), 10);
      response.once('close', () => clearInterval(drip));
    });
    expect(await failure(client(url, { deadlineMs: SHORT_MS }))).toMatchObject({ fault: 'too_slow', reason });
    await expectNoConnections(server);
  });
});

describe('rubbish', () => {
  // Other faults of a sound are covered by the tests of plausibility.
  const cases: readonly [string, () => Uint8Array | string, RegExp][] = [
    ['nothing', () => '', /is not a WAV file/],
    ['a page', () => '<html><body>Welcome!</body></html>', /is not a WAV file/],
    ['half of it', () => wav(take.samples).subarray(0, take.samples.length), /ms too short/],
    ['a format nobody reads', () => new Uint8Array(wav(take.samples)).fill(99, 20, 22), /is not a WAV file/],
    ['less of it', () => wav(take.samples.subarray(0, -RATE / 10)), /is 100 ms too short/],
    ['silence', () => wav(new Float32Array(take.samples.length)), /is silent/],
    ['other words', () => wav(repeated(otherWords)), /is not the same speech/],
    ['the words too late', () => wav(late(0.2)), /comes 200 ms too late/],
  ];

  test.each(cases)('when it answers with %s', async (_, body, reason) => {
    const { url } = await serve(answering(body));
    const error = await failure(client(url));
    expect(error.fault).toBe('rubbish');
    expect(error.reason).toMatch(reason);
  });

  test('when it answers without end, of which little is read', async () => {
    let sent = 0;
    const { url, server } = await serve((request, response) => {
      request.resume();
      const more = (): void => {
        do sent += 65_536;
        while (response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    });
    const error = await failure(client(url));
    expect(error).toMatchObject({ fault: 'rubbish', reason: 'the output of the enhancer is far too long' });
    await expectNoConnections(server);
    expect(sent).toBeLessThan(32 * 2 ** 20);
  });

  const repeated = (samples: Float32Array): Float32Array =>
    Float32Array.from(take.samples, (_, n) => samples[n % samples.length]!);
  const late = (seconds: number): Float32Array =>
    Float32Array.from(take.samples, (_, n) => take.samples[n - seconds * RATE] ?? 0);
});

describe('callers and time', () => {
  test('an abandoned call rejects with its own reason, and the service gets a closed connection', async () => {
    const { url, server } = await serve((request) => request.resume());
    const giveUp = new AbortController();
    server.once('request', () => giveUp.abort(new Error('gone home')));
    await expect(client(url).enhance(take, { signal: giveUp.signal })).rejects.toThrow('gone home');
    await expectNoConnections(server);
  });

  test('an aborted call sends no request', async () => {
    const { url, server } = await serve(() => expect.unreachable());
    const signal = AbortSignal.abort(new Error('gone home'));
    await expect(client(url).enhance(take, { signal })).rejects.toThrow('gone home');
    await expectNoConnections(server);
  });

  test('closing ends what is under way, and nothing is asked afterwards', async () => {
    const { url, server } = await serve((request) => request.resume());
    const enhancer = client(url);
    server.once('request', () => void enhancer.close());
    expect(await failure(enhancer)).toMatchObject({ fault: 'unavailable', reason: 'the enhancer is closed' });
    expect((await failure(enhancer)).reason).toBe('the enhancer is closed');
    await expectNoConnections(server);
  });

  test('after three failures it is not used for a minute, then tried once', async () => {
    let requests = 0;
    let status = 500;
    const { url } = await serve((request, response) => {
      requests++;
      answering(() => '{"reason": "wind"}', status)(request, response);
    });
    const clock = { ms: 0 };
    const enhancer = client(url, { now: () => clock.ms });
    for (let i = 0; i < 3; i++) await failure(enhancer);
    expect(requests).toBe(3);
    expect((await failure(enhancer)).reason).toMatch(/is not called for a while/);
    expect(requests).toBe(3);
    clock.ms += 60_000;
    status = 422;
    expect((await failure(enhancer)).fault).toBe('refused');
    // A refusal shows that the service is available again.
    expect((await failure(enhancer)).fault).toBe('refused');
    expect(requests).toBe(5);
  });

  test('refusals and callers who give up do not count as failures', async () => {
    const { url, server } = await serve(answering(() => '{}', 422));
    const enhancer = client(url);
    for (let i = 0; i < 4; i++) expect((await failure(enhancer)).fault).toBe('refused');
    for (let i = 0; i < 4; i++) {
      const giveUp = new AbortController();
      server.once('connection', () => giveUp.abort());
      await expect(enhancer.enhance(take, { signal: giveUp.signal })).rejects.toThrow();
    }
    expect((await failure(enhancer)).fault).toBe('refused');
  });
});
