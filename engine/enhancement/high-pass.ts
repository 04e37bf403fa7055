import { BiquadFilter, highPass } from './biquad.ts';

/** Below the deepest voice's fundamental; rumble, handling noise and offsets lie under it. */
const CUTOFF_HZ = 60;
const BUTTERWORTH_Q = Math.SQRT1_2;

/**
 * Takes away what is below 60 Hz (6 dB down there, 24 dB an octave) without shifting anything in time: a second-order
 * Butterworth filter runs over the recording forwards, then backwards.
 */
export function withoutRumble(samples: Float32Array, sampleRate: number): Float32Array {
  const coefficients = highPass(CUTOFF_HZ, BUTTERWORTH_Q, sampleRate);
  const out = samples.slice();
  for (let pass = 0; pass < 2; pass++) {
    new BiquadFilter(coefficients, out[0] ?? 0).run(out);
    out.reverse();
  }
  return out;
}
