/** Custom pronunciations and suggestions over HTTP, and their use in speech on every door. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { prepareConversations } from '../../agent-worker/conversation/load-models.ts';
import type { Engine } from '../../engine/index.ts';
import type { AgentSocketMessage } from '../kit/clients/agent-socket-client.ts';
import { JsonSocket } from '../kit/clients/json-socket.ts';
import { type AlignedWord, wordsOf } from '../kit/clients/messages.ts';
import { SpeakClient } from '../kit/clients/speak-client.ts';
import { type Answer, ask, askToSpeak, parseEvents, speak } from '../kit/clients/sse-client.ts';
import { VoicesClient } from '../kit/clients/voices-client.ts';
import { builtInEngine, KEY, startTestServer, type TestServer, until } from '../kit/server.ts';

/** As a word of six syllables, "dog" lasts more than twice as long. */
const LONG = 'ˌælɪɡeɪɾɚˈæləɡeɪɾɚ';
const TEXT = 'We saw a Dog, a cat and a bird.';

let engine: Engine;
let server: TestServer;
beforeAll(async () => {
  engine = await builtInEngine();
  server = await startTestServer(engine);
});
afterEach(async () => {
  for (const { lang_code, word } of await list()) await remove(lang_code, word);
});
afterAll(async () => {
  await server.close();
  await engine.close();
});

interface Wire {
  readonly lang_code: string;
  readonly word: string;
  readonly ipa: string;
}

function send(method: string, path: string, body?: unknown, key = KEY, at = server): Promise<Answer> {
  const json = { 'content-type': 'application/json', 'x-api-key': key };
  return ask(at, { method, path, headers: json, ...(body !== undefined && { body: JSON.stringify(body) }) });
}
const pathOf = (lang: string, word: string): string => `/pronunciations/${lang}/${encodeURIComponent(word)}`;
const put = (lang: string, word: string, ipa: string, key = KEY, at = server): Promise<Answer> =>
  send('PUT', pathOf(lang, word), { ipa }, key, at);
const remove = (lang: string, word: string, key = KEY): Promise<Answer> =>
  send('DELETE', pathOf(lang, word), undefined, key);
async function list(query = '', key = KEY): Promise<Wire[]> {
  const answer = await send('GET', `/pronunciations${query}`, undefined, key);
  return (answer.json() as { data: { pronunciations: Wire[] } }).data.pronunciations;
}

const dogIn = (words: readonly AlignedWord[]): AlignedWord => {
  const found = words.find(({ unit }) => unit === 'Dog');
  if (!found) throw new Error('the dog is not in the alignment');
  return found;
};
const lengthOf = ({ startMs, endMs }: AlignedWord): number => endMs - startMs;
const overSse = async (text = TEXT, at = server): Promise<AlignedWord[]> =>
  wordsOf(await speak(at, { text, timestamps: true }));

