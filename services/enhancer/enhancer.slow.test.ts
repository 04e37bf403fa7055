/** The enhancer as a separate process, used through the server's client, and by other clients. */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testSpeech } from '../../engine/testing/speakers.ts';
import { rmsDbfs } from '../../media/level.ts';
import { encodePcm16 } from '../../media/pcm.ts';
import { readWav, wavFile, wavHeader } from '../../media/wav.ts';
import { ExternalEnhancer } from '../../recordings/index.ts';
import { MAX_BODY_BYTES } from './recording.ts';
import {
  type EnhancerProcess,
  enhancerForTest,
  spawnEnhancer,
  startEnhancer,
  whyNoModel,
} from './testing.ts';

const RATE = 16_000;
const TEXT = 'The ferry leaves at noon. We can have breakfast first, and then walk down to the harbour.';

const wav = (samples: Float32Array, sampleRate = RATE) =>
  Buffer.from(wavFile({ sampleRate, encoding: 'pcm16' }, encodePcm16(samples)));

/** White noise, the same each time. */
function noise(length: number, rms: number): Float32Array {
  let state = 7;
  return Float32Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state / 1_073_741_823.5 - 1) * rms * Math.sqrt(3);
  });
}

/** A second of silence, then speech, all in noise of 10 dB below it. */
async function noisyTake(): Promise<Float32Array> {
  const speech = await testSpeech(TEXT);
  const samples = new Float32Array(RATE + speech.length);
  samples.set(speech, RATE);
  const hiss = noise(samples.length, 10 ** ((rmsDbfs(speech) - 10) / 20));
  return samples.map((sample, n) => sample + hiss[n]!);
}

