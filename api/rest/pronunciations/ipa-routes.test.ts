import { describe, expect, test } from 'vitest';
import { INVENTORY_KEYS } from '../../../engine/phonetics.ts';
import { sharedRestSetup } from '../testing.ts';

const rest = sharedRestSetup();

describe('GET /ipa/inventory', () => {
  test('lists the tokens of all languages, and the sounds of each', async () => {
    const { call } = rest();
    const { status, body, headers } = await call({ method: 'GET', url: '/ipa/inventory' });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const { data } = body as {
      data: {
        version: string;
        tokens: string[];
        languages: Record<string, { symbols: { token: string }[] }>;
      };
    };
    expect(data.version).toBe('1');
    expect(data.tokens.slice(0, 2)).toEqual(['<|IPA_ˈ|>', '<|IPA_ˌ|>']);
    expect(Object.keys(data.languages)).toEqual([...INVENTORY_KEYS]);
    for (const { symbols } of Object.values(data.languages)) {
      expect(symbols.length).toBeGreaterThan(20);
      for (const { token } of symbols) expect(data.tokens).toContain(token);
    }
    expect(data.languages.en?.symbols).toContainEqual({
      symbol: 'θ',
      token: '<|IPA_θ|>',
      class: 'consonant',
      features: ['voiceless', 'dental', 'fricative'],
      example: 'thin',
      aliases: [],
    });
  });

  test('asks for credentials', async () => {
    const { app } = rest();
    expect((await app.inject('/ipa/inventory')).statusCode).toBe(401);
  });
});

describe('POST /ipa/validate', () => {
  const post = (payload: object) => rest().call({ method: 'POST', url: '/ipa/validate', payload });

  test('checks one', async () => {
    expect(await post({ ipa: '/həˈloʊ/' })).toMatchObject({
      status: 200,
      body: {
        data: {
          valid: true,
          ipa: 'həˈloʊ',
          tokens: ['<|IPA_h|>', '<|IPA_ə|>', '<|IPA_l|>', '<|IPA_ˈ|>', '<|IPA_oʊ|>'],
          errors: [],
        },
      },
    });
    expect(await post({ ipa: 'θaˈpato', key: 'es-castilian' })).toMatchObject({
      body: { data: { valid: true } },
    });
    const foreign = { symbol: 'θ', start: 0, end: 1, nearest: ['s', 't', 'f'] };
    expect(await post({ ipa: 'θaˈpato', key: 'es', items: null })).toMatchObject({
      status: 200,
      body: { data: { valid: false, ipa: 'θaˈpato', errors: [foreign] } },
    });
  });

  test('checks several transcriptions, each by its own key or a shared one', async () => {
    const items = [{ ipa: 'kæt' }, { ipa: 'ʃa', key: 'fr' }, { ipa: 'kæt', key: null }, {}];
    const { status, body } = await post({ items, key: 'en', ipa: 'means nothing' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      data: {
        items: [
          { ipa: 'ˈkæt' },
          { ipa: 'ˈʃa' },
          { valid: true },
          { valid: false, errors: [{ start: 0, end: 0 }] },
        ],
      },
    });
    expect(await post({ items: [] })).toMatchObject({ status: 200, body: { data: { items: [] } } });
  });

  test('an empty transcription is invalid', async () => {
    const empty = { status: 200, body: { data: { valid: false, ipa: '', tokens: [] } } };
    expect(await post({})).toMatchObject(empty);
  });

  test.each([
    [{ key: 'pl' }, ['body', 'key']],
    [{ items: [{ ipa: 'a' }, { key: 'xx' }] }, ['body', 'items', 1, 'key']],
    [{ ipa: 'a'.repeat(1001) }, ['body', 'ipa']],
    [{ items: Array.from({ length: 501 }, () => ({})) }, ['body', 'items']],
  ])('says where a request is wrong (%#)', async (payload, loc) => {
    expect(await post(payload)).toMatchObject({ status: 422, body: { detail: [{ loc }] } });
  });

  test('lists the available languages', async () => {
    const msg = `Must be one of ${INVENTORY_KEYS.join(', ')}`;
    expect(await post({ key: 'pl' })).toMatchObject({ body: { detail: [{ msg }] } });
  });
});
