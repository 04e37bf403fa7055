/** Order statistics of small samples. */

/**
 * Returns the value below which `p` percent of the values lie, interpolated linearly between neighbours (definition 7
 * of Hyndman and Fan, 1996; the default of NumPy and R).
 * @param values in any order, finite
 * @param p from 0 (the least) to 100 (the greatest)
 * @returns NaN when there are no values
 */
export function percentile(values: readonly number[], p: number): number {
  if (!(p >= 0 && p <= 100)) throw new RangeError(`a percentile is from 0 to 100, not ${p}`);
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const position = ((sorted.length - 1) * p) / 100;
  const below = Math.floor(position);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (high - low) * (position - below);
}

export const median = (values: readonly number[]): number => percentile(values, 50);

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The statistics of measurements that a report stores. */
export interface Summary {
  readonly count: number;
  readonly p5: number;
  readonly median: number;
  readonly p95: number;
}

export function summary(values: readonly number[]): Summary {
  return {
    count: values.length,
    p5: percentile(values, 5),
    median: median(values),
    p95: percentile(values, 95),
  };
}
