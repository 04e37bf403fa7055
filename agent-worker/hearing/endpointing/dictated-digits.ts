/** Digits as callers dictate them, in any language. */
import { inAnyLanguage, wordsIn } from '../../languages/index.ts';

/** The words for digits of some languages, with their digits. @param lists `digitWords` of each */
export const digitValues = (lists: Iterable<string>): ReadonlyMap<string, string> =>
  new Map(
    [...lists].flatMap((list) =>
      wordsIn(list).flatMap((words, value) => words.split('/').map((word) => [word, String(value)] as const)),
    ),
  );

/** Digit words of all languages. */
export const DIGIT_VALUES = digitValues(inAnyLanguage(({ digitWords }) => [digitWords]));

/** Words that recognisers write for English digits. */
export const DIGIT_SOUNDS: Readonly<Record<string, string>> = {
  o: '0',
  won: '1',
  to: '2',
  too: '2',
  for: '4',
  fore: '4',
  ate: '8',
};

/** Words before a digit that is said once and counts several times. */
export const REPEATS: Readonly<Record<string, number>> = { double: 2, triple: 3, doble: 2, doppel: 2 };
