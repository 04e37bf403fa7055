import { describe, expect, test } from 'vitest';
import { INVENTORY_KEYS, STRESS_KEYS } from '../../../engine/phonetics.ts';
import { sharedRestSetup } from '../testing.ts';

const rest = sharedRestSetup();

describe.each([
  ['/ipa/suggest', INVENTORY_KEYS],
  ['/stress/suggest', STRESS_KEYS],
])('POST %s', (url, keys) => {
  const ask = (payload: object) => rest().call({ method: 'POST', url, payload });

  test.each([
    [{}, 'word', 'Field required'],
    [{ word: null }, 'word', 'Field required'],
    [{ word: 5 }, 'word', 'Must be a string'],
    [{ word: ['a'] }, 'word', 'Must be a string'],
    [{ word: '' }, 'word', 'Must be one word'],
    [{ word: ' ' }, 'word', 'Must be one word'],
    [{ word: '...' }, 'word', 'Must be one word'],
    [{ word: 'New York' }, 'word', 'Must be one word'],
    [{ word: 'x'.repeat(101) }, 'word', 'Must have at most 100 characters'],
    [{ word: 'a', text: 5 }, 'text', 'Must be a string'],
    [{ word: 'a', text: true }, 'text', 'Must be a string'],
    [{ word: 'a', key: 'xx' }, 'key', `Must be one of ${keys.join(', ')}`],
    [{ word: 'a', limit: 0 }, 'limit', 'Must be from 1 to 8'],
    [{ word: 'a', limit: 9 }, 'limit', 'Must be from 1 to 8'],
    [{ word: 'a', limit: 2.5 }, 'limit', 'Must be a whole number'],
    [{ word: 'a', limit: true }, 'limit', 'Must be a whole number'],
    [{ word: 'a', offset: 'first' }, 'offset', 'Must be a whole number'],
    [{ word: 'a', offset: -1 }, 'offset', 'Must be from 0 to 9007199254740991'],
  ])('%j: names the field and says what it must be', async (payload, field, msg) => {
    const { status, body } = await ask(payload);
    expect(status).toBe(422);
    expect(body).toMatchObject({ detail: [{ loc: ['body', field], msg }] });
  });

  test.each([[['a']], [null], ['"a"']])('%j is not a question', async (payload) => {
    const { app, key } = rest();
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url, headers, payload: JSON.stringify(payload) });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ detail: [{ loc: ['body'] }] });
  });

  test('null counts as absent', async () => {
    const nulls = { text: null, offset: null, key: null, limit: null };
    const answer = await ask({ word: 'ljepota', ...nulls });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual((await ask({ word: 'ljepota' })).body);
  });
});
