import { fillGaussian } from '../vits/latent.ts';
import { BINS } from './layers.ts';

/** Number of deviates, drawn once: drawing them for each frame would double the cost of synthesis. */
const DRAWN = 65_536;
const drawn = new Float32Array(DRAWN);
fillGaussian(drawn, 0, 0);
/** A prime above the number of deviates of a frame, so that adjacent frames share none. */
const STRIDE = 20_011;

/**
 * Standard normal deviates for a frame, 2 · BINS, real and imaginary parts interleaved. The same seed and
 * frame give the same values. Callers must not modify them.
 */
export function noiseOf(seed: number, frame: number): Float32Array {
  const at = ((seed >>> 0) + frame * STRIDE) % (DRAWN - 2 * BINS);
  return drawn.subarray(at, at + 2 * BINS);
}
