import { BiquadFilter, highPass } from './biquad.ts';

/** Cutoff in Hz, below the deepest voice's fundamental. Rumble, handling noise and offsets lie below it. */
const CUTOFF_HZ = 60;
const BUTTERWORTH_Q = Math.SQRT1_2;

/**
 * Removes what is below 60 Hz (6 dB down there, 24 dB an octave) without phase shift: a second-order Butterworth filter
 * runs over the recording forwards, then backwards.
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

/**
 * Removes the same frequencies from live audio. The filter is causal, so low frequencies are delayed by some
 * milliseconds.
 */
export class LiveHighPass {
  readonly #sampleRate: number;
  #filters: readonly BiquadFilter[] | null = null;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  /** Filters the next samples, in place. */
  run(samples: Float32Array): void {
    this.#filters ??= this.#start(samples[0] ?? 0);
    for (const filter of this.#filters) filter.run(samples);
  }

  /** The input of the second filter is the output of the first, which is zero for a constant. */
  #start(first: number): readonly BiquadFilter[] {
    const coefficients = highPass(CUTOFF_HZ, BUTTERWORTH_Q, this.#sampleRate);
    return [new BiquadFilter(coefficients, first), new BiquadFilter(coefficients)];
  }
}
