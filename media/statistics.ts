/**
 * Means and quantiles of lists of numbers. There are several common rules for a quantile that falls between two values;
 * thresholds in this project were measured with the rule they use, so one must not be exchanged for another.
 */

/** The arithmetic mean; 0 for no values. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / Math.max(1, values.length);
}

/**
 * The smallest value above the given share of all values: the one at index floor(share · n) in ascending order. With a
 * share of 0.5 it is the median, the upper one of the two in the middle.
 * @param share 0 to 1
 * @param none what is returned for no values
 */
export function quantileFloor(values: ArrayLike<number>, share: number, none = Number.NaN): number {
  return inOrder(values, Math.min(values.length - 1, Math.floor(share * values.length))) ?? none;
}

/** As `quantileFloor`, but the value at index floor(share · (n − 1)): "lower" in numpy's terms. */
export function quantileLower(values: ArrayLike<number>, share: number, none = Number.NaN): number {
  return inOrder(values, Math.floor(share * (values.length - 1))) ?? none;
}

/**
 * As `quantileFloor`, but the value nearest to place share · (n − 1), the upper one of two: "nearest" in numpy's terms.
 */
export function quantileNearest(values: ArrayLike<number>, share: number, none = Number.NaN): number {
  return inOrder(values, Math.round(share * (values.length - 1))) ?? none;
}

/** The value at an index in ascending order; undefined if there is none. */
const inOrder = (values: ArrayLike<number>, index: number): number | undefined =>
  selectInPlace(new Float64Array(values), index);

/**
 * The value that would stand at an index if all were sorted, found without sorting (C. A. R. Hoare, "Algorithm 65:
 * find", 1961). Changes the order of the values.
 */
export function selectInPlace(values: Float32Array | Float64Array, index: number): number | undefined {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1]!;
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (values[j]! > pivot) j--;
      if (i <= j) {
        const swap = values[i]!;
        values[i] = values[j]!;
        values[j] = swap;
        i++;
        j--;
      }
    }
    if (index <= j) high = j;
    else if (index >= i) low = i;
    else break;
  }
  return values[index];
}
