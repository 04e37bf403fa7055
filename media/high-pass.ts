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

/** Takes the same frequencies away from live audio: causally, so that low ones are shifted by some milliseconds. */
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

  /** The second filter gets what the first lets through, which of a constant is nothing. */
  #start(first: number): readonly BiquadFilter[] {
    const coefficients = highPass(CUTOFF_HZ, BUTTERWORTH_Q, this.#sampleRate);
    return [new BiquadFilter(coefficients, first), new BiquadFilter(coefficients)];
  }
}
