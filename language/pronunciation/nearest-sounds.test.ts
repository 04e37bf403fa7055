import { beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '../languages.ts';
import { Espeak } from './espeak.ts';
import { inventory } from './inventory/index.ts';
import { nearestSounds } from './nearest-sounds.ts';

let espeak: Espeak;
beforeAll(async () => {
  espeak = await Espeak.load();
});

const ipaOf = (phonemes: readonly { readonly ipa: string }[]): string =>
  phonemes.map(({ ipa }) => ipa).join('');

test('a French word is said in English sounds, nasal vowels with an n', () => {
  const french = espeak.phonemizeWord('bonjour', 'fr-fr');
  expect(ipaOf(french)).toMatch(/ʁ/u);
  expect(ipaOf(nearestSounds(french, 'en'))).toMatch(/^b.ːnʒˈ?u?.*ɹ$/u);
});

test('every word of every language is heard in the sounds of every other, with its words and stress', () => {
  const words = ['Aachen', 'Eyjafjallajökull', 'château', 'शांति', 'жизнь', '사랑', 'thoughtful', 'gnocchi'];
  const voices = [...LANGUAGES.map((lang) => inventory(lang).espeakVoice), 'sv', 'ar', 'cmn'];
  for (const key of LANGUAGES) {
    const own = new Set(
      inventory(key).symbols.flatMap(({ espeakIpa, stressed, betweenVowelsIpa, initialIpa }) => [
        espeakIpa,
        stressed?.espeakIpa,
        betweenVowelsIpa,
        initialIpa,
      ]),
    );
    for (const voice of voices) {
      for (const word of words) {
        const foreign = espeak.phonemizeWord(word, voice);
        const near = nearestSounds(foreign, key);
        if (foreign.some(({ ipa }) => /\p{L}/u.test(ipa)))
          expect(near.length, `${word} ${voice} ${key}`).toBeGreaterThan(0);
        for (const { ipa, language } of near) {
          expect(own, `${word} ${voice} ${key}`).toContain(ipa.replace(/[ˈˌ]/gu, ''));
          expect(language).toBeUndefined();
        }
        expect(near.filter(({ startsGroup }) => startsGroup).length).toBeLessThanOrEqual(
          Math.max(1, foreign.filter(({ startsGroup }) => startsGroup).length),
        );
      }
    }
  }
});