describe('/pronunciations', () => {
  test('stores a word in the canonical spelling, whatever its case', async () => {
    expect((await put('en', 'Dog', '/dɔɡ/')).json()).toEqual({
      data: {
        pronunciation: {
          lang_code: 'en',
          word: 'Dog',
          ipa: 'ˈdɔːɡ',
          created_at: expect.stringMatching(/Z$/),
          updated_at: expect.stringMatching(/Z$/),
        },
      },
    });
    expect((await put('en', 'DOG', 'dɑːɡ')).status).toBe(200);
    expect((await put('es-castilian', 'zorro', 'ˈθoro')).status).toBe(200);
    expect(await list()).toMatchObject([
      { lang_code: 'en', word: 'DOG', ipa: 'ˈdɑːɡ' },
      { lang_code: 'es-castilian', word: 'zorro', ipa: 'ˈθoro' },
    ]);
    expect(await list('?lang_code=es-castilian')).toHaveLength(1);
    expect((await remove('en', 'dog')).json()).toEqual({
      data: { message: 'Pronunciation has successfully been deleted.', lang_code: 'en', word: 'DOG' },
    });
    expect((await remove('en', 'dog')).status).toBe(404);
  });

  test('accepts what speech reads as one word, in any script', async () => {
    for (const [lang, word, ipa] of [
      ['en', 'C++', 'ˌsiːplʌsˈplʌs'],
      ['en', 'AT&T', 'ˌeɪtiːnˈtiː'],
      ['hi', 'क'.repeat(64), 'ˈkaː'],
      ['ru', 'замок', 'zɐˈmok'],
    ] as const) {
      expect((await put(lang, word, ipa)).status, word).toBe(200);
    }
    expect(await list()).toHaveLength(4);
  });

  test.each([
    ['en', 'dog', 'dɔʁ', ['body', 'ipa'], 'phoneme_foreign'],
    ['en', 'dog', 'dɔɡˈ', ['body', 'ipa'], 'phoneme_foreign'],
    ['en', 'dog', '', ['body', 'ipa'], 'string_too_short'],
    ['pl', 'dog', 'dɔɡ', ['path', 'lang_code'], 'enum'],
    ['en', 'hot dog', 'dɔɡ', ['path', 'word'], 'string_pattern_mismatch'],
    ['en', 'hot/dog', 'dɔɡ', ['path', 'word'], 'word_unspeakable'],
    ['en', '…', 'dɔɡ', ['path', 'word'], 'word_unspeakable'],
    ['en', 'a'.repeat(65), 'dɔɡ', ['path', 'word'], 'string_too_long'],
    ['en', 'do\u0000g', 'dɔɡ', ['path', 'word'], 'string_pattern_mismatch'],
  ])('refuses %s %s %s', async (lang, word, ipa, loc, type) => {
    const answer = await put(lang, word, ipa);
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({ detail: [{ loc, type }] });
  });

  test('are separate for each owner', async () => {
    const { key } = await VoicesClient.of(server, 'Other');
    await put('en', 'dog', LONG);
    expect(await list('', key)).toEqual([]);
    expect((await remove('en', 'dog', key)).status).toBe(404);
    const headers = { 'x-api-key': key };
    const theirs = await askToSpeak(server, { text: TEXT, timestamps: true }, { headers });
    const ours = await overSse();
    expect(lengthOf(dogIn(ours))).toBeGreaterThan(2 * lengthOf(dogIn(wordsOf(parseEvents(theirs.body)))));
    expect((await ask(server, { path: '/pronunciations' })).status).toBe(401);
  });
});

