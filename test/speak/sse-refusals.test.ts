/** `POST /sse/speak/{lang_code}`: refusals and their texts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../engine/index.ts';
import { type Answer, ask, askToSpeak, parseEvents } from '../kit/clients/sse-client.ts';
import { builtInEngine, KEY, startTestServer, type TestServer } from '../kit/server.ts';

const MAX_TEXT_CHARS = 300;

let engine: Engine;
let server: TestServer;
beforeAll(async () => {
  engine = await builtInEngine();
  server = await startTestServer(engine, { MAX_TEXT_CHARS: String(MAX_TEXT_CHARS) });
});
afterAll(async () => {
  await server.close();
  await engine.close();
});

interface Item {
  readonly loc: (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** Returns the items of a 422, and checks its format. */
function items(answer: Answer): Item[] {
  expect(answer.status, answer.body.toString('utf8').slice(0, 300)).toBe(422);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const { detail, ...rest } = answer.json() as { detail: Item[] };
  expect(rest).toEqual({});
  expect(Array.isArray(detail)).toBe(true);
  for (const item of detail) {
    expect(Object.keys(item).sort()).toEqual(['loc', 'msg', 'type']);
    expect(item.msg).not.toBe('');
    expect(item.type).toMatch(/^[a-z_]+$/);
  }
  return detail;
}

describe('a wrong field is a 422 that points at it', () => {
  test.each([
    ['text', { text: 5 }],
    ['text', { text: '' }],
    ['text', {}],
    ['text', { text: null }],
    ['text', { text: ['a'] }],
    ['text', { text: 'x'.repeat(MAX_TEXT_CHARS + 1) }],
    ['text', { text: '😀 🎉 👍🏽' }],
    ['text', { text: '   \n\t ' }],
    ['text', { text: '*** --- ...' }],
    ['text', { text: '<STOP>' }],
    ['voice_id', { text: 'Hi.', voice_id: 'nobody' }],
    ['voice_id', { text: 'Hi.', voice_id: 'x'.repeat(65) }],
    ['voice_id', { text: 'Hi.', voice_id: 7 }],
    ['voice_id', { text: 'Hi.', voice_id: 'espeak-de' }],
    ['speed', { text: 'Hi.', speed: 'fast' }],
    ['speed', { text: 'Hi.', speed: [] }],
    ['speaking_rate', { text: 'Hi.', speaking_rate: 0.4 }],
    ['speaking_rate', { text: 'Hi.', speaking_rate: 2.1 }],
    ['sampling_rate', { text: 'Hi.', sampling_rate: 44100 }],
    ['sampling_rate', { text: 'Hi.', sampling_rate: 24000.5 }],
    ['encoding', { text: 'Hi.', encoding: 'opus' }],
    ['output_format', { text: 'Hi.', output_format: 'mp3' }],
    ['timestamps', { text: 'Hi.', timestamps: 'maybe' }],
    ['ipa_key', { text: 'Hi.', ipa_key: 'klingon' }],
    ['ipa_key', { text: 'Hi.', ipa_key: 'pt-br' }],
    ['temperature', { text: 'Hi.', temperature: -1 }],
    ['temperature', { text: 'Hi.', temperature: 'warm' }],
    ['top_k', { text: 'Hi.', top_k: 0 }],
    ['top_k', { text: 'Hi.', top_k: 1.5 }],
  ])('%s: %j', async (field, body) => {
    const found = items(await askToSpeak(server, body));
    expect(found.map(({ loc }) => loc)).toEqual([['body', field]]);
  });

  test('all of them at once', async () => {
    const found = items(
      await askToSpeak(server, { text: 'Hi.', sampling_rate: 1, encoding: 'x', top_k: 'y' }),
    );
    expect(found.map(({ loc }) => loc[1]).sort()).toEqual(['encoding', 'sampling_rate', 'top_k']);
  });

  test('an unknown voice, with the text that clients match', async () => {
    const [item] = items(await askToSpeak(server, { text: 'Hi.', voice_id: 'nobody' }));
    expect(item?.msg).toBe('Provided `voice_id` is invalid');
  });

  test.each(['xx', 'e', '%F0%9F%98%80', '%ff', 'en%2fgb'])('the language %s', async (lang) => {
    const [item] = items(await askToSpeak(server, { text: 'Hi.' }, { lang }));
    expect(item?.loc).toEqual(['path', 'lang_code']);
  });

  test('the longest allowed text is spoken', async () => {
    const text = 'a '.repeat(MAX_TEXT_CHARS / 2);
    const answer = await askToSpeak(server, { text, sampling_rate: 8000 });
    expect(parseEvents(answer.body).length).toBeGreaterThan(0);
  });

  test('fields of the nested body are checked as well', async () => {
    const found = items(await askToSpeak(server, { text: 'Hi.', model: { encoding: 'opus' } }));
    expect(found.map(({ loc }) => loc)).toEqual([['body', 'encoding']]);
  });
});

