import { BiquadFilter, highPass } from './biquad.ts';

/** Below the deepest voice's fundamental; rumble, handling noise and offsets lie under it. */
const CUTOFF_HZ = 60;
const BUTTERWORTH_Q = Math.SQRT1_2;

/**
 * Takes away what is below 60 Hz (6 dB down there, 24 dB an octave) without shifting anything in time: a second-order
 * Butterworth filter runs over the recording forwards, then backwards.
 */
export function withoutRumble(samples: Float32Array, sampleRate: number): Float32Array {
  const out = samples.slice();
  takeOutRumble(out, sampleRate);
  return out;
}

/** The same in place. */
export function takeOutRumble(samples: Float32Array, sampleRate: number): void {
  const coefficients = highPass(CUTOFF_HZ, BUTTERWORTH_Q, sampleRate);
  for (let pass = 0; pass < 2; pass++) {
    new BiquadFilter(coefficients, samples[0] ?? 0).run(samples);
    samples.reverse();
  }
}
