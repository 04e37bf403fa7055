import { dot } from '../../../engine/research.ts';

/** Returns the unit vectors along which rows differ most, with the variance along each (orthogonal iteration). */
export function covarianceAxes(
  rows: readonly ArrayLike<number>[],
  count: number,
): {
  readonly mean: Float64Array;
  readonly axes: readonly Float64Array[];
  readonly variances: readonly number[];
} {
  const size = rows[0]?.length ?? 0;
  const mean = Float64Array.from(
    { length: size },
    (_, i) => rows.reduce((sum, row) => sum + row[i]!, 0) / rows.length,
  );
  const centred = rows.map((row) => Float64Array.from(mean, (value, i) => row[i]! - value));
  let axes: Float64Array[] = Array.from({ length: count }, (_, k) =>
    Float64Array.from({ length: size }, (_, i) => Math.cos((k + 1) * (i + 0.5)) + (i === k ? 1 : 0)),
  );
  let variances: number[] = [];
  for (let round = 0; round < 60; round++) {
    axes = orthonormal(axes.map((axis) => covarianceTimes(centred, axis)));
    variances = axes.map((axis) => dot(axis, covarianceTimes(centred, axis)));
  }
  const order = variances.map((_, k) => k).sort((a, b) => variances[b]! - variances[a]!);
  return { mean, axes: order.map((k) => axes[k]!), variances: order.map((k) => variances[k]!) };
}

function covarianceTimes(rows: readonly Float64Array[], axis: Float64Array): Float64Array {
  const result = new Float64Array(axis.length);
  for (const row of rows) {
    const along = dot(row, axis) / rows.length;
    for (let i = 0; i < result.length; i++) result[i]! += along * row[i]!;
  }
  return result;
}

function orthonormal(vectors: readonly Float64Array[]): Float64Array[] {
  const result: Float64Array[] = [];
  for (const vector of vectors) {
    const rest = Float64Array.from(vector);
    for (const other of result) {
      const along = dot(rest, other);
      for (let i = 0; i < rest.length; i++) rest[i]! -= along * other[i]!;
    }
    const length = Math.sqrt(dot(rest, rest)) || 1;
    result.push(rest.map((value) => value / length));
  }
  return result;
}
