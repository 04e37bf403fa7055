import { beforeAll, describe, expect, it } from 'vitest';
import { Espeak } from '../../language/pronunciation/espeak.ts';
import type { ReadWithEspeak } from '../../language/pronunciation/suggest/suggest.ts';
import { readWords } from '../lanes/read-words.ts';
import { readText } from './read-text.ts';
import { textPhonemes } from './text-phonemes.ts';

let read: ReadWithEspeak;
beforeAll(async () => {
  const espeak = await Espeak.load();
  read = async (readings, lang) => readWords({ kind: 'read', readings, lang }, espeak);
});

describe('the phonemes of a text', () => {
  it('are those of the words that are read out, one entry for each', async () => {
    const text = 'It costs $5. Wir sehen 14:30.';
    const phonemes = await textPhonemes(text, 'de', read);
    expect(phonemes).toHaveLength(readText(text, 'de').words.length);
    expect(phonemes[2]).toMatch(/^fˈʏnf/u);
  });

  it('of a tag are its own, and of a language without an inventory none', async () => {
    expect(await textPhonemes('a <phoneme:təˈmeɪtoʊ>tomato</phoneme>', 'en', read)).toEqual([
      expect.any(String),
      'təˈmeɪtoʊ',
    ]);
    expect(await textPhonemes('hej du', 'sv', read)).toEqual([null, null]);
  });
});
