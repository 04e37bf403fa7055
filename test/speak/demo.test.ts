/** `/demo/*`: speech for visitors without credentials. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, SpeechStream } from '../../engine/index.ts';
import { readWav } from '../../media/wav.ts';
import type { Alignment } from '../kit/clients/messages.ts';
import { type Answer, ask } from '../kit/clients/sse-client.ts';
import { DEFAULT_VOICE } from '../kit/cloning-engine.ts';
import { builtInEngine, KEY, startTestServer, type TestServer, until } from '../kit/server.ts';
import { SITE_SECRET, SiteVerifyServer } from '../kit/servers/siteverify.ts';
import { rms } from '../kit/sounds/audio.ts';

const TEXT = 'Hello there, visitor.';
const JSON_TYPE = { 'content-type': 'application/json' };
const HOME = '198.51.100.1';

interface Spoken {
  readonly audio: string;
  readonly sampling_rate: number;
  readonly alignment?: Alignment;
}

const dataOf = <T>(answer: Answer): T => (answer.json() as { data: T }).data;
const detailOf = (answer: Answer): unknown => (answer.json() as { detail: unknown }).detail;
const locOf = (answer: Answer): unknown => (detailOf(answer) as { loc: unknown }[])[0]?.loc;

/** Sends requests like a visitor from an address, through the trusted proxy of this machine. */
class Visitor {
  readonly #server: TestServer;
  readonly #headers: Record<string, string>;
  static #challenges = 0;

  constructor(server: TestServer, address?: string) {
    this.#server = server;
    this.#headers = address === undefined ? JSON_TYPE : { ...JSON_TYPE, 'x-forwarded-for': address };
  }

