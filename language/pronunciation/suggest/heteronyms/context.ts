import type { Occurrence } from '../occurrence.ts';

/**
 * A word with its context, as the input of rules. All words are in lower case with straight apostrophes; punctuation
 * marks are tokens, too.
 */
export interface Context {
  /** The tokens before it in its sentence, the nearest first. */
  readonly before: readonly string[];
  /** The tokens after it in its sentence, the nearest first. */
  readonly after: readonly string[];
  /** All other words of its clause, between commas. */
  readonly clause: ReadonlySet<string>;
  /** All other words of its sentence. */
  readonly sentence: ReadonlySet<string>;
  /** All words near it, including those of other sentences. */
  readonly around: ReadonlySet<string>;
  /** The word as written. */
  readonly written: string;
}

const TOKEN = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|[,;:.!?()—–"“”]/gu;

/** A token that is not a word. */
export const MARK = /^[,;:.!?()—–"“”]$/u;

export function contextOf({ sentence, start, end, around }: Occurrence): Context {
  const before = tokensOf(sentence.slice(0, start)).reverse();
  const after = tokensOf(sentence.slice(end));
  return {
    before,
    after,
    clause: new Set([...untilMark(before), ...untilMark(after)]),
    sentence: new Set([...before, ...after]),
    around: new Set(tokensOf(around)),
    written: sentence.slice(start, end),
  };
}

const tokensOf = (text: string): string[] =>
  Array.from(text.matchAll(TOKEN), ([token]) => token.toLowerCase().replaceAll('’', "'"));

function untilMark(tokens: readonly string[]): readonly string[] {
  const mark = tokens.findIndex((token) => MARK.test(token));
  return mark < 0 ? tokens : tokens.slice(0, mark);
}
