/**
 * Interpolation of missing samples: the values with the least prediction error under an autoregressive model of the
 * sound (A. J. E. M. Janssen, R. N. J. Veldhuis and L. B. Vries, "Adaptive interpolation of discrete-time signals that
 * can be modeled as autoregressive processes", IEEE TASSP 34(2), 1986).
 */

/**
 * Share of the power that is added to the power, which keeps the equations solvable if a sound can be predicted
 * exactly.
 */
const WHITENING = 1e-7;

/**
 * The prediction error filter of a sound, by the autocorrelation method (Levinson and Durbin) under a Hann window.
 * @returns order + 1 coefficients, the first 1; null for silence
 */
export function predictionErrorFilter(samples: Float64Array, order: number): Float64Array | null {
  const length = samples.length;
  const windowed = samples.map((x, n) => x * (0.5 - 0.5 * Math.cos((2 * Math.PI * (n + 0.5)) / length)));
  const correlation = new Float64Array(order + 1);
  for (let lag = 0; lag <= order; lag++) {
    let sum = 0;
    for (let n = lag; n < length; n++) sum += windowed[n]! * windowed[n - lag]!;
    correlation[lag] = sum;
  }
  if (!(correlation[0]! > 0)) return null;
  correlation[0]! *= 1 + WHITENING;
  const filter = new Float64Array(order + 1);
  const before = new Float64Array(order + 1);
  filter[0] = 1;
  let error = correlation[0]!;
  for (let m = 1; m <= order; m++) {
    let sum = 0;
    for (let k = 0; k < m; k++) sum += filter[k]! * correlation[m - k]!;
    const reflection = -sum / error;
    before.set(filter);
    for (let k = 1; k <= m; k++) filter[k] = before[k]! + reflection * before[m - k]!;
    error *= 1 - reflection * reflection;
    if (!(error > 0)) break;
  }
  return filter;
}

/**
 * Replaces missing samples by those with the least prediction error; all others are unchanged.
 * @param samples changed in place
 * @param missing indices of the missing samples, ascending
 */
export function interpolate(samples: Float64Array, missing: readonly number[], filter: Float64Array): void {
  const order = filter.length - 1;
  const coupling = new Float64Array(order + 1);
  for (let lag = 0; lag <= order; lag++) {
    for (let k = 0; k + lag <= order; k++) coupling[lag]! += filter[k]! * filter[k + lag]!;
  }
  coupling[0]! *= 1 + WHITENING;
  for (const index of missing) samples[index] = 0;
  const wanted = Float64Array.from(missing, (index) => {
    let sum = 0;
    for (let lag = -order; lag <= order; lag++) sum += coupling[Math.abs(lag)]! * (samples[index + lag] ?? 0);
    return -sum;
  });
  solveBanded(missing, coupling, wanted);
  for (let i = 0; i < missing.length; i++) samples[missing[i]!] = wanted[i]!;
}

/**
 * Solves the symmetric positive definite band system, in which the coefficient of two samples is the coupling at their
 * distance, by a Cholesky decomposition of the same bandwidth.
 * @param wanted the right-hand side; becomes the solution
 */
function solveBanded(indices: readonly number[], coupling: Float64Array, wanted: Float64Array): void {
  const size = indices.length;
  const order = coupling.length - 1;
  const width = Math.min(order, size - 1) + 1;
  // Row i holds columns i - width + 1 to i.
  const factor = new Float64Array(size * width);
  const firsts = new Int32Array(size);
  for (let i = 0, first = 0; i < size; i++) {
    while (indices[i]! - indices[first]! > order) first++;
    firsts[i] = first;
    const row = i * width - i + width - 1;
    for (let j = first; j <= i; j++) {
      const other = j * width - j + width - 1;
      let sum = coupling[indices[i]! - indices[j]!]!;
      for (let k = Math.max(first, firsts[j]!); k < j; k++) sum -= factor[row + k]! * factor[other + k]!;
      factor[row + j] = i === j ? Math.sqrt(Math.max(sum, Number.MIN_VALUE)) : sum / factor[other + j]!;
    }
    let value = wanted[i]!;
    for (let k = first; k < i; k++) value -= factor[row + k]! * wanted[k]!;
    wanted[i] = value / factor[row + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    const row = i * width - i + width - 1;
    wanted[i]! /= factor[row + i]!;
    for (let k = firsts[i]!; k < i; k++) wanted[k]! -= factor[row + k]! * wanted[i]!;
  }
}
