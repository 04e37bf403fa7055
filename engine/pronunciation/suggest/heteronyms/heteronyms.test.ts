import { describe, expect, it } from 'vitest';
import { validateIpa } from '../../validate.ts';
import { findOccurrence } from '../occurrence.ts';
import { chooseReading } from './choose.ts';
import { contextOf } from './context.ts';
import { GOLDEN_ENGLISH } from './golden-english.ts';
import { LATER_ENGLISH } from './golden-english-later.ts';
import { heteronymsOf } from './index.ts';

const english = heteronymsOf('en')!;

function readingIn(sentence: string, word: string) {
  const occurrence = findOccurrence(word, sentence, null);
  const heteronym = english.words.get(word.toLowerCase());
  if (!occurrence || !heteronym) throw new Error(`"${word}" is not known`);
  return chooseReading(heteronym, contextOf(occurrence), english.classes);
}

describe('English heteronyms', () => {
  it('are valid, and their readings differ', () => {
    for (const [word, readings] of english.words) {
      const spelled = readings.map(({ ipa }) => validateIpa(ipa, 'en'));
      expect(
        spelled.filter(({ valid }) => !valid),
        word,
      ).toEqual([]);
      expect(new Set(spelled.map(({ ipa }) => ipa)).size, word).toBe(readings.length);
      expect(readings.length, word).toBeGreaterThan(1);
    }
  });

  it.each(GOLDEN_ENGLISH)('%s (%s: %s)', (sentence, word, ipa) => {
    const { readings } = readingIn(sentence, word);
    const [best] = readings;
    expect(validateIpa(best?.ipa ?? '', 'en').ipa).toBe(validateIpa(ipa, 'en').ipa);
  });

  it('are right in nine of ten sentences that the rules were not made from', () => {
    const canonical = (ipa: string | undefined) => validateIpa(ipa ?? '', 'en').ipa;
    const wrong = LATER_ENGLISH.filter(
      ([sentence, word, ipa]) => canonical(readingIn(sentence, word).readings[0]?.ipa) !== canonical(ipa),
    );
    console.log(
      `heteronyms: ${LATER_ENGLISH.length - wrong.length} of ${LATER_ENGLISH.length} unseen sentences`,
    );
    expect(wrong.length / LATER_ENGLISH.length).toBeLessThan(0.1);
  });
});
