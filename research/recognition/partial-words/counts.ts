/** What clients had of ongoing speech, compared with its final words. */
import { scoringWords } from '../../../engine/research.ts';

export interface Speech {
  readonly speaker: string;
  /** Mono, 16 kHz, -1 to 1. */
  readonly samples: Float32Array;
  readonly words: readonly { readonly text: string; readonly endMs: number }[];
}

/** The words that a client had at a time. */
export interface Shown {
  /** From the beginning of the recording. */
  readonly atMs: number;
  readonly text: readonly string[];
  /** Those of them that do not change again. */
  readonly stable: readonly string[];
}

export interface Followed {
  readonly shown: readonly Shown[];
  readonly final: readonly string[];
}

export interface Counts {
  words: number;
  /** Words that a later text no longer had at their place in the order. */
  corrected: number;
  /** The same of words that were said not to change, and the number of all such words. */
  unstable: number;
  stable: number;
  /** From the end of a word until it was shown, and until it was stable, in ms. */
  readonly shownMs: number[];
  readonly stableMs: number[];
}

const nothing = (): Counts => ({
  words: 0,
  corrected: 0,
  unstable: 0,
  stable: 0,
  shownMs: [],
  stableMs: [],
});

/** Words of a text that a later one does not have in the same order. */
function lost(before: readonly string[], after: readonly string[]): number {
  let row = new Array<number>(after.length + 1).fill(0);
  for (const word of before) {
    const next = [0];
    for (let j = 0; j < after.length; j++)
      next.push(word === after[j] ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!));
    row = next;
  }
  return before.length - row.at(-1)!;
}

/**
 * Adds a speech to the counts of a name. Times are those of the words up to the first one that was misheard.
 * @param counted by name
 */
export function count(
  counted: Map<string, Counts>,
  name: string,
  { words }: Speech,
  { shown, final }: Followed,
): void {
  const counts = counted.get(name) ?? nothing();
  counted.set(name, counts);
  counts.words += final.length;
  for (const [i, { text }] of shown.entries()) counts.corrected += lost(text, shown[i + 1]?.text ?? final);
  const stable = shown.at(-1)?.stable ?? [];
  counts.stable += stable.length;
  counts.unstable += lost(stable, final);
  const said = words.flatMap(({ text, endMs }) => scoringWords(text).map((word) => ({ word, endMs })));
  const wrong = said.findIndex(({ word }, i) => final[i] !== word);
  for (const [i, { word, endMs }] of said.slice(0, wrong < 0 ? said.length : wrong).entries()) {
    for (const [of, times] of [
      ['text', counts.shownMs],
      ['stable', counts.stableMs],
    ] as const) {
      const first = shown.find((one) => one[of][i] === word);
      if (first) times.push(first.atMs - endMs);
    }
  }
}
