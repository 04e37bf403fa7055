/** Fits the space of Kokoro's styles to samples of their sound, and writes it as a table. */
import { deflateRawSync } from 'node:zlib';
import { type Layer, type LayerTable, pitchPlace, type StyleTable } from '../../../cloning/research.ts';
import { covarianceAxes } from './covariance-axes.ts';
import { trainNetwork } from './train.ts';

export interface StyleSample {
  /** The half of the style that determines the timbre. */
  readonly style: readonly number[];
  readonly f0Hz: number;
  readonly embedding: readonly number[];
  /** Index of the text, because embeddings of two seconds depend on it. */
  readonly text: number;
}

export interface Fitting {
  /** Number of directions in which voices differ most, and of components of embeddings. */
  readonly directions: number;
  readonly components: number;
  readonly networks: number;
  readonly epochs: number;
  readonly random: () => number;
}

/** Chosen by cross-validation: explains 0.47 of the variance of embeddings of two seconds, a Gaussian process 0.42. */
export const USUAL: Omit<Fitting, 'random'> = { directions: 32, components: 48, networks: 3, epochs: 300 };
const HIDDEN = [64, 64];
const INPUT_NOISE = 0.2;
/** Weight of a text among the inputs. */
const TEXT_WEIGHT = 2;
/** Added to the variance of a direction, so that directions in which voices hardly differ are not amplified. */
const LEAST_VARIANCE = 0.02;
const MOST = 32_767;

/**
 * @param voices the styles of Kokoro's own voices, which determine the directions
 * @param pitches of these voices, by name
 * @param spectrum that the samples were converted to
 */
export function fitStyleSpace(
  voices: readonly ArrayLike<number>[],
  samples: readonly StyleSample[],
  pitches: Readonly<Record<string, number>>,
  spectrum: readonly number[],
  { directions, components, networks, epochs, random }: Fitting,
): StyleTable {
  const { mean, axes, variances } = covarianceAxes(voices, directions);
  const deviations = variances.map((variance) => Math.sqrt(variance + LEAST_VARIANCE));
  const placeOf = (style: ArrayLike<number>): number[] =>
    axes.map((axis, k) => along(axis, style, mean) / deviations[k]!);
  const texts = 1 + samples.reduce((most, { text }) => Math.max(most, text), 0);
  // For each text, zero is the average of its samples.
  const inputs = samples.map(({ style, f0Hz, text }) =>
    Float64Array.of(
      ...placeOf(style),
      pitchPlace(f0Hz),
      ...Array.from({ length: texts }, (_, t) => TEXT_WEIGHT * ((t === text ? 1 : 0) - 1 / texts)),
    ),
  );
  const embedded = covarianceAxes(
    samples.map(({ embedding }) => embedding),
    components,
  );
  const targets = samples.map(({ embedding }) =>
    Float64Array.from(embedded.axes, (axis) => along(axis, embedding, embedded.mean)),
  );
  const training = { hidden: HIDDEN, noise: INPUT_NOISE, epochs, random };
  return {
    directions,
    spectrum,
    pitches,
    mean: packed(Float32Array.from(mean)),
    axes: packed(
      Float32Array.from(axes.flatMap((axis, k) => [...axis].map((value) => value * deviations[k]!))),
    ),
    voices: packed(Float32Array.from(voices.flatMap(placeOf))),
    networks: Array.from({ length: networks }, () =>
      trainNetwork(inputs, targets, training).map((layer, k) =>
        layerTable(k === 0 ? withInputs(layer, directions + 1) : layer),
      ),
    ),
    embedding: packed(Float32Array.from(embedded.mean)),
    basis: packed(Float32Array.from(embedded.axes.flatMap((axis) => [...axis]))),
  };
}

/** Distance of a row from the mean along an axis. */
const along = (axis: Float64Array, row: ArrayLike<number>, mean: Float64Array): number =>
  axis.reduce((sum, a, i) => sum + a * (row[i]! - mean[i]!), 0);

/** Restricts a layer to its first `count` inputs; the others are zero. */
function withInputs({ weights, biases }: Layer, count: number): Layer {
  const inputs = weights.length / biases.length;
  return { weights: weights.filter((_, at) => at % inputs < count), biases };
}

function layerTable({ weights, biases }: Layer): LayerTable {
  const scale = weights.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / MOST;
  return {
    weights: packed(Int16Array.from(weights, (value) => Math.round(value / scale))),
    scale,
    biases: packed(biases),
  };
}

const packed = (array: Float32Array | Int16Array): string =>
  deflateRawSync(new Uint8Array(array.buffer)).toString('base64');
