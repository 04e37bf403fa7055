import { quantileFloor } from '../../media/statistics.ts';
import { MEL_BANDS } from './mel-spectrum.ts';

/** Number of mel-cepstra (Davis & Mermelstein 1980). The first one is the loudness. */
export const CEPSTRA = 13;
/** Number of their derivatives. */
export const DIMENSIONS = 2 * CEPSTRA;
/** Frames on either side over which derivatives are computed. */
const DELTA_REACH = 4;

/** Level below the mean of speech under which a band is not resolved, in nats (26 dB). */
const DEEPEST = -6;

const DCT = Float64Array.from({ length: CEPSTRA * MEL_BANDS }, (_, i) => {
  const k = Math.floor(i / MEL_BANDS);
  const b = i % MEL_BANDS;
  return Math.cos((Math.PI * k * (b + 0.5)) / MEL_BANDS) * Math.sqrt((k === 0 ? 1 : 2) / MEL_BANDS);
});

/** Level of speech in each band, and the noise level without speech. */
export interface BandLevels {
  readonly speech: Float64Array;
  /** Noise level relative to `speech`, at most 0. */
  readonly noise: Float64Array;
}

/**
 * Mean level of speech in each band, and the fifth percentile of the recorded frames' level.
 * @param isRecorded false for digital silence, which tells nothing about the room
 */
export function bandLevels(
  mel: Float32Array,
  isSpeech: (frame: number) => boolean,
  isRecorded: (frame: number) => boolean = () => true,
): BandLevels {
  const frames = mel.length / MEL_BANDS;
  const speech = new Float64Array(MEL_BANDS);
  const noise = new Float64Array(MEL_BANDS);
  const column = new Float32Array(frames);
  for (let b = 0; b < MEL_BANDS; b++) {
    let sum = 0;
    let count = 0;
    let recorded = 0;
    for (let t = 0; t < frames; t++) {
      const level = mel[t * MEL_BANDS + b]!;
      if (isRecorded(t)) column[recorded++] = level;
      if (!isSpeech(t)) continue;
      sum += level;
      count++;
    }
    speech[b] = count === 0 ? 0 : sum / count;
    // The logarithm of noise spreads to both sides of its level.
    const softest = quantileFloor(column.subarray(0, recorded), 0.05, DIGITAL_SILENCE);
    noise[b] = Math.min(0, softest + 0.7 - speech[b]!);
  }
  return { speech, noise };
}

/**
 * Cepstra and derivatives, normalised to mean 0 and deviation 1 over speech, which reduces differences of speakers and
 * channels.
 * @param floor level of each band below speech that masks everything quieter: a clean signal is given the noise of the
 *   one it is compared with
 * @returns rows of `DIMENSIONS`
 */
export function cepstra(
  mel: Float32Array,
  levels: BandLevels,
  floor: Float64Array,
  isSpeech: (frame: number) => boolean,
): Float32Array {
  const frames = mel.length / MEL_BANDS;
  const features = new Float32Array(frames * DIMENSIONS);
  const bands = new Float64Array(MEL_BANDS);
  const covering = floor.map((level) => Math.exp(Math.max(DEEPEST, level)));
  for (let t = 0; t < frames; t++) {
    for (let b = 0; b < MEL_BANDS; b++) {
      const loudness = mel[t * MEL_BANDS + b]! - levels.speech[b]!;
      bands[b] = Math.log(Math.exp(loudness) + covering[b]!);
    }
    for (let k = 0; k < CEPSTRA; k++) {
      let sum = 0;
      for (let b = 0; b < MEL_BANDS; b++) sum += DCT[k * MEL_BANDS + b]! * bands[b]!;
      features[t * DIMENSIONS + k] = sum;
    }
  }
  addChanges(features, frames);
  normalise(features, frames, isSpeech);
  return features;
}

function addChanges(features: Float32Array, frames: number): void {
  let scale = 0;
  for (let d = 1; d <= DELTA_REACH; d++) scale += 2 * d * d;
  for (let t = 0; t < frames; t++) {
    for (let k = 0; k < CEPSTRA; k++) {
      let sum = 0;
      for (let d = 1; d <= DELTA_REACH; d++) {
        const after = Math.min(frames - 1, t + d) * DIMENSIONS + k;
        const before = Math.max(0, t - d) * DIMENSIONS + k;
        sum += d * (features[after]! - features[before]!);
      }
      features[t * DIMENSIONS + CEPSTRA + k] = sum / scale;
    }
  }
}

function normalise(features: Float32Array, frames: number, isSpeech: (frame: number) => boolean): void {
  for (let k = 0; k < DIMENSIONS; k++) {
    let sum = 0;
    let squares = 0;
    let count = 0;
    for (let t = 0; t < frames; t++) {
      if (!isSpeech(t)) continue;
      const x = features[t * DIMENSIONS + k]!;
      sum += x;
      squares += x * x;
      count++;
    }
    const mean = count === 0 ? 0 : sum / count;
    const deviation = Math.sqrt(Math.max(1e-6, squares / Math.max(1, count) - mean * mean));
    for (let t = 0; t < frames; t++) {
      const at = t * DIMENSIONS + k;
      features[at] = (features[at]! - mean) / deviation;
    }
  }
}

/** Highest level of a frame that holds zeros or only the last of 16 bits. The recording was cut or muted there. */
export const DIGITAL_SILENCE = -12.9;

/** Level of each frame: logarithm of its power over all bands. */
export function loudness(mel: Float32Array): Float32Array {
  return Float32Array.from({ length: mel.length / MEL_BANDS }, (_, t) => {
    let power = 0;
    for (let b = 0; b < MEL_BANDS; b++) power += Math.exp(mel[t * MEL_BANDS + b]!);
    return Math.log(power);
  });
}
