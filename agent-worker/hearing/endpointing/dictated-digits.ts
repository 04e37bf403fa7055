/** Digits as callers dictate them, in any language. */
import { inAnyLanguage, wordsIn } from '../../languages/index.ts';

/** Each word with the digit that it stands for. */
export const DIGIT_VALUES: ReadonlyMap<string, string> = new Map(
  [...inAnyLanguage(({ digitWords }) => [digitWords])].flatMap((list) =>
    wordsIn(list).flatMap((words, value) => words.split('/').map((word) => [word, String(value)] as const)),
  ),
);

/** Before a digit that is said once and meant several times. */
export const REPEATS: Readonly<Record<string, number>> = { double: 2, triple: 3, doble: 2, doppel: 2 };
