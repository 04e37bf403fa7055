/** Every door that takes a language, with languages in the spellings of public clients. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../engine/index.ts';
import { SpeakClient } from './kit/clients/speak-client.ts';
import { type Answer, ask, askToSpeak } from './kit/clients/sse-client.ts';
import { builtInEngine, KEY, startTestServer, type TestServer } from './kit/server.ts';

let engine: Engine;
let server: TestServer;
beforeAll(async () => {
  engine = await builtInEngine();
  server = await startTestServer(engine);
});
afterAll(async () => {
  await server.close();
  await engine.close();
});

const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
  ask(server, {
    method,
    path,
    headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const dataOf = (answer: Answer) => (answer.json() as { data: Record<string, unknown> }).data;

const ENGLISH = [
  'en',
  'EN',
  'eng',
  'eng-us',
  'en_US',
  'en-GB',
  'ENG-USA',
  'en_US.UTF-8',
  'en-Latn-US',
  'English',
];
const OTHERS = [
  ['ger', 'de'],
  ['deu', 'de'],
  ['fre', 'fr'],
  ['fra-CA', 'fr'],
  ['por-br', 'pt'],
  ['pt_BR', 'pt'],
  ['zho', 'zh'],
  ['zh-Hans', 'zh'],
  ['zh-Hant-TW', 'zh'],
  ['cmn', 'zh'],
  ['zh-yue', 'yue'],
  ['iw', 'he'],
  ['nor', 'nb'],
  ['srp-Latn', 'sr'],
] as const;
const NONE = ['xx', 'qqq', 'not a language'];

describe('speech', () => {
  test.each([...ENGLISH, ...OTHERS.map(([sent]) => sent)])('%s is spoken over SSE', async (lang) => {
    const answer = await askToSpeak(server, { text: 'Hi.' }, { lang: encodeURIComponent(lang) });
    expect(answer.status, answer.body.toString().slice(0, 300)).toBe(200);
  });

  test.each(NONE)('%s is none', async (lang) => {
    const answer = await askToSpeak(server, { text: 'Hi.' }, { lang: encodeURIComponent(lang) });
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({ detail: [{ loc: ['path', 'lang_code'] }] });
  });

  test.each(['eng-us', 'por_BR', 'zh-Hans'])('%s is spoken over a WebSocket', async (lang) => {
    const client = await SpeakClient.connect(`${server.ws}/speak/${lang}?api_key=${KEY}`);
    await client.close();
  });

  test.each([...ENGLISH, 'ger', 'por-br'])('%s is spoken for clients of OpenAI', async (language) => {
    const body = { input: 'Hi.', language, response_format: 'pcm' };
    expect((await send('POST', '/v1/audio/speech', body)).status).toBe(200);
  });
});

test.each([
  ...ENGLISH.map((lang) => [lang, /^en/] as const),
  ['spa-MX', /^es-mx$/],
  ['por_BR', /^pt-br$/],
  ['GER', /^de$/],
] as const)('an agent in %s has the tag %s', async (sent, tag) => {
  const made = await send('POST', '/agents', { name: 'A', lang_code: sent });
  expect(made.status).toBe(200);
  const { agent } = dataOf(await send('GET', `/agents/${dataOf(made).agent_id}`));
  expect((agent as { lang_code: string }).lang_code).toMatch(tag);
});

test.each(['ar', 'ara', 'arb', 'AR', 'ar_EG', 'Arabic'])('no agent speaks %s', async (lang_code) => {
  expect((await send('POST', '/agents', { name: 'A', lang_code })).status).toBe(422);
});

test.each([
  ['eng', 'en'],
  ['en_US', 'en'],
  ['ger', 'de'],
  ['por-br', 'pt-br'],
  ['spa_ES', 'es-castilian'],
  ['es-castilian', 'es-castilian'],
])('the key %s of the pronunciation tools is %s', async (sent, key) => {
  const ipa = (
    dataOf(await send('POST', '/ipa/suggest', { word: 'no', key })).suggestions as { ipa: string }[]
  )[0]?.ipa;
  const suggested = dataOf(await send('POST', '/ipa/suggest', { word: 'no', key: sent }));
  expect(suggested).toEqual(dataOf(await send('POST', '/ipa/suggest', { word: 'no', key })));
  expect(dataOf(await send('POST', '/ipa/validate', { ipa, key: sent })).valid).toBe(true);
  const batch = await send('POST', '/ipa/validate', { key: 'en', items: [{ ipa, key: sent }] });
  expect(dataOf(batch)).toMatchObject({ items: [{ valid: true }] });
  const stored = await send('PUT', `/pronunciations/${sent}/wort`, { ipa });
  expect(dataOf(stored)).toMatchObject({ pronunciation: { lang_code: key } });
  expect((await send('GET', `/pronunciations?lang_code=${sent}`)).status).toBe(200);
});

test.each([
  ['hr', 'ljepota'],
  ['hrv', 'ljepota'],
  ['scr', 'ljepota'],
  ['hr_HR', 'ljepota'],
  ['srp', 'lepota'],
  ['sr-Latn', 'lepota'],
  ['Serbian', 'lepota'],
])('the stress of a word in %s is suggested', async (key, word) => {
  expect((await send('POST', '/stress/suggest', { word, key })).status).toBe(200);
});

test.each(['xx', '', 'german-ish'])('an unknown key %o is a 422 or the default', async (key) => {
  const { status } = await send('POST', '/ipa/suggest', { word: 'no', key });
  expect(status).toBe(key === '' ? 200 : 422);
  expect((await send('POST', '/ipa/validate', { ipa: 'a', key })).status).toBe(422);
});

test.each(['eng', 'en_GB', 'ger', 'por-br', 'English'])('the script in %s can be requested', async (lang) => {
  const { status } = await send('GET', `/voices/assisted/script?lang_code=${lang}`);
  expect(status).toBe(200);
});

test.each(['eng-us', 'EN', 'deu'])('voices that speak %s are found', async (lang) => {
  const found = dataOf(await send('GET', `/voices?lang_code=${lang}`)).voices;
  expect((found as unknown[]).length).toBeGreaterThan(0);
});
