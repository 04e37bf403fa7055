/**
 * The regression that predicts the statistics of norms: ridge regression in its dual form (there are more features than
 * utterances), reduced to the main directions of the fitted values (reduced-rank regression: Izenman, 1975).
 */
import { cholesky, LEAST_VARIANCE, solveLower, solveUpper } from '../../engine/research.ts';
import { eigenpairs } from './eigen.ts';
import type { Observation } from './observations.ts';

/** Regularisation of the weights. */
const PENALTY = 60;
/** Weight of errors of means, with those of deviations as 1: they are less audible. */
const MEANS_WEIGHT = 0.6;
/** Utterances are weighted by their length up to this bound, since statistics of little sound are noisy. */
const MOST_FRAMES = 200;
const FRAMES_OF_WEIGHT_ONE = 100;

export interface Fit {
  readonly rank: number;
  /** [features, rank], for unscaled features. */
  readonly features: Float64Array;
  readonly offset: Float64Array;
  /** [statistics, rank]; columns are orthonormal. */
  readonly directions: Float64Array;
  /** Standard deviation of the projections of utterances on each direction. */
  readonly strengths: Float64Array;
  /** For every statistic, weighted. */
  readonly averages: Float64Array;
  /** Unit of every channel's mean: its typical deviation, divided by the weight of means. */
  readonly deviations: Float64Array;
  /** Standard deviations of the features. */
  readonly spreads: Float64Array;
}

/** Returns the regression targets: means in multiples of `deviations`, then logarithms of deviations. */
export function statisticsOf({ means, variances }: Observation, deviations: Float64Array): Float64Array {
  const channels = means.length;
  const statistics = new Float64Array(2 * channels);
  for (let i = 0; i < channels; i++) {
    statistics[i] = means[i]! / deviations[i]!;
    statistics[channels + i] = Math.log(variances[i]! + LEAST_VARIANCE) / 2;
  }
  return statistics;
}

/**
 * @param observations at least two
 * @param rank upper bound; with few observations it is lower
 */
export function fitRegression(observations: readonly Observation[], rank: number): Fit {
  const n = observations.length;
  const deviations = typicalDeviations(observations);
  const weights = observations.map(({ frames }) => Math.min(frames, MOST_FRAMES) / FRAMES_OF_WEIGHT_ONE);
  const roots = weights.map(Math.sqrt);

  const known = observations.map((observation) => observation.known);
  const middles = average(
    known,
    known.map(() => 1),
  );
  const spreads = average(
    known.map((row) => row.map((value, i) => (value - middles[i]!) ** 2)),
    known.map(() => 1),
  );
  for (let i = 0; i < spreads.length; i++) spreads[i] = Math.sqrt(spreads[i]!) + 1e-6;
  const z = known.map((row, k) => row.map((value, i) => ((value - middles[i]!) / spreads[i]!) * roots[k]!));

  const statistics = observations.map((observation) => statisticsOf(observation, deviations));
  const averages = average(statistics, weights);
  const y = statistics.map((row, k) => row.map((value, i) => (value - averages[i]!) * roots[k]!));

  // With K = zzᵀ, the fitted values are Hy for H = K(K + λ)⁻¹ = 1 - λ(K + λ)⁻¹.
  const inverse = inverseOf(gram(z), n);
  const h = inverse.map((value, i) => (i % (n + 1) === 0 ? 1 : 0) - PENALTY * value);
  const c = gram(y);
  const pairs = eigenpairs(product(product(h, c, n), h, n), n).slice(0, Math.min(rank, n - 1));
  const kept = pairs.filter(({ value }) => value > 1e-9 * pairs[0]!.value);

  const directions = new Float64Array(averages.length * kept.length);
  const features = new Float64Array(middles.length * kept.length);
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  const strengths = Float64Array.from(kept, ({ value }) => Math.sqrt(value / totalWeight));
  for (const [k, { value, vector }] of kept.entries()) {
    // The direction yᵀHu/s, and the weights zᵀ(K + λ)⁻¹y times it.
    const mixed = times(h, vector).map((each) => each / Math.sqrt(value));
    const inner = times(inverse, times(c, mixed));
    addColumn(directions, combined(y, mixed), k, kept.length);
    addColumn(
      features,
      combined(z, inner).map((each, i) => each / spreads[i]!),
      k,
      kept.length,
    );
  }
  const offset = new Float64Array(kept.length);
  for (let i = 0; i < middles.length; i++) {
    for (let k = 0; k < kept.length; k++) offset[k]! -= middles[i]! * features[i * kept.length + k]!;
  }
  return { rank: kept.length, features, offset, directions, strengths, averages, deviations, spreads };
}

function typicalDeviations(observations: readonly Observation[]): Float64Array {
  const sums = new Float64Array(observations[0]!.variances.length);
  for (const { variances } of observations) for (const [i, value] of variances.entries()) sums[i]! += value;
  return sums.map((sum) => Math.sqrt(sum / observations.length + LEAST_VARIANCE ** 2) / MEANS_WEIGHT);
}

function average(rows: readonly Float64Array[], weights: readonly number[]): Float64Array {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return combined(
    rows,
    Float64Array.from(weights, (weight) => weight / total),
  );
}

/** The sum of the rows, each times its factor. */
function combined(rows: readonly Float64Array[], factors: Float64Array): Float64Array {
  const sum = new Float64Array(rows[0]!.length);
  for (const [k, row] of rows.entries()) {
    const factor = factors[k]!;
    for (let i = 0; i < sum.length; i++) sum[i]! += factor * row[i]!;
  }
  return sum;
}

/** The Gram matrix of the rows. */
function gram(rows: readonly Float64Array[]): Float64Array {
  const n = rows.length;
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const a = rows[i]!;
      const b = rows[j]!;
      let sum = 0;
      for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
      out[i * n + j] = sum;
      out[j * n + i] = sum;
    }
  }
  return out;
}

/** Returns (K + λ)⁻¹. */
function inverseOf(k: Float64Array, n: number): Float64Array {
  const l = cholesky(
    k.map((value, i) => (i % (n + 1) === 0 ? value + PENALTY : value)),
    n,
  );
  const inverse = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    const column = inverse.subarray(i * n, (i + 1) * n);
    column[i] = 1;
    solveLower(l, n, column);
    solveUpper(l, n, column);
  }
  return inverse;
}

function product(a: Float64Array, b: Float64Array, n: number): Float64Array {
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      const factor = a[i * n + k]!;
      for (let j = 0; j < n; j++) out[i * n + j]! += factor * b[k * n + j]!;
    }
  }
  return out;
}

function times(matrix: Float64Array, vector: Float64Array): Float64Array {
  const n = vector.length;
  return vector.map((_, i) => {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += matrix[i * n + k]! * vector[k]!;
    return sum;
  });
}

function addColumn(matrix: Float64Array, column: Float64Array, k: number, columns: number): void {
  for (const [i, value] of column.entries()) matrix[i * columns + k] = value;
}