describe('a body that is no JSON object is a 422', () => {
  test.each(['', 'text', '{"text": "Hi."', '{"text": "Hi.",}', '[]', '"Hi."', 'null', '5', '\u0000'])(
    '%j',
    async (body) => {
      expect(items(await askToSpeak(server, body))[0]?.loc).toEqual(['body']);
    },
  );

  test('no body at all', async () => {
    const answer = await ask(server, {
      method: 'POST',
      path: '/sse/speak/en',
      headers: { 'x-api-key': KEY },
    });
    expect(items(answer)[0]?.loc).toEqual(['body']);
  });

  test('a body that is far too large is refused without being read', async () => {
    const answer = await askToSpeak(server, { text: 'x'.repeat(2_000_000) }).catch((error: Error) => error);
    // A client that is still writing may see the connection end instead of the response.
    if (!(answer instanceof Error)) expect(answer.status).toBe(413);
  });
});

describe('markup', () => {
  test.each([
    ['Hello <phoneme:>you</phoneme>.', 6],
    ['Hello <phoneme:hə ˈloʊ>you</phoneme>.', 15],
    ['Hello <phoneme:həˈloʊ', 6],
    ['Hello </phoneme>.', 6],
    ['Hello <pause:0ms>.', 6],
    ['Hello <pause:11s>.', 6],
    ['Hello <pause:abc>.', 6],
    ['Hello <break time="20s"/>.', 6],
    [`Hello ${'<pause:10s>'.repeat(7)}.`, 6 + 6 * 11],
  ])('malformed, with the place of the fault: %s', async (text, place) => {
    const [item] = items(await askToSpeak(server, { text }));
    expect(item?.loc).toEqual(['body', 'text']);
    expect(item?.type).toBe('markup');
    expect(item?.msg).toContain(`(at character ${place})`);
  });

  test.each([
    ['en', 'A <phoneme:yː>word</phoneme>.'],
    ['de', 'Ein <phoneme:θɪŋ>Ding</phoneme>.'],
    ['en', 'A <phoneme:7>word</phoneme>.'],
  ])('foreign phonemes in %s: %s', async (lang, text) => {
    const [item] = items(await askToSpeak(server, { text }, { lang }));
    expect(item?.loc).toEqual(['body', 'text']);
    expect(item?.type).toBe('phoneme_foreign');
    expect(item?.msg).toMatch(/\(at character \d+\)/);
  });

  test.each([
    ['<audio src="a.wav"/>', '<audio> is not supported'],
    ['<voice name="nobody">Hi</voice>', 'Provided `voice_id` is invalid'],
    ['<voice name="espeak-de">Hi</voice>', 'not available for "en"'],
    ['<lang:tlh>Hi</lang>', 'Nothing here reads the language "tlh"'],
    ['<prosody rate="quick">Hi</prosody>', '<prosody rate='],
  ])('%s', async (text, message) => {
    const [item] = items(await askToSpeak(server, { text }));
    expect(item?.loc).toEqual(['body', 'text']);
    expect(item?.msg).toContain(message);
  });

  test('phonemes for a language without an inventory', async () => {
    const [item] = items(await askToSpeak(server, { text: '<phoneme:a>a</phoneme>' }, { lang: 'sv' }));
    expect(item).toMatchObject({ loc: ['body', 'text'], type: 'phoneme_language' });
  });

  test.each([
    '5 < 6 and 7 > 6',
    'a <b>bold</b> word',
    '<STOP> in front',
    'see <RESET> here',
    'I <3 you',
    '<',
  ])('any other "<" is text: %s', async (text) => {
    const answer = await askToSpeak(server, { text: `Hello ${text}` });
    expect(answer.status).toBe(200);
  });
});

