import type { Occurrence } from '../occurrence.ts';

/** A word in its sentence, as rules look at it. All words lower case with plain apostrophes; marks are tokens, too. */
export interface Context {
  /** The tokens before it in its sentence, the nearest first. */
  readonly before: readonly string[];
  /** The tokens after it, nearest first. */
  readonly after: readonly string[];
  /** All words of its clause, between commas, but itself. */
  readonly clause: ReadonlySet<string>;
  /** All words of its sentence but itself. */
  readonly sentence: ReadonlySet<string>;
  /** All words near it, those of other sentences included. */
  readonly around: ReadonlySet<string>;
  /** The word as written. */
  readonly written: string;
}

const TOKEN = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|[,;:.!?()—–"“”]/gu;

/** A token that is no word. */
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
