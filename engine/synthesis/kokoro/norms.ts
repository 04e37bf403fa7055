/**
 * The norms of the generator for one utterance. Each of its norms takes mean and variance over the whole utterance
 * (adaptive instance normalization: Huang and Belongie, 2017); here they are predicted, so that sound can be rendered
 * before all of it is computed. Everything a norm and the activation behind it do to a channel is one multiplication
 * and one addition, which are worked out here once for an utterance.
 */
import { UNITS } from './layers.ts';
import { type NormEvidence, predictStatistics } from './norm-statistics.ts';
import type { StyleProjection } from './weights.ts';

/** Added to variances by the norms of the model. */
const EPSILON = 1e-5;

/**
 * @param projections of every unit of UNITS
 * @param frequencies of the activation behind every unit's norm
 * @returns for every unit the factors and then the summands of its channels, one after the other; in shared memory
 */
export function foldNorms(
  evidence: NormEvidence,
  projections: readonly StyleProjection[],
  frequencies: readonly Float32Array[],
): Float32Array {
  const length = UNITS.reduce((sum, { channels }) => sum + 2 * channels, 0);
  const folded = new Float32Array(new SharedArrayBuffer(length * 4));
  const statistics = predictStatistics(evidence);
  let at = 0;
  for (const [index, { channels }] of UNITS.entries()) {
    const projection = projections[index];
    const alpha = frequencies[index];
    const predicted = statistics[index];
    if (!projection || !alpha || !predicted) throw new Error('a norm of the generator is missing');
    const style = project(projection, evidence.style, 2 * channels);
    for (let channel = 0; channel < channels; channel++) {
      const factor = (1 + (style[channel] ?? 0)) / Math.sqrt((predicted.variance[channel] ?? 0) + EPSILON);
      const summand = (style[channels + channel] ?? 0) - (predicted.mean[channel] ?? 0) * factor;
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
