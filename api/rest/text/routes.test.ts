import { describe, expect, test } from 'vitest';
import { sharedRestSetup } from '../testing.ts';

const rest = sharedRestSetup();

const ask = (payload: object) => rest().call({ method: 'POST', url: '/text/read', payload });

describe('POST /text/read', () => {
  test('answers the words with their places', async () => {
    expect(await ask({ text: 'Um 14:30 Uhr.', lang: 'de' })).toMatchObject({
      status: 200,
      body: {
        data: {
          spoken: 'Um vierzehn Uhr dreißig.',
          words: [
            { unit: 'Um', start: 0, end: 2, spoken: 'Um' },
            { unit: '14:30 Uhr', start: 3, end: 12, spoken: 'vierzehn Uhr dreißig', rule: 'time' },
          ],
        },
      },
    });
  });

  test('defaults to English, and keeps the IPA of tags', async () => {
    const { body } = await ask({ text: '5 <phoneme:iː>E</phoneme>' });
    expect(body).toMatchObject({ data: { words: [{ spoken: 'five' }, { spoken: 'E', ipa: 'iː' }] } });
  });

  test('adds the IPA of words that are heard, on request', async () => {
    const { body } = await ask({ text: 'Hello there', phonemes: true });
    expect(body).toMatchObject({ data: { words: [{ unit: 'Hello', ipa: 'həlˈəʊ' }, { unit: 'there' }] } });
  });

  test.each([
    ['no text', {}, 'text'],
    ['a language that is none', { text: 'a', lang: '?' }, 'lang'],
    ['too long a text', { text: 'a'.repeat(10_001) }, 'text'],
  ])('refuses %s and names the field', async (_, payload, field) => {
    const answer = await ask(payload);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ detail: [{ loc: ['body', field] }] });
  });

  test('says where markup is faulty', async () => {
    const answer = await ask({ text: 'Hello <pause:99999s> there' });
    expect(answer.status).toBe(422);
  });

  test('asks for credentials', async () => {
    const answer = await rest().app.inject({ method: 'POST', url: '/text/read', payload: { text: 'a' } });
    expect(answer.statusCode).toBe(401);
  });
});
