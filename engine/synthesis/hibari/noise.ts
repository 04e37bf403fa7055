import { fillGaussian } from '../vits/latent.ts';
import { BINS } from './layers.ts';

/** Deviates drawn once: to draw them for every frame would cost as much as all the rest. */
const DRAWN = 65_536;
const drawn = new Float32Array(DRAWN);
fillGaussian(drawn, 0, 0);
/** Some prime above the values of a frame, so that frames next to each other share none. */
const STRIDE = 20_011;

/**
 * Standard normal deviates for a frame, real and imaginary parts by turns: 2 · BINS. The same for the same seed and
 * frame; not to be changed.
 */
export function noiseOf(seed: number, frame: number): Float32Array {
  const at = ((seed >>> 0) + frame * STRIDE) % (DRAWN - 2 * BINS);
  return drawn.subarray(at, at + 2 * BINS);
}
