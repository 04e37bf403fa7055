/** The frequency band and the coding of a telephone. */
import { decodeMulaw, encodeMulaw } from './mulaw.ts';
import { resampleAll } from './resampler.ts';

const TELEPHONE_RATE = 8000;

/**
 * @param samples mono, -1 to 1
 * @returns the samples after the transmission, at the same rate
 */
export function telephoned(samples: Float32Array, sampleRate: number): Float32Array {
  const narrow = resampleAll(samples, sampleRate, TELEPHONE_RATE);
  return resampleAll(decodeMulaw(encodeMulaw(narrow)), TELEPHONE_RATE, sampleRate);
}
