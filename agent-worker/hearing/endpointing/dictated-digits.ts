/** Digits as callers dictate them, in any language. */
import { inAnyLanguage, wordsIn } from '../../languages/index.ts';

/** Digit words with their digits. */
export const DIGIT_VALUES: ReadonlyMap<string, string> = new Map(
  [...inAnyLanguage(({ digitWords }) => [digitWords])].flatMap((list) =>
    wordsIn(list).flatMap((words, value) => words.split('/').map((word) => [word, String(value)] as const)),
  ),
);

/** Words before a digit that is said once and counts several times. */
export const REPEATS: Readonly<Record<string, number>> = { double: 2, triple: 3, doble: 2, doppel: 2 };
