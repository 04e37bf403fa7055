/** The band and the code of a telephone. */
import { decodeMulaw, encodeMulaw } from '../media/mulaw.ts';
import { resampleAll } from '../media/resampler.ts';

const TELEPHONE_RATE = 8000;

/** @param samples mono, -1 to 1 @returns what arrives of them, at the same rate */
export function telephoned(samples: Float32Array, sampleRate: number): Float32Array {
  const narrow = resampleAll(samples, sampleRate, TELEPHONE_RATE);
  return resampleAll(decodeMulaw(encodeMulaw(narrow)), TELEPHONE_RATE, sampleRate);
}
