/** Packs a fit into the table that the engine reads. */
import { deflateRawSync } from 'node:zlib';
import type { StatisticsTable } from '../../engine/research.ts';
import type { Fit } from './regression.ts';

const LARGEST_BYTE = 127;
const LARGEST_SHORT = 32_767;
/**
 * Quantisation step, relative to the statistics of a typical utterance along each direction. Smaller steps are more
 * exact and need more bytes.
 */
const STATISTICS_STEP = 0.0045;
const COMPACT = { level: 9 } as const;
/** Steps per factor of two in which ranges are stored, and the step of 1. */
const RANGE_STEPS = 16;
const RANGE_OF_ONE = 96;

/** @param largest magnitudes before every convolution */
export function packTable(fit: Fit, norms: readonly string[], largest: Float32Array): StatisticsTable {
  const { rank, spreads, offset, deviations, averages } = fit;
  const features = new Int8Array(fit.features.length);
  const featureScales = new Float32Array(spreads.length);
  for (let row = 0; row < spreads.length; row++) {
    const values = fit.features.subarray(row * rank, (row + 1) * rank);
    const scale = magnitude(values) / LARGEST_BYTE || Number.MIN_VALUE;
    for (let k = 0; k < rank; k++) features[k * spreads.length + row] = Math.round(values[k]! / scale);
    featureScales[row] = scale;
  }
  const directions = new Int8Array(fit.directions.length);
  const directionScales = new Float32Array(rank);
  for (let k = 0; k < rank; k++) {
    const column = fit.directions.filter((_, i) => i % rank === k);
    // All have the same absolute error. Weak directions then have small numbers, which compress well.
    const step = STATISTICS_STEP / (fit.strengths[k] || 1);
    const scale = Math.max(step, magnitude(column) / LARGEST_BYTE) || Number.MIN_VALUE;
    for (const [i, value] of column.entries()) directions[k * column.length + i] = Math.round(value / scale);
    directionScales[k] = scale;
  }
  const meansScale = magnitude(averages) / LARGEST_SHORT;
  return {
    rank,
    norms,
    features: base64(deflateRawSync(features, COMPACT)),
    featureScales: base64(featureScales),
    offset: base64(Float32Array.from(offset)),
    directions: base64(deflateRawSync(directions, COMPACT)),
    directionScales: base64(directionScales),
    means: base64(Int16Array.from(averages, (value) => Math.round(value / meansScale))),
    meansScale,
    deviations: base64(Float32Array.from(deviations)),
    ranges: base64(
      Uint8Array.from(largest, (value) => {
        const step = Math.round(Math.log2(Math.max(value, 2 ** (-RANGE_OF_ONE / RANGE_STEPS))) * RANGE_STEPS);
        return Math.min(255, step + RANGE_OF_ONE);
      }),
    ),
  };
}

const magnitude = (values: Float64Array): number =>
  values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);

const base64 = ({ buffer, byteOffset, byteLength }: ArrayBufferView): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');
