import { describe, expect, it } from 'vitest';
import { validateIpa } from '../../validate.ts';
import { findOccurrence } from '../occurrence.ts';
import { chooseReading } from './choose.ts';
import { contextOf } from './context.ts';
import { GOLDEN_ENGLISH } from './golden-english.ts';
import { heteronymsOf } from './index.ts';
import { UNSEEN_ENGLISH } from './unseen-english.ts';

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
    const wrong = UNSEEN_ENGLISH.filter(
      ([sentence, word, ipa]) => canonical(readingIn(sentence, word).readings[0]?.ipa) !== canonical(ipa),
    );
    console.log(
      `heteronyms: ${UNSEEN_ENGLISH.length - wrong.length} of ${UNSEEN_ENGLISH.length} unseen sentences`,
    );
    expect(wrong.length / UNSEEN_ENGLISH.length).toBeLessThanOrEqual(0.1);
  });
});