  post(
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<Answer> {
    return ask(this.#server, {
      method: 'POST',
      path,
      headers: { ...this.#headers, ...headers },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
  }

  challenge(answer: string): Promise<Answer> {
    return this.post('/demo/session', { challenge_token: answer });
  }

  async token(): Promise<string> {
    const answer = await this.challenge(`human ${Visitor.#challenges++}`);
    expect(answer.status).toBe(200);
    return dataOf<{ token: string }>(answer).token;
  }

  speak(token: string | null, body: object = {}, signal?: AbortSignal): Promise<Answer> {
    const headers = token === null ? {} : { 'x-demo-token': token };
    return this.post('/demo/speak', { voice_id: DEFAULT_VOICE, text: TEXT, ...body }, headers, signal);
  }
}

let real: Engine;
let service: SiteVerifyServer;
let server: TestServer;
/** While it is set, streams wait before their first chunk. */
let held: Promise<void> | null = null;
/** Signals that streams were opened with. */
const signals: AbortSignal[] = [];

function heldBack(stream: SpeechStream, until: Promise<void>): SpeechStream {
  return {
    alignmentUnavailable: null,
    pendingCharacters: 0,
    push: stream.push.bind(stream),
    finish: stream.finish.bind(stream),
    reset: stream.reset.bind(stream),
    end: stream.end.bind(stream),
    close: stream.close.bind(stream),
    async *[Symbol.asyncIterator]() {
      await until;
      yield* stream;
    },
  };
}

beforeAll(async () => {
  real = await builtInEngine();
  service = await SiteVerifyServer.start();
  const open: Engine['open'] = (settings, options = {}) => {
    if (options.signal) signals.push(options.signal);
    const stream = real.open(settings, options);
    return held ? heldBack(stream, held) : stream;
  };
  const engine = new Proxy(real, {
    get(target, name) {
      if (name === 'open') return open;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  server = await startTestServer(engine, {
    DEMO_SITE_KEY: 'site-key',
    DEMO_SECRET_KEY: SITE_SECRET,
    DEMO_VERIFY_URL: service.url,
    DEMO_VERIFY_TIMEOUT_MS: '1000',
    TRUSTED_PROXIES: '127.0.0.0/8',
  });
});
afterAll(async () => {
  await server.close();
  await service.close();
  await real.close();
});

describe('a server without the settings of the demo', () => {
  test('says so, and does nothing else', async () => {
    const off = await startTestServer(real);
    try {
      const config = await ask(off, { path: '/demo/config' });
      expect(config.status).toBe(200);
      expect(dataOf(config)).toEqual({
        enabled: false,
        site_key: null,
        voices: [],
        max_text_chars: 1000,
        sampling_rate: 24000,
        limits: { token_seconds: 600, requests_per_token: 20, characters_per_token: 5000 },
      });
      const visitor = new Visitor(off);
      for (const answer of [
        await visitor.challenge('human'),
        await visitor.post('/demo/session', {}),
        await visitor.speak('any'),
        await visitor.speak(null, { text: 5 }),
      ]) {
        expect(answer.status).toBe(403);
        expect(detailOf(answer)).toContain('The demo is off');
      }
    } finally {
      await off.close();
    }
  });
});

describe('an open server on loopback', () => {
  test('lets everybody speak, with the configured voices', async () => {
    const others = real.voices().filter(({ id }) => id !== DEFAULT_VOICE);
    const open = await startTestServer(real, {
      DEMO_OPEN: '1',
      DEMO_VOICES: `${DEFAULT_VOICE}, no-such-voice`,
    });
    try {
      const config = dataOf<{ enabled: boolean; site_key: null; voices: { id: string }[] }>(
        await ask(open, { path: '/demo/config' }),
      );
      expect(config).toMatchObject({ enabled: true, site_key: null });
      expect(config.voices.map(({ id }) => id)).toEqual([DEFAULT_VOICE]);
      const visitor = new Visitor(open);
      const session = await visitor.challenge('');
      expect(session.headers['cache-control']).toBe('no-store');
      const { token, expires_in: expiresIn } = dataOf<{ token: string; expires_in: number }>(session);
      expect(expiresIn).toBe(600);
      expect((await visitor.speak(token)).status).toBe(200);
      const other = await visitor.speak(token, { voice_id: others[0]!.id });
      expect([other.status, locOf(other)]).toEqual([422, ['body', 'voice_id']]);
      // Addresses are not trusted here, so the token is still valid.
      expect((await new Visitor(open, '203.0.113.5').speak(token)).status).toBe(200);
    } finally {
      await open.close();
    }
  });
});

describe('the challenge', () => {
  test('is described in the config, without its secret', async () => {
    const answer = await ask(server, { path: '/demo/config' });
    expect(dataOf(answer)).toMatchObject({ enabled: true, site_key: 'site-key' });
    const { voices } = dataOf<{ voices: { id: string; type: string }[] }>(answer);
    expect(voices.map(({ id }) => id)).toEqual(real.voices().map(({ id }) => id));
    expect(answer.body.toString()).not.toContain(SITE_SECRET);
  });

  test('is verified with the visitor’s response and address', async () => {
    const answer = await new Visitor(server, HOME).challenge('human at home');
    expect(answer.status).toBe(200);
    expect(service.forms.at(-1)).toMatchObject({
      secret: SITE_SECRET,
      response: 'human at home',
      remoteip: HOME,
    });
  });

  test('that fails, or was used before, gives no token', async () => {
    const visitor = new Visitor(server, '198.51.100.2');
    await visitor.challenge('human once');
    for (const sent of ['program', 'human once', '']) {
      const answer = await visitor.challenge(sent);
      expect([answer.status, locOf(answer)]).toEqual([422, ['body', 'challenge_token']]);
    }
  });

  test('that cannot be verified is a 503, in time', async () => {
    const visitor = new Visitor(server, '198.51.100.3');
    for (const sent of ['slow', 'endless', 'garbage', 'broken', 'redirect', 'cut']) {
      const answer = await visitor.challenge(sent);
      expect([sent, answer.status]).toEqual([sent, 503]);
      expect(answer.headers['retry-after']).toBe('5');
      expect(detailOf(answer)).toContain('cannot be verified');
    }
    expect(service.redirected).toBe(0);
    await visitor.token();
  });

  test.each([
    [{}, 'challenge_token'],
    [{ challenge_token: 'x'.repeat(2049) }, 'challenge_token'],
    [{ challenge_token: { a: 1 } }, 'challenge_token'],
    [[], undefined],
  ])('%j is malformed', async (body, field) => {
    const answer = await new Visitor(server, '198.51.100.4').post('/demo/session', body);
    expect(answer.status).toBe(422);
    expect(locOf(answer)).toEqual(field === undefined ? ['body'] : ['body', field]);
  });

  test('can be tried ten times a minute from an address', async () => {
    const eager = new Visitor(server, '2001:db8:7::1');
    const neighbour = new Visitor(server, '2001:db8:7::2');
    let tries = 0;
    let answer = await eager.challenge('program');
    while (answer.status !== 429 && tries++ < 30) {
      expect(answer.status).toBe(422);
      answer = await (tries % 2 ? neighbour : eager).challenge('program');
    }
    expect(answer.status).toBe(429);
    expect(tries).toBeGreaterThanOrEqual(10);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await new Visitor(server, '2001:db8:8::1').token();
  });
});

describe('speaking', () => {
  const visitor = () => new Visitor(server, HOME);
  const careless = () => new Visitor(server, '198.51.100.5');
  let token = '';
  beforeAll(async () => {
    token = await careless().token();
  });

  test('returns a whole file, with words if requested', async () => {
    const token = await visitor().token();
    const plain = await visitor().speak(token);
    expect(plain.status).toBe(200);
    expect(plain.headers['cache-control']).toBe('no-store');
    expect(Object.keys(dataOf<Spoken>(plain))).toEqual(['audio', 'sampling_rate']);
    const {
      audio,
      sampling_rate: rate,
      alignment,
    } = dataOf<Spoken>(await visitor().speak(token, { timestamps: true }));
    expect(rate).toBe(24000);
    const wav = readWav(Buffer.from(audio, 'base64'));
    expect([wav.sampleRate, wav.encoding, wav.channels.length]).toEqual([24000, 'pcm16', 1]);
    expect(rms(wav.channels[0]!)).toBeGreaterThan(0.01);
    const { units, unitStartTimesMs, unitDurationsMs, charStartOffsets, charEndOffsets } = alignment!;
    expect(units.map((_, i) => TEXT.slice(charStartOffsets[i], charEndOffsets[i]))).toEqual(units);
    expect(units.join(' ')).toMatch(/^Hello there.* visitor/);
    const endMs = unitStartTimesMs.at(-1)! + unitDurationsMs.at(-1)!;
    const durationMs = (wav.channels[0]!.length * 1000) / rate;
    expect(endMs).toBeGreaterThan(durationMs / 2);
    expect(endMs).toBeLessThanOrEqual(durationMs + 1);
  });

  test('supports markup and variants', async () => {
    const token = await visitor().token();
    const paused = dataOf<Spoken>(await visitor().speak(token, { text: 'One <pause:2s> two.' }));
    expect(readWav(Buffer.from(paused.audio, 'base64')).channels[0]!.length).toBeGreaterThan(2 * 24000);
    const spanish = real.voices().find(({ lang }) => lang === 'es')!;
    const text = '<phoneme:ˈθena>cena</phoneme>';
    const castilian = { voice_id: spanish.id, text, ipa_key: 'es-castilian' };
    expect((await visitor().speak(token, castilian)).status).toBe(200);
    expect((await visitor().speak(token, { ...castilian, ipa_key: null, text: 'cena' })).status).toBe(200);
    const wrong = await visitor().speak(token, { ipa_key: 'es-castilian' });
    expect([wrong.status, locOf(wrong)]).toEqual([422, ['body', 'ipa_key']]);
  });

  test.each([
    [{ text: 'x'.repeat(1001) }, 'text'],
    [{ text: ' ... ' }, 'text'],
    [{ text: '' }, 'text'],
    [{ text: '<phoneme:>x</phoneme>' }, 'text'],
    [{ text: '1'.repeat(100) + '<pause:10s>,'.repeat(7) }, 'text'],
    [{ text: undefined }, 'text'],
    [{ voice_id: 'x'.repeat(65) }, 'voice_id'],
    [{ voice_id: '00000000-0000-4000-8000-000000000000' }, 'voice_id'],
    [{ voice_id: undefined }, 'voice_id'],
    [{ ipa_key: 'en' }, 'ipa_key'],
    [{ timestamps: 'often' }, 'timestamps'],
  ])('%j is refused', async (body, field) => {
    const answer = await careless().speak(token, body);
    expect([answer.status, locOf(answer)]).toEqual([422, ['body', field]]);
  });
  test('a token is valid from its own address alone, and no other credential is accepted', async () => {
    const mine = await visitor().token();
    const elsewhere = await new Visitor(server, '198.51.100.6').speak(mine);
    expect(elsewhere.status).toBe(401);
    expect(detailOf(elsewhere)).toContain('another address');
    const jwt = await ask(server, { method: 'POST', path: '/sse/auth', headers: { 'x-api-key': KEY } });
    const { jwt_token: apiToken } = dataOf<{ jwt_token: string }>(jwt);
    for (const wrong of [null, '', KEY, apiToken, `${mine}x`, mine.slice(0, -5)]) {
      const answer = await visitor().speak(wrong);
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('X-Demo-Token');
    }
    const withKey = await visitor().post(
      '/demo/speak',
      { voice_id: DEFAULT_VOICE, text: TEXT },
      { 'x-api-key': KEY },
    );
    expect(withKey.status).toBe(401);
  });

  test('a token is not accepted elsewhere', async () => {
    const mine = await visitor().token();
    for (const headers of [
      { 'x-api-key': mine },
      { authorization: `Bearer ${mine}` },
      { 'x-demo-token': mine },
    ]) {
      expect((await ask(server, { path: '/voices', headers })).status).toBe(401);
    }
    expect((await ask(server, { path: `/voices?jwt_token=${mine}` })).status).toBe(401);
    const sse = await visitor().post('/sse/speak/en', { text: TEXT }, { authorization: mine });
    expect(sse.status).toBe(401);
  });

  test('a token is valid for twenty requests, an address for thirty a minute', async () => {
    const guest = new Visitor(server, '198.51.100.7');
    const statuses: number[] = [];
    const first = await guest.token();
    for (let i = 0; i < 21; i++) statuses.push((await guest.speak(first, { text: 'Hi' })).status);
    expect(statuses).toEqual([...new Array(20).fill(200), 401]);
    // Some requests are refilled meanwhile, so the limit is at thirty or a little more.
    let spoken = 20;
    let current = await guest.token();
    let answer = await guest.speak(current, { text: 'Hi' });
    while (answer.status !== 429 && spoken < 60) {
      if (answer.status === 401) current = await guest.token();
      else spoken++;
      answer = await guest.speak(current, { text: 'Hi' });
    }
    expect(answer.status).toBe(429);
    expect(spoken).toBeGreaterThanOrEqual(30);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('two at a time from an address; hanging up ends the work and frees the slot', async () => {
    const guest = new Visitor(server, '198.51.100.8');
    const mine = await guest.token();
    let release = (): void => undefined;
    held = new Promise((resolve) => {
      release = resolve;
    });
    const before = signals.length;
    const leaving = new AbortController();
    const left = guest.speak(mine, {}, leaving.signal).catch((error: Error) => error);
    const stays = guest.speak(mine);
    await until('both are being spoken', () => signals.length === before + 2);
    expect((await guest.speak(mine)).status).toBe(429);
    leaving.abort();
    expect(await left).toBeInstanceOf(Error);
    await until('one of them is called off', () => signals.slice(before).some(({ aborted }) => aborted));
    release();
    held = null;
    expect((await stays).status).toBe(200);
    await until('there is room again', async () => (await guest.speak(mine)).status === 200);
    await until('nothing is left open', () => real.stats().activeStreams === 0);
  });
});
