import { beforeAll, describe, expect } from 'vitest';
import { DICTIONARY_FOLDER, testWithDictionary } from '../../../engine/testing/dictionary.ts';
import { isLongForm } from '../../../test/kit/long-form.ts';
import { editDistance } from '../../edit-distance.ts';
import { analyse } from '../../text/analyse.ts';
import { Espeak } from '../espeak.ts';
import { pronounce } from '../pronounce.ts';
import { readBySentence } from '../sentence-readings.ts';
import { heteronymsOf } from '../suggest/heteronyms/index.ts';
import { GOLDEN_ENGLISH } from '../suggest/heteronyms/testing/golden-english.ts';
import { UNSEEN_ENGLISH } from '../suggest/heteronyms/testing/unseen-english.ts';
import { Dictionaries } from './dictionaries.ts';
import { readByDictionary } from './read-by-dictionary.ts';

let espeak: Espeak;
const dictionaries = new Dictionaries(DICTIONARY_FOLDER);
beforeAll(async () => {
  espeak = await Espeak.load();
});

/** Returns the pronunciation of a word of a text. */
async function said(text: string, word: string, voice: string): Promise<string> {
  const segment = { kind: 'text', text, span: { start: 0, end: text.length } } as const;
  const plain = pronounce(analyse([segment], 'en', text), voice, espeak, () => []);
  const inSentence = readBySentence(plain, { key: 'en', espeakVoice: voice, source: text });
  const dictionary = await dictionaries.for(voice);
  const read = dictionary === null ? inSentence : readByDictionary(inSentence, dictionary, text);
  const found = read.find(
    (token) => token.kind === 'word' && token.word.unit.toLowerCase() === word.toLowerCase(),
  );
  return found?.kind === 'word' ? found.phonemes.map(({ ipa }) => ipa).join('') : '';
}

/** Returns it without differences of accent, with the stress mark before the vowel. */
const coarse = (ipa: string): string[] => [
  ...ipa
    .replace(/[ˌː.ɹ]|\u0329/gu, '')
    .replace(/[əo]ʊ/gu, 'o')
    .replace(/ɒ/gu, 'ɑ')
    .replace(/a(?![ɪʊ])/gu, 'æ')
    .replace(/ɾ/gu, 't')
    .replace(/[ɪᵻɐɚ]/gu, 'ə')
    .replace(/ˈ([^aeiouæɑəɛɜʊʌɔ]*)/gu, '$1ˈ'),
];

describe.each(['en-us', 'en-gb'])('of %s', (voice) => {
  testWithDictionary('the heteronyms are right in 19 of 20 sentences', async () => {
    const table = heteronymsOf('en')!.words;
    const isWhole = isLongForm || voice === 'en-us';
    const all = [...GOLDEN_ENGLISH, ...UNSEEN_ENGLISH].filter((_, i) => isWhole || i % 4 === 0);
    const wrong: string[] = [];
    for (const [sentence, word, ipa] of all) {
      const own = coarse(await said(sentence, word, voice));
      const distance = (reading: string): number => editDistance(coarse(reading), own);
      const others = (table.get(word.toLowerCase()) ?? []).filter((reading) => reading.ipa !== ipa);
      if (others.some((other) => distance(other.ipa) < distance(ipa))) wrong.push(`${word}: ${sentence}`);
    }
    console.log(
      `heteronyms of ${voice}: ${all.length - wrong.length} of ${all.length}; not ${wrong.join(' ')}`,
    );
    expect(wrong.length / all.length).toBeLessThanOrEqual(0.05);
  });
});

describe('names and loans', () => {
  testWithDictionary.each([
    ['en-us', 'Leicester', 'lˈɛstɚ'],
    ['en-gb', 'Leicester', 'lˈɛstə'],
    ['en-us', 'croissant', 'kɹwˌɑːsˈɑːnt'],
    ['en-us', 'Lotito', 'loʊtˈiːɾoʊ'],
  ])('%s %s is %s', async (voice, word, ipa) => {
    expect(await said(`We saw ${word} there.`, word, voice)).toBe(ipa);
  });
});
