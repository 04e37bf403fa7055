/** Word error rate. */
import { editDistance } from '../../language/edit-distance.ts';
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