const missing = await whyNoModel();
describe.skipIf(missing !== null)(`the process ${missing ?? ''}`, () => {
  let enhancer: EnhancerProcess;
  beforeAll(async () => {
    enhancer = await startEnhancer();
  });
  afterAll(() => enhancer?.kill('SIGKILL'));

  const post = (body: Uint8Array, path = '/enhance', method = 'POST') =>
    fetch(`${enhancer.address}${path}`, { method, ...(method === 'POST' && { body: Buffer.from(body) }) });

  test('cleans a recording for the client: noise falls, speech stays, in time', async () => {
    const samples = await noisyTake();
    const client = new ExternalEnhancer({ url: `${enhancer.address}/enhance` });
    try {
      const cleaned = await client.enhance({ samples, sampleRate: RATE });
      expect(cleaned).toMatchObject({ sampleRate: RATE });
      expect(cleaned.samples).toHaveLength(samples.length);
      const fall = (sound: Float32Array) =>
        rmsDbfs(sound.subarray(RATE)) - rmsDbfs(sound.subarray(RATE / 4, RATE - 800));
      expect(fall(cleaned.samples)).toBeGreaterThan(fall(samples) + 15);
      expect(
        Math.abs(rmsDbfs(cleaned.samples.subarray(RATE)) - rmsDbfs(samples.subarray(RATE))),
      ).toBeLessThan(3);
    } finally {
      await client.close();
    }
    expect(enhancer.out()).toContain('"event":"enhanced"');
  });

  test('takes float samples at another rate, and answers at that rate', async () => {
    const samples = noise(48_000, 0.1);
    const header = Buffer.from(wavHeader({ sampleRate: 48_000, encoding: 'pcm16' }, 4 * samples.length));
    header.writeUInt16LE(3, 20);
    header.writeUInt32LE(4 * 48_000, 28);
    header.writeUInt16LE(4, 32);
    header.writeUInt16LE(32, 34);
    const answer = await post(Buffer.concat([header, Buffer.from(samples.buffer)]));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('audio/wav');
    const { sampleRate, channels } = readWav(new Uint8Array(await answer.arrayBuffer()));
    expect([sampleRate, channels.length, channels[0]?.length]).toEqual([48_000, 1, samples.length]);
  });

  const stereo = () =>
    Buffer.from(wavFile({ sampleRate: RATE, encoding: 'pcm16', channels: 2 }, new Uint8Array(RATE * 8)));
  test.each([
    ['no WAV file', () => Buffer.from('hello'), /not a WAV file/],
    ['nothing', () => Buffer.alloc(0), /not a WAV file/],
    [
      'mu-law',
      () => Buffer.from(wavFile({ sampleRate: 8000, encoding: 'mulaw' }, new Uint8Array(8000))),
      /16-bit/,
    ],
    ['two channels', stereo, /2 channels instead of one/],
    ['a moment', () => wav(noise(RATE / 10, 0.1)), /shorter than 0.5 s/],
    ['too much', () => wav(noise(61 * 8000, 0.1), 8000), /longer than 60 s/],
    ['silence', () => wav(new Float32Array(2 * RATE)), /is silent/],
    ['a high rate', () => wav(noise(96_000, 0.1), 96_000), /sample rate must be from 8000 to 48000 Hz/],
  ])('refuses %s and says why', async (_, body, reason) => {
    const answer = await post(body());
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({ reason: expect.stringMatching(reason) });
  });

  test('answers other paths and methods with 404 and 405, and /ping with a pong', async () => {
    expect((await post(Buffer.alloc(0), '/')).status).toBe(404);
    expect((await post(Buffer.alloc(0), '/enhance', 'GET')).status).toBe(405);
    const ping = await post(Buffer.alloc(0), '/ping', 'GET');
    expect([ping.status, await ping.json()]).toEqual([200, { message: 'pong' }]);
  });

  test.each([
    ['announced', { 'content-length': String(MAX_BODY_BYTES + 1) }],
    ['or not', { 'transfer-encoding': 'chunked' }],
  ])('does not take in a body that is too large, %s', async (how, headers) => {
    const request = httpRequest(`${enhancer.address}/enhance`, { method: 'POST', headers });
    request.on('error', () => undefined);
    const answered = once(request, 'response');
    request.flushHeaders();
    // With the length announced the client need not send the body. Closing a connection while a client sends may lose
    // the response.
    const isSent = how !== 'announced';
    const more = setInterval(() => isSent && request.write(Buffer.alloc(1_000_000)), 1);
    try {
      const [response] = await answered;
      expect(response.statusCode).toBe(413);
      response.destroy();
    } finally {
      clearInterval(more);
      request.destroy();
    }
  });

  test('a sender who goes away in the middle leaves it at work', async () => {
    const port = Number(new URL(enhancer.address).port);
    const socket = connect(port, '127.0.0.1');
    socket.write('POST /enhance HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\nRIFF');
    await once(socket, 'connect');
    socket.destroy();
    const giveUp = new AbortController();
    const body = wav(noise(8 * RATE, 0.1));
    const given = fetch(`${enhancer.address}/enhance`, { method: 'POST', body, signal: giveUp.signal });
    setTimeout(() => giveUp.abort(), 100);
    await expect(given).rejects.toThrow();
    expect((await post(wav(noise(RATE, 0.1)))).status).toBe(200);
  });

  test('takes as many as it can hold, and turns others away at once', async () => {
    const body = wav(noise(5 * RATE, 0.1));
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const answer = await post(body);
        return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const busy = answers.filter(({ status }) => status === 503);
    expect(busy).toHaveLength(3);
    expect(JSON.parse(busy[0]?.body.toString() ?? '')).toEqual({
      reason: 'too many recordings wait to be cleaned',
    });
    expect((await post(wav(noise(RATE, 0.1)))).status).toBe(200);
  });

  test('finishes its current work on SIGTERM, and accepts nothing new', async () => {
    const draining = await enhancerForTest();
    const given = fetch(`${draining.address}/enhance`, { method: 'POST', body: wav(noise(10 * RATE, 0.1)) });
    // The enhancer has the recording when it no longer waits for the body.
    await new Promise((resolve) => setTimeout(resolve, 300));
    draining.kill('SIGTERM');
    await vi.waitFor(() => expect(draining.out()).toContain('shutting down'));
    await expect(fetch(`${draining.address}/ping`)).rejects.toThrow();
    const answer = await given;
    expect(answer.status).toBe(200);
    expect(readWav(new Uint8Array(await answer.arrayBuffer())).channels[0]).toHaveLength(10 * RATE);
    expect(await draining.exit).toBe(0);
  });
});

test('a wrong setting ends it with code 2 and the name of the variable', async () => {
  const { text, exit } = spawnEnhancer({ PORT: 'abc' });
  expect(await exit).toBe(2);
  expect(text.err).toContain('PORT must be a whole number from 0 to 65535, not "abc"');
});
