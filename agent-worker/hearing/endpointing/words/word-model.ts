/**
 * Judges by the words of a turn and the agent's words before it whether the turn can end there: logistic regression on
 * hashed n-grams, trained by `npm run train:turns` on public dialogues (docs/licences.md).
 */
import { featuresOf, TABLE_BITS } from './features.ts';
import { trainedFor } from './trained.ts';

/**
 * A file of weights, whose number is a power of two: the offset and the scale of the weights as floats of 4 bytes, then
 * one byte for each weight.
 */
const HEADER_BYTES = 8;
const LEAST_BITS = 16;

export interface WordModel {
  /** Log-odds that the turn is over, if ends and pauses are equally frequent. */
  logOdds(text: string, agent: string): number;
}

/** @throws RangeError for bytes that are no table of weights */
export function decodeWordModel(bytes: Uint8Array): WordModel {
  const bits = Math.log2(bytes.length - HEADER_BYTES);
  if (!Number.isInteger(bits) || bits < LEAST_BITS || bits > TABLE_BITS) {
    throw new RangeError('this is no model of words');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [offset, unit] = [view.getFloat32(0, true), view.getFloat32(4, true)];
  return {
    logOdds(text, agent) {
      let sum = 0;
      for (const index of featuresOf(text, agent, bits)) sum += view.getInt8(HEADER_BYTES + index);
      return offset + unit * sum;
    },
  };
}

/** The bytes that `decodeWordModel` reads. */
export function encodeWordModel(weights: Float64Array, offset: number): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + weights.length);
  const view = new DataView(bytes.buffer);
  const unit = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-9) / 127;
  view.setFloat32(0, offset, true);
  view.setFloat32(4, unit, true);
  for (const [i, weight] of weights.entries()) view.setInt8(HEADER_BYTES + i, Math.round(weight / unit));
  return bytes;
}

/** The model of a language; null where none was trained. */
export const wordModel = trainedFor('turn-words', ['en', 'de', 'es', 'fr'], decodeWordModel);
