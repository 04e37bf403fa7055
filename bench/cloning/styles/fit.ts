/** Fits the space of Kokoro's styles to samples of what they sound like, and writes it as a table. */
import { deflateRawSync } from 'node:zlib';
import { pitchPlace, type StyleTable } from '../../../engine/enrolment/style-space/style-space.ts';
import { covarianceAxes, solveSymmetric } from './linear-algebra.ts';

export interface StyleSample {
  /** The half of the style that shapes the sound. */
  readonly style: readonly number[];
  readonly f0Hz: number;
  readonly embedding: readonly number[];
}

/** By cross-validation over four parts of 567 samples: half of the variance of embeddings of two seconds. */
const DIRECTIONS = 20;
const COMPONENTS = 48;
const LENGTH = 1;
const LINEAR = 0.2;
const NOISE = 0.12;
/** Added to the variance of a direction, so that those in which voices hardly differ are not stretched. */
const LEAST_VARIANCE = 0.02;
const MOST = 32_767;

/**
 * @param voices the styles of Kokoro's own voices, which tell in which directions voices differ
 * @param pitches of these voices, by name @param spectrum that the samples were brought to
 */
export function fitStyleSpace(
  voices: readonly ArrayLike<number>[],
  samples: readonly StyleSample[],
  pitches: Readonly<Record<string, number>>,
  spectrum: readonly number[],
): StyleTable {
  const { mean, axes, variances } = covarianceAxes(voices, DIRECTIONS);
  const deviations = variances.map((variance) => Math.sqrt(variance + LEAST_VARIANCE));
  const dimensions = DIRECTIONS + 1;
  const exact = samples.flatMap(({ style, f0Hz }) => [
    ...axes.map(
      (axis, k) => axis.reduce((sum, a, i) => sum + a * (style[i]! - mean[i]!), 0) / deviations[k]!,
    ),
    pitchPlace(f0Hz),
  ]);
  const samplesScale = exact.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / MOST;
  const steps = Int16Array.from(exact, (value) => Math.round(value / samplesScale));
  const places = samples.map((_, s) =>
    Float64Array.from(steps.subarray(s * dimensions, (s + 1) * dimensions), (step) => step * samplesScale),
  );
  const embedded = covarianceAxes(
    samples.map(({ embedding }) => embedding),
    COMPONENTS,
  );
  const targets = samples.map(({ embedding }) =>
    Float64Array.from(embedded.axes, (axis) =>
      axis.reduce((sum, a, i) => sum + a * (embedding[i]! - embedded.mean[i]!), 0),
    ),
  );
  const weights = solveSymmetric(
    places.map((a, i) => Float64Array.from(places, (b, j) => kernel(a, b) + (i === j ? NOISE : 0))),
    targets,
  );
  const weightsScales = Float32Array.from(
    { length: COMPONENTS },
    (_, c) => weights.reduce((most, row) => Math.max(most, Math.abs(row[c]!)), 0) / MOST,
  );
  const weightSteps = weights.flatMap((row) =>
    [...row].map((value, c) => Math.round(value / weightsScales[c]!)),
  );
  return {
    directions: DIRECTIONS,
    components: COMPONENTS,
    length: LENGTH,
    linear: LINEAR,
    spectrum,
    pitches,
    mean: packed(Float32Array.from(mean)),
    axes: packed(
      Float32Array.from(axes.flatMap((axis, k) => [...axis].map((value) => value * deviations[k]!))),
    ),
    samples: packed(steps),
    samplesScale,
    weights: packed(Int16Array.from(weightSteps)),
    weightsScales: packed(weightsScales),
    embedding: packed(Float32Array.from(embedded.mean)),
    basis: packed(Float32Array.from(embedded.axes.flatMap((axis) => [...axis]))),
  };
}

function kernel(a: Float64Array, b: Float64Array): number {
  let square = 0;
  let dot = 0;
  for (let k = 0; k < a.length; k++) {
    square += (a[k]! - b[k]!) ** 2;
    dot += a[k]! * b[k]!;
  }
  return Math.exp(-square / (2 * LENGTH * LENGTH * a.length)) + (LINEAR * dot) / a.length;
}

const packed = (array: Float32Array | Int16Array): string =>
  deflateRawSync(new Uint8Array(array.buffer)).toString('base64');
