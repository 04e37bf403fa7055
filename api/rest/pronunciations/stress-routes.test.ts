import { describe, expect, test } from 'vitest';
import { sharedRestSetup } from '../testing.ts';

const rest = sharedRestSetup();

const ask = (payload: object) => rest().call({ method: 'POST', url: '/stress/suggest', payload });

describe('POST /stress/suggest', () => {
  test('divides the word and suggests syllables, the likeliest first', async () => {
    expect(await ask({ word: 'organizacija' })).toMatchObject({
      status: 200,
      body: {
        data: {
          word: 'organizacija',
          syllables: ['or', 'ga', 'ni', 'za', 'ci', 'ja'],
          suggestions: [
            { syllable: 4, source: 'ending', note: 'noun in -ija, comparative in -iji' },
            { syllable: 5, source: 'rule' },
            { syllable: 3, source: 'rule' },
            { syllable: 2, source: 'rule' },
          ],
        },
      },
    });
  });

  test('accepts Cyrillic, the sentence, the offset and the limit', async () => {
    const text = 'Без имена. Њихова имена.';
    const payload = { word: 'имена', text, offset: text.lastIndexOf('имена'), key: 'sr', limit: 1 };
    expect((await ask(payload)).body).toEqual({
      data: {
        word: 'имена',
        syllables: ['и', 'ме', 'на'],
        suggestions: [{ syllable: 2, source: 'sentence', note: 'plural' }],
      },
    });
  });

  test('suggests nothing for a proclitic', async () => {
    expect((await ask({ word: 'na', text: 'Idem na more.' })).body).toEqual({
      data: { word: 'na', syllables: ['na'], suggestions: [] },
    });
  });

  test('asks for credentials', async () => {
    const { app } = rest();
    const answer = await app.inject({ method: 'POST', url: '/stress/suggest', payload: { word: 'kuća' } });
    expect(answer.statusCode).toBe(401);
  });
});
