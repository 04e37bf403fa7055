/**
 * Measurements of the generator on 964 utterances of 41 voices: the ranges of the activations of its units, and a
 * prediction of the statistics of its norms from values that are known before an utterance is rendered. `npm run
 * eval:kokoro -- fit --write` measures again.
 */
import { inflateRawSync } from 'node:zlib';
import table from './generator-statistics.json' with { type: 'json' };

function bytesOf(base64: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(base64, 'base64')).buffer;
}

const inflated = (base64: string): ArrayBuffer =>
  Uint8Array.from(inflateRawSync(Buffer.from(base64, 'base64'))).buffer;

/** The largest activation seen in each channel of each unit of UNITS, in steps of a sixteenth of a factor of two. */
export const RANGES = Float32Array.from(
  new Uint8Array(bytesOf(table.ranges)),
  (step) => 2 ** ((step - 96) / 16),
);

/** Numbers as they are in the file: bytes in base64, little-endian; `features` and `directions` are deflated. */
export interface StatisticsTable {
  readonly rank: number;
  readonly norms: readonly string[];
  readonly features: string;
  readonly featureScales: string;
  readonly offset: string;
  readonly directions: string;
  readonly directionScales: string;
  readonly means: string;
  readonly meansScale: number;
  readonly deviations: string;
  readonly ranges: string;
}

/**
 * A linear regression of reduced rank from the evidence about an utterance to the statistics of all norms: the evidence
 * is mapped to `rank` numbers, and those to the statistics.
 */
export interface Regression {
  readonly rank: number;
  /** Names of the units whose norms the regression predicts, in its order. */
  readonly norms: readonly string[];
  /** [rank, evidence] as bytes, with a scale for each piece of evidence. */
  readonly features: Int8Array;
  readonly featureScales: Float32Array;
  readonly offset: Float32Array;
  /** [rank, statistics] as bytes, with a scale for each of the rank; first all means, then all log deviations. */
  readonly directions: Int8Array;
  readonly directionScales: Float32Array;
  /** The prediction for average evidence. */
  readonly averages: Float32Array;
  /** Unit of the predicted means of a channel: its typical deviation times a constant. */
  readonly deviations: Float32Array;
}

/** Reads the regression from a table like that of the file. */
export function regressionOf(from: StatisticsTable): Regression {
  return {
    rank: from.rank,
    norms: from.norms,
    features: new Int8Array(inflated(from.features)),
    featureScales: new Float32Array(bytesOf(from.featureScales)),
    offset: new Float32Array(bytesOf(from.offset)),
    directions: new Int8Array(inflated(from.directions)),
    directionScales: new Float32Array(bytesOf(from.directionScales)),
    averages: Float32Array.from(new Int16Array(bytesOf(from.means)), (value) => value * from.meansScale),
    deviations: new Float32Array(bytesOf(from.deviations)),
  };
}

export const REGRESSION: Regression = regressionOf(table);
