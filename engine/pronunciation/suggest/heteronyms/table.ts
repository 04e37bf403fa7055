import type { Heteronym, Reading } from './types.ts';

/** What speaks for a reading, each a list of words with spaces between them. */
export interface Cues {
  readonly before?: string;
  readonly after?: string;
  readonly near?: string;
  readonly capital?: boolean;
}

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** A reading as the tables write it. @param ipa in the inventory of the language */
export function reading(ipa: string, note: string, { before, after, near, capital }: Cues = {}): Reading {
  return {
    ipa,
    note,
    ...(before !== undefined && { before: words(before) }),
    ...(after !== undefined && { after: words(after) }),
    ...(near !== undefined && { near: words(near) }),
    ...(capital !== undefined && { capital }),
  };
}

/** Several words with the same two readings: each line has a word and how it is said in one and in the other. */
export function pairs(
  lines: string,
  first: readonly [note: string, cues: Cues],
  second: readonly [note: string, cues: Cues],
): Record<string, Heteronym> {
  const rows = lines.trim().split('\n').map(words);
  return Object.fromEntries(
    rows.map(([word = '', one = '', other = '']) => [
      word,
      [reading(one, ...first), reading(other, ...second)],
    ]),
  );
}
