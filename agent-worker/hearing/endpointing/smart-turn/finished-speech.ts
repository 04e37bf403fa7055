/**
 * Tells from Smart Turn's encodings whether a caller has finished: a network of one hidden layer, fitted by
 * `npm run train:turn-sound` to actors and natural voices, at their ends and at pauses inside their sentences. The
 * classifier that Smart Turn was published with takes most such pauses for ends.
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
/** Length of the hidden layer. */
export const SPEECH_UNITS = 64;

/** Smart Turn's encoder for one sound. */
export interface Encoded {
  /** Mean of all encodings, weighted by the attention of the published classifier, `ENCODING` values. */
  readonly pooled: Float32Array;
  /** `ENCODING` values for every 20 ms. */
  readonly encodings: Float32Array;
}

/** @returns the input of the network, `SPEECH_FEATURES` values */
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

/** The network: a hidden layer of rectified units, and a log-odds. */
export interface FinishedSpeech {
  /** `SPEECH_UNITS` rows of `SPEECH_FEATURES` weights. */
  readonly input: Float32Array;
  /** `SPEECH_UNITS` values. */
  readonly bias: Float32Array;
  /** `SPEECH_UNITS` weights. */
  readonly output: Float32Array;
  readonly offset: number;
}

/** @returns the probability that the caller has finished, 0 to 1 */
export function probabilityOf(
  { input, bias, output, offset }: FinishedSpeech,
  features: Float32Array,
): number {
  let logOdds = offset;
  for (let unit = 0; unit < SPEECH_UNITS; unit++) {
    const row = unit * SPEECH_FEATURES;
    let sum = bias[unit]!;
    for (let i = 0; i < SPEECH_FEATURES; i++) sum += input[row + i]! * features[i]!;
    if (sum > 0) logOdds += output[unit]! * sum;
  }
  return 1 / (1 + Math.exp(-logOdds));
}

/** The parts of the file in order, little-endian floats. */
const LENGTHS = [1, SPEECH_UNITS, SPEECH_UNITS, SPEECH_UNITS * SPEECH_FEATURES];
const FLOAT_BYTES = 4;

export function encodeFinishedSpeech({ input, bias, output, offset }: FinishedSpeech): Uint8Array {
  const floats = [offset, ...output, ...bias, ...input];
  const bytes = new DataView(new ArrayBuffer(FLOAT_BYTES * floats.length));
  for (const [i, value] of floats.entries()) bytes.setFloat32(FLOAT_BYTES * i, value, true);
  return new Uint8Array(bytes.buffer);
}

/** @throws RangeError when the bytes are too few */
export function finishedSpeechIn(bytes: Uint8Array): FinishedSpeech {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const [[offset = 0] = [], output, bias, input] = LENGTHS.map((length) =>
    Float32Array.from({ length }, () => view.getFloat32(FLOAT_BYTES * at++, true)),
  ) as [Float32Array, Float32Array, Float32Array, Float32Array];
  return { offset, output, bias, input };
}

/** The weights that come with the program. */
export const trainedFinishedSpeech = (): FinishedSpeech =>
  finishedSpeechIn(readFileSync(new URL('./finished-speech.bin', import.meta.url)));
