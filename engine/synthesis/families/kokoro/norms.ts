/**
 * The norms of the generator for one utterance. Each of its norms takes mean and variance over the whole utterance
 * (adaptive instance normalization: Huang and Belongie, 2017); here they are predicted, so that sound can be rendered
 * before all of it is computed. A norm and the following activation apply one multiplication and one addition to each
 * channel, which are computed here once for an utterance. For short utterances the graph measures the statistics and
 * includes them.
 */
import { UNITS } from './layers.ts';
import type { NormStatistics } from './norm-statistics.ts';
import type { StyleProjection } from './weights.ts';

/** Added to variances by the norms of the model. */
export const EPSILON = 1e-5;

/**
 * @param style the half of the style that shapes the sound
 * @param statistics of every unit's norm; null for a mean of 0 and a variance of 1
 * @param projections of every unit of UNITS
 * @param frequencies of the activation after every unit's norm
 * @returns for every unit the factors of its channels, then the summands; in shared memory
 */
export function foldNorms(
  style: Float32Array,
  statistics: readonly NormStatistics[] | null,
  projections: readonly StyleProjection[],
  frequencies: readonly Float32Array[],
): Float32Array {
  const length = UNITS.reduce((sum, { channels }) => sum + 2 * channels, 0);
  const folded = new Float32Array(new SharedArrayBuffer(length * 4));
  let at = 0;
  for (const [index, { channels }] of UNITS.entries()) {
    const projection = projections[index];
    const alpha = frequencies[index];
    const given = statistics?.[index];
    if (!projection || !alpha) throw new Error('a norm of the generator is missing');
    const styled = project(projection, style, 2 * channels);
    for (let channel = 0; channel < channels; channel++) {
      const deviation = given ? Math.sqrt((given.variance[channel] ?? 0) + EPSILON) : 1;
      const factor = (1 + (styled[channel] ?? 0)) / deviation;
      const summand = (styled[channels + channel] ?? 0) - (given?.mean[channel] ?? 0) * factor;
      folded[at + channel] = factor * (alpha[channel] ?? 1);
      folded[at + channels + channel] = summand * (alpha[channel] ?? 1);
    }
    at += 2 * channels;
  }
  return folded;
}

function project({ weights, scales, bias }: StyleProjection, style: Float32Array, outputs: number) {
  const sums = new Float64Array(outputs);
  for (const [i, value] of style.entries()) {
    for (let output = 0; output < outputs; output++) {
      sums[output] = (sums[output] ?? 0) + value * (weights[i * outputs + output] ?? 0);
    }
  }
  return sums.map((sum, output) => sum * (scales[output] ?? 0) + (bias[output] ?? 0));
}
