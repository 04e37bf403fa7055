/**
 * Tells from Smart Turn's encodings whether a caller has finished: a logistic regression, fitted by
 * `npm run train:turn-sound` to natural voices, at their ends and at pauses inside their sentences. The classifier that
 * Smart Turn was published with takes most such pauses for ends.
 */
import { readFileSync } from 'node:fs';

/** Values of an encoding, and of the weighted mean of all encodings. */
export const ENCODING = 384;
/**
 * Groups of the latest encodings, each of 20 ms, as positions before the end: the silence, the last sound before it,
 * and the last half second. The mean of each group is a part of the input.
 */
const LATEST = [
  [8, 0],
  [18, 8],
  [40, 18],
] as const;
/** Length of the input: the weighted mean, and the mean of each group. */
export const SPEECH_FEATURES = ENCODING * (1 + LATEST.length);

/** Smart Turn's encoder for one sound. */
export interface Encoded {
  /** Mean of all encodings, weighted by the attention of the published classifier, `ENCODING` values. */
  readonly pooled: Float32Array;
  /** `ENCODING` values for every 20 ms. */
  readonly encodings: Float32Array;
}

/** @returns the input of the regression, `SPEECH_FEATURES` values */
export function speechFeatures({ pooled, encodings }: Encoded): Float32Array {
  const features = new Float32Array(SPEECH_FEATURES);
  features.set(pooled);
  const frames = encodings.length / ENCODING;
  for (const [group, [from, to]] of LATEST.entries()) {
    const mean = features.subarray((1 + group) * ENCODING, (2 + group) * ENCODING);
    for (let frame = frames - from; frame < frames - to; frame++)
      for (let i = 0; i < ENCODING; i++) mean[i]! += encodings[frame * ENCODING + i]! / (from - to);
  }
  return features;
}

/** A weight for each feature, and the offset. */
export interface FinishedSpeech {
  readonly weights: Float32Array;
  readonly offset: number;
}

/** @returns the probability that the caller has finished, 0 to 1 */
export function probabilityOf({ weights, offset }: FinishedSpeech, features: Float32Array): number {
  const logOdds = weights.reduce((sum, weight, i) => sum + weight * features[i]!, offset);
  return 1 / (1 + Math.exp(-logOdds));
}

/** Little-endian floats: the offset, then the weights. */
export function encodeFinishedSpeech({ weights, offset }: FinishedSpeech): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(4 * (1 + weights.length)));
  for (const [i, value] of [offset, ...weights].entries()) bytes.setFloat32(4 * i, value, true);
  return new Uint8Array(bytes.buffer);
}

/** @throws RangeError when the bytes are too few */
export function finishedSpeechIn(bytes: Uint8Array): FinishedSpeech {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const weights = Float32Array.from({ length: SPEECH_FEATURES }, (_, i) =>
    view.getFloat32(4 * (1 + i), true),
  );
  return { offset: view.getFloat32(0, true), weights };
}

/** The weights that come with the program. */
export const trainedFinishedSpeech = (): FinishedSpeech =>
  finishedSpeechIn(readFileSync(new URL('./finished-speech.bin', import.meta.url)));