describe('limits per key', () => {
  const detailOf = (answer: Answer): string => (answer.json() as { detail: string }).detail;

  test('streams: one more than allowed is a 429 with Retry-After, until one ends', async () => {
    const limited = await startTestServer(engine, { MAX_STREAMS_PER_KEY: '1' });
    try {
      const text = 'A sentence that takes a while to read and to send. '.repeat(20);
      const first = askToSpeak(limited, { text });
      // It holds its slot once its work has begun.
      const second = await untilStatus(429, () => askToSpeak(limited, { text: 'Me too.' }));
      expect(Number(second.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(detailOf(second)).toContain('1 open streams');
      expect((await first).status).toBe(200);
      expect((await askToSpeak(limited, { text: 'Now me.' })).status).toBe(200);
      // A refused request must not hold a slot.
      expect((await askToSpeak(limited, { text: '😀' })).status).toBe(422);
      expect((await askToSpeak(limited, { text: 'Now me.' })).status).toBe(200);
    } finally {
      await limited.close();
    }
  });

  test('characters per minute: 429 with Retry-After; other keys of the same server are not affected', async () => {
    const limited = await startTestServer(engine, { MAX_CHARACTERS_PER_MINUTE: '100' });
    try {
      const text = 'x'.repeat(90);
      expect((await askToSpeak(limited, { text })).status).toBe(200);
      const refused = await askToSpeak(limited, { text });
      expect(refused.status).toBe(429);
      const seconds = Number(refused.headers['retry-after']);
      expect(seconds).toBeGreaterThan(40);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(detailOf(refused)).toContain('100 characters per minute');
      // A refused text is not charged, so a short one still fits.
      expect((await askToSpeak(limited, { text: 'Hi.' })).status).toBe(200);
    } finally {
      await limited.close();
    }
  });

  async function untilStatus(status: number, attempt: () => Promise<Answer>): Promise<Answer> {
    for (let i = 0; i < 50; i++) {
      const answer = await attempt();
      if (answer.status === status) return answer;
    }
    throw new Error(`never a ${status}`);
  }
});

describe('every other path', () => {
  const headers = { 'x-api-key': KEY };

  test.each([
    ['GET', '/nowhere', 404],
    ['POST', '/sse/speak', 404],
    ['POST', '/sse/speak/en/more', 404],
    ['POST', '/sse/speak/', 404],
    ['GET', '/%ff', 404],
    ['GET', '/sse/speak/en', 405],
    ['POST', '/speak/en', 405],
    ['DELETE', '/', 405],
    ['TRACE', '/voices', 405],
    ['GET', '/speak/en', 426],
  ])('%s %s is a %i in the shape of every error', async (method, path, status) => {
    const answer = await ask(server, { method, path, headers });
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toEqual({ detail: status === 404 ? 'Not Found' : expect.any(String) });
    expect('allow' in answer.headers).toBe(status === 405);
  });

  test('REST answers on the same port', async () => {
    expect((await ask(server, { path: '/ping' })).json()).toMatchObject({ data: { message: 'pong' } });
    const voices = (await ask(server, { path: '/voices', headers })).json() as {
      data: { voices: unknown[] };
    };
    expect(voices.data.voices.length).toBeGreaterThan(50);
    expect((await ask(server, { path: '/metrics' })).body.toString()).toContain('# TYPE');
  });

  test('an upgrade elsewhere is a 404 as well', async () => {
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    for (const path of ['/speak', '/speak/en/', '/speak/en/more', '/sse/speak', '/nowhere']) {
      const answer = await ask(server, {
        path,
        headers: { ...headers, ...upgrade, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' },
      });
      expect(answer.status, path).toBe(404);
      expect(answer.json()).toEqual({ detail: 'Not Found' });
    }
  });

  test('HEAD has the headers of GET and no body', async () => {
    const head = await ask(server, { method: 'HEAD', path: '/ping' });
    expect(head.status).toBe(200);
    expect(head.body).toHaveLength(0);
  });

  test('POST with Content-Type JSON and an empty body', async () => {
    for (const body of [undefined, '']) {
      const answer = await ask(server, {
        method: 'POST',
        path: '/sse/auth',
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body !== undefined && { body }),
      });
      expect(answer.status).toBe(200);
    }
  });

  test('a preflight from a page of another origin is answered as configured', async () => {
    const origin = 'https://app.example.org';
    const open = await startTestServer(engine, { CORS_ORIGINS: origin });
    try {
      const preflight = await ask(open, {
        method: 'OPTIONS',
        path: '/sse/speak/en',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers['access-control-allow-origin']).toBe(origin);
      for (const body of [{ text: 'Hi.' }, { text: '' }]) {
        const answer = await askToSpeak(open, body, { headers: { ...headers, origin } });
        expect(answer.headers['access-control-allow-origin']).toBe(origin);
      }
      const foreign = await askToSpeak(
        open,
        { text: 'Hi.' },
        { headers: { ...headers, origin: 'https://x.org' } },
      );
      expect(foreign.headers['access-control-allow-origin']).toBeUndefined();
      const closed = await askToSpeak(server, { text: 'Hi.' }, { headers: { ...headers, origin } });
      expect(closed.headers['access-control-allow-origin']).toBeUndefined();
    } finally {
      await open.close();
    }
  });
});
