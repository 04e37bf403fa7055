/** Word error rate. */
import { editCosts, editDistance } from '../../language/edit-distance.ts';
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

/**
 * The same for the stretch of the reference with the most errors.
 * @param length of the stretch in words; a shorter reference is one stretch
 */
export function worstStretch(reference: string, hypothesis: string, length: number): WordErrors {
  const said = scoringWords(reference);
  const errors = errorsOfWords(said, scoringWords(hypothesis));
  const words = Math.min(length, said.length);
  let sum = errors.slice(0, words).reduce((total, count) => total + count, 0);
  let most = sum;
  for (let end = words; end < errors.length; end++) {
    sum += errors[end]! - errors[end - words]!;
    most = Math.max(most, sum);
  }
  return { errors: most, words };
}

/** The errors of the cheapest alignment at each word. An inserted word counts for the word before it. */
function errorsOfWords(said: readonly string[], heard: readonly string[]): number[] {
  const costs = [...editCosts(said, heard)];
  const errors = said.map(() => 0);
  const count = (word: number): void => {
    if (errors.length > 0) errors[Math.max(0, word)]!++;
  };
  let i = said.length;
  let j = heard.length;
  while (i > 0 || j > 0) {
    const cost = costs[i]![j]!;
    const isSame = i > 0 && j > 0 && said[i - 1] === heard[j - 1];
    if (isSame && cost === costs[i - 1]![j - 1]!) {
      i--;
      j--;
    } else if (i > 0 && j > 0 && cost === costs[i - 1]![j - 1]! + 1) {
      count(--i);
      j--;
    } else if (i > 0 && cost === costs[i - 1]![j]! + 1) count(--i);
    else {
      count(i - 1);
      j--;
    }
  }
  return errors;
}
