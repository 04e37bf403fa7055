/**
 * Means and quantiles of lists of numbers. There are several common rules for a quantile that falls between two values;
 * thresholds in this project were measured with the rule they use, so one must not be exchanged for another.
 */

/** The arithmetic mean; 0 for no values. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/**
 * The value that at least the given share of all values do not exceed, and which is no part of that share: the one at
 * index floor(share · n) in ascending order. With a share of 0.5 it is the median, the upper one of the two in the
 * middle.
 * @param share 0 to 1
 * @param none what is returned for no values
 */
export function quantileFloor(values: ArrayLike<number>, share: number, none = Number.NaN): number {
  const sorted = ascending(values);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? none;
}

/** As `quantileFloor`, but the value at index floor(share · (n − 1)): "lower" in numpy's terms. */
export function quantileLower(values: ArrayLike<number>, share: number, none = Number.NaN): number {
  const sorted = ascending(values);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? none;
}

/**
 * As `quantileFloor`, but the value nearest to place share · (n − 1), the upper one of two: "nearest" in numpy's terms.
 */
export function quantileNearest(values: ArrayLike<number>, share: number, none = Number.NaN): number {
  const sorted = ascending(values);
  return sorted[Math.round(share * (sorted.length - 1))] ?? none;
}

const ascending = (values: ArrayLike<number>): Float64Array => new Float64Array(values).sort();