describe('a word of one’s own', () => {
  test('is used over SSE, and nothing else is changed', async () => {
    const before = await overSse();
    await put('en', 'dog', LONG);
    const after = await overSse();
    expect(lengthOf(dogIn(after))).toBeGreaterThan(2 * lengthOf(dogIn(before)));
    const places = (words: AlignedWord[]) =>
      words.map(({ unit, charStart, charEnd }) => [unit, charStart, charEnd]);
    expect(places(after)).toEqual(places(before));
    await remove('en', 'dog');
    expect(lengthOf(dogIn(await overSse()))).toBeLessThan(1.5 * lengthOf(dogIn(before)));
  });

  test('gives way to a tag', async () => {
    const before = await overSse('We saw a <phoneme:dɔɡ>Dog today.');
    await put('en', 'dog', LONG);
    const after = await overSse('We saw a <phoneme:dɔɡ>Dog today.');
    expect(lengthOf(dogIn(after))).toBeLessThan(1.5 * lengthOf(dogIn(before)));
  });

  test('is used on a WebSocket that was open before', async () => {
    const client = await SpeakClient.open(server, { timestamps: true });
    const before = dogIn(wordsOf(await client.say(TEXT)));
    await put('en', 'dog', LONG);
    expect(lengthOf(dogIn(wordsOf(await client.say(TEXT))))).toBeGreaterThan(2 * lengthOf(before));
    await remove('en', 'dog');
    expect(lengthOf(dogIn(wordsOf(await client.say(TEXT))))).toBeLessThan(1.5 * lengthOf(before));
    await client.close();
  });

  test('is said by agents', async () => {
    await prepareConversations();
    /** @param atLeast number of bytes to wait for */
    const greetingBytes = async (atLeast = 1): Promise<number> => {
      const query = new URLSearchParams({ api_key: KEY, mode: 'llm-tts', greeting: 'Dog.', lang_code: 'en' });
      const client = await JsonSocket.open<AgentSocketMessage>(`${server.ws}/agents?${query}`);
      const bytes = (): number =>
        client.messages.reduce((sum, { data }) => sum + Buffer.from(data.audio ?? '', 'base64').length, 0);
      await client.waitFor('a greeting', () => bytes() >= atLeast);
      for (let seen = -1; seen !== bytes(); ) {
        seen = bytes();
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      client.socket.terminate();
      return bytes();
    };
    const before = await greetingBytes();
    await put('en', 'dog', LONG);
    expect(await greetingBytes(1.5 * before)).toBeGreaterThan(1.5 * before);
  }, 60_000);

  test('is used by another process within seconds', async () => {
    const other = await startTestServer(engine, { DATA_DIR: server.dataDir });
    try {
      const before = lengthOf(dogIn(await overSse(TEXT, other)));
      await put('en', 'dog', LONG);
      await until(
        'the other one knows it',
        async () => lengthOf(dogIn(await overSse(TEXT, other))) > 2 * before,
        5000,
      );
    } finally {
      await other.close();
    }
  });

  test('applies to the variants of its language', async () => {
    const dog = async (body: object) =>
      dogIn(wordsOf(await speak(server, { text: 'Un Dog verde.', timestamps: true, ...body }, 'es')));
    const before = lengthOf(await dog({ ipa_key: 'es-castilian' }));
    await put('es', 'dog', 'alikatoˈɾalikato');
    expect(lengthOf(await dog({ ipa_key: 'es-castilian' }))).toBeGreaterThan(2 * before);
    await put('es-castilian', 'dog', 'ˈdo');
    expect(lengthOf(await dog({ ipa_key: 'es-castilian' }))).toBeLessThan(1.5 * before);
    expect(lengthOf(await dog({}))).toBeGreaterThan(2 * before);
  });
});

describe('POST /ipa/suggest', () => {
  const suggest = (body: unknown): Promise<Answer> => send('POST', '/ipa/suggest', body);

  test('returns what the sentence requires first', async () => {
    const text = 'I read it yesterday, and tomorrow I will read it again.';
    const answer = await suggest({ word: 'read', text, limit: 2 });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      data: {
        word: 'read',
        suggestions: [
          {
            ipa: 'ˈɹɛd',
            tokens: ['<|IPA_ɹ|>', '<|IPA_ˈ|>', '<|IPA_ɛ|>', '<|IPA_d|>'],
            source: 'heteronym',
            note: 'past tense (by the sentence)',
          },
          {
            ipa: 'ˈɹiːd',
            tokens: ['<|IPA_ɹ|>', '<|IPA_ˈ|>', '<|IPA_iː|>', '<|IPA_d|>'],
            source: 'heteronym',
            note: 'present tense',
          },
        ],
        dropped: [],
      },
    });
    const later = await suggest({ word: 'read', text, offset: text.lastIndexOf('read'), limit: 1 });
    expect(later.json()).toMatchObject({ data: { suggestions: [{ ipa: 'ˈɹiːd' }] } });
  });

  test('uses the owner’s dictionary and other languages, and reports sounds that it lacks', async () => {
    await put('es', 'zapato', 'sapaˈto');
    expect((await suggest({ word: 'Zapato', key: 'es', text: '', offset: null })).json()).toMatchObject({
      data: {
        word: 'Zapato',
        suggestions: [
          { ipa: 'sapaˈto', source: 'dictionary' },
          { ipa: 'saˈpato', source: 'espeak' },
        ],
        dropped: [{ ipa: 'θapˈato', reason: expect.stringContaining('not a sound of Spanish') }],
      },
    });
  });

  test('accepts a text as long as a body may be', async () => {
    const text = `${'I read a lot. '.repeat(40_000)}They never lead.`;
    const answer = await suggest({ word: 'lead', text, offset: text.length - 5 });
    expect(answer.json()).toMatchObject({ data: { suggestions: [{ ipa: 'ˈliːd' }, { ipa: 'ˈlɛd' }] } });
  });

  test.each([
    [{}, ['body', 'word']],
    [{ word: '' }, ['body', 'word']],
    [{ word: 'x', limit: 0 }, ['body', 'limit']],
    [{ word: 'x', limit: 9 }, ['body', 'limit']],
    [{ word: 'x', offset: -1 }, ['body', 'offset']],
    [{ word: 'x', key: 'hr' }, ['body', 'key']],
  ])('says where a request is wrong (%#)', async (body, loc) => {
    const answer = await suggest(body);
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({ detail: [{ loc }] });
  });
});
