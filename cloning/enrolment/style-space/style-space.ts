/**
 * Measurements of Kokoro's sound: how the speaker embedding of its speech follows from the acoustic half of its style,
 * and from the pitch. `node scripts/research.mjs cloning/styles` measures again.
 */
import { inflateRawSync } from 'node:zlib';
import type { Layer, Network } from './network.ts';
import table from './style-space.json' with { type: 'json' };

/** Numbers as they are in the file: little-endian, deflated, in base64; weights are 16-bit steps of a scale. */
export interface StyleTable {
  readonly directions: number;
  readonly spectrum: readonly number[];
  readonly pitches: Readonly<Record<string, number>>;
  readonly mean: string;
  readonly axes: string;
  readonly voices: string;
  readonly networks: readonly (readonly LayerTable[])[];
  readonly embedding: string;
  readonly basis: string;
}

export interface LayerTable {
  readonly weights: string;
  readonly scale: number;
  readonly biases: string;
}

/**
 * Networks from places in the space of styles to speaker embeddings. A place is the distances from the mean style along
 * the directions in which Kokoro's voices differ most, in standard deviations, and the pitch.
 */
export interface StyleSpace {
  /** Directions of styles; places have one number more. */
  readonly directions: number;
  /**
   * The average spectrum to which all sound was equalised before its embedding was computed (see `averageSpectrum`).
   */
  readonly spectrum: Float64Array;
  /** Mean of the natural logarithm of the pitch in Hz of each voice as it is, by its name ("af_heart"). */
  readonly pitches: Readonly<Record<string, number>>;
  /** Mean style, and the change [directions, 128] that one standard deviation adds to it. */
  readonly mean: Float32Array;
  readonly axes: Float32Array;
  /** [voices, directions]: the places of Kokoro's own voices. */
  readonly voices: Float32Array;
  /** From a place to components of the embedding; their outputs are averaged. */
  readonly networks: readonly Network[];
  /** Mean embedding, and [components, 256] of what one unit of a component adds to it. */
  readonly embedding: Float32Array;
  readonly basis: Float32Array;
}

const bytesOf = (base64: string): ArrayBuffer =>
  Uint8Array.from(inflateRawSync(Buffer.from(base64, 'base64'))).buffer;
const floats = (base64: string): Float32Array => new Float32Array(bytesOf(base64));

export function styleSpaceOf(from: StyleTable): StyleSpace {
  const layer = ({ weights, scale, biases }: LayerTable): Layer => ({
    weights: Float32Array.from(new Int16Array(bytesOf(weights)), (step) => step * scale),
    biases: floats(biases),
  });
  return {
    directions: from.directions,
    spectrum: Float64Array.from(from.spectrum),
    pitches: from.pitches,
    mean: floats(from.mean),
    axes: floats(from.axes),
    voices: floats(from.voices),
    networks: from.networks.map((layers) => layers.map(layer)),
    embedding: floats(from.embedding),
    basis: floats(from.basis),
  };
}

export const STYLE_SPACE: StyleSpace = styleSpaceOf(table);

/** Pitch: the last number of a place. */
export const pitchPlace = (f0Hz: number): number => 6 * (Math.log(f0Hz) - 5);

/** The style at a place: the 128 values that shape the sound. */
export function styleAt({ directions, mean, axes }: StyleSpace, place: ArrayLike<number>): Float32Array {
  const style = Float32Array.from(mean);
  for (let k = 0; k < directions; k++) {
    for (let i = 0; i < style.length; i++) style[i]! += place[k]! * axes[k * style.length + i]!;
  }
  return style;
}
