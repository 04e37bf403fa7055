/**
 * What was measured of the generator on 817 utterances of 41 voices: how far
 * the activations of its units reach, and how the statistics of its norms follow from what is known of an utterance
 * before it is rendered.
 */
import table from './generator-statistics.json' with { type: 'json' };

function bytesOf(base64: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(base64, 'base64')).buffer;
}

/** The largest activation seen in each channel of each unit of UNITS, in steps of a sixteenth of a factor of two. */
export const RANGES = Float32Array.from(
  new Uint8Array(bytesOf(table.ranges)),
  (step) => 2 ** ((step - 96) / 16),
);

/**
 * A linear regression of reduced rank from the evidence about an utterance to the statistics of all norms: `rank`
 * numbers are made of the evidence, and the statistics of those.
 */
export const REGRESSION = {
  rank: table.rank,
  /** Names of the units whose norms it predicts, in its order. */
  norms: table.norms,
  /** [evidence, rank] as bytes, with a scale for each piece of evidence. */
  features: new Int8Array(bytesOf(table.features)),
  featureScales: new Float32Array(bytesOf(table.featureScales)),
  offset: new Float32Array(bytesOf(table.offset)),
  /** [statistics, rank] as bytes, with a scale for each of the rank; first all means, then all log deviations. */
  directions: new Int8Array(bytesOf(table.directions)),
  directionScales: new Float32Array(bytesOf(table.directionScales)),
  /** What is predicted of average evidence. */
  averages: Float32Array.from(new Int16Array(bytesOf(table.means)), (value) => value * table.meansScale),
  /** Typical deviation of every channel; predicted means are multiples of it. */
  deviations: new Float32Array(bytesOf(table.deviations)),
};
