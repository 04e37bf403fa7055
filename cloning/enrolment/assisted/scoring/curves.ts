/** How a measured figure becomes a score, 0 to 1, and how the scores of sentences become that of a passage. */

/**
 * 1 where there is nothing bad, a half at `half`, and on towards 0. Little is let pass, but not for nothing: of two
 * passages that are good enough the cleaner one is the better.
 */
export function fall(value: number, half: number): number {
  const share = Math.max(0, value) / half;
  return 1 / (1 + share * share * share);
}

/** The largest of `values` from an index up to another, exclusive; -Infinity where there is none. */
export function largest(values: ArrayLike<number>, from: number, to: number): number {
  let most = -Infinity;
  for (let k = Math.max(0, from); k < Math.min(values.length, to); k++) most = Math.max(most, values[k]!);
  return most;
}

/**
 * The smallest of some values; 0 for none. What the best sentence of a take reaches is what the others are held
 * against.
 */
export const leastOf = (values: Iterable<number>): number => {
  const least = Math.min(...values);
  return least === Infinity ? 0 : least;
};

export const worstOf = (scores: readonly number[]): number => scores.reduce((a, b) => Math.min(a, b), 1);
