/** Word error rate: how far a recogniser's text is from what was said. */
import { scoringWords } from './scoring-words.ts';

export interface WordErrors {
  /** Substitutions, deletions and insertions in the cheapest alignment. */
  readonly errors: number;
  /** Words of the reference. The word error rate of several utterances is the sum of errors over the sum of words. */
  readonly words: number;
}

/**
 * Counts the word errors of `hypothesis`, after making both texts comparable with `scoringWords`: writing "21" for
 * "twenty-one" is not an error. Levenshtein distance over words, counted like NIST's sclite with equal weights.
 */
export function wordErrors(reference: string, hypothesis: string): WordErrors {
  const said = scoringWords(reference);
  const heard = scoringWords(hypothesis);
  return { errors: editDistance(said, heard), words: said.length };
}

/** Levenshtein distance: insertions, deletions and substitutions that make one list of another. */
export function editDistance(a: readonly string[], b: readonly string[]): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(substitution, previous[j]! + 1, row[j - 1]! + 1));
    }
    previous = row;
  }
  return previous[b.length]!;
}
