import { beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../languages.ts';
import { analyse } from '../../text/analyse.ts';
import { Espeak } from '../espeak.ts';
import { inventory } from '../inventory/index.ts';
import { parseIpa } from '../ipa.ts';
import { applyLexicon, isOneWord } from '../lexicon.ts';
import { spokenPhonemes } from '../spoken-phonemes.ts';
import { loansOf } from './index.ts';

let espeak: Espeak;
beforeAll(async () => {
  espeak = await Espeak.load();
});

/** The phonemes without stress and length. */
const plain = (phonemes: readonly { readonly ipa: string }[]): string =>
  phonemes.map(({ ipa }) => ipa.replace(/[ˈˌ]/gu, '')).join('');

describe.each(LANGUAGES)('names and loans in %s', (lang) => {
  const entries = Object.entries(loansOf(lang));

  test('are words of the language, in its sounds', () => {
    expect(entries.length).toBeGreaterThan(3);
    for (const [word, ipa] of entries) {
      expect(isOneWord(word, lang), word).toBe(true);
      expect(parseIpa(ipa, lang).valid, `${word} ${ipa}`).toBe(true);
    }
  });

  test('are listed because espeak-ng reads them otherwise', () => {
    for (const [word, ipa] of entries) {
      const heard = espeak.phonemizeWord(word, inventory(lang).espeakVoice);
      const said = spokenPhonemes(parseIpa(ipa, lang).phonemes);
      const [heardIpa, saidIpa] = [heard, said].map((phonemes) =>
        phonemes.map((phoneme) => phoneme.ipa).join(''),
      );
      expect(saidIpa, `${word}: ${plain(heard)}`).not.toBe(heardIpa);
    }
  });
});

test('a name counts in any case and as a genitive, unless an owner has another reading', () => {
  const text = 'GOETHE and Goethe’s friend';
  const tokens = analyse([{ kind: 'text', text, span: { start: 0, end: text.length } }], 'en', text);
  const own = applyLexicon(tokens, { friend: 'ˈfɹiː' }, 'en');
  const ipas = applyLexicon(own, { ...loansOf('en'), friend: 'ˈx' }, 'en').map((token) =>
    token.kind === 'word' ? token.ipa : null,
  );
  expect(ipas).toEqual(['ˈɡɜːtə', null, 'ˈɡɜːtəz', 'ˈfɹiː']);
});
