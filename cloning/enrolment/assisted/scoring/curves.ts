/** Maps measurements to scores, 0 to 1, and the scores of sentences to that of a passage. */

/**
 * 1 without a defect, a half at `half`, and towards 0 beyond. Small values already lower the score, so that of two
 * acceptable passages the cleaner one wins.
 */
export function fall(value: number, half: number): number {
  const share = Math.max(0, value) / half;
  return 1 / (1 + share * share * share);
}

/** The largest of `values` in a range of indices, the end exclusive; -Infinity if the range is empty. */
export function largest(values: ArrayLike<number>, from: number, to: number): number {
  let most = -Infinity;
  for (let k = Math.max(0, from); k < Math.min(values.length, to); k++) most = Math.max(most, values[k]!);
  return most;
}

/** The smallest value; 0 for none. It belongs to the best sentence of a take, with which the others are compared. */
export const leastOf = (values: Iterable<number>): number => {
  const least = Math.min(...values);
  return least === Infinity ? 0 : least;
};

export const worstOf = (scores: readonly number[]): number => scores.reduce((a, b) => Math.min(a, b), 1);
