/**
 * Filters of second order; forms after R. Bristow-Johnson, "Cookbook formulae for audio EQ biquad filter coefficients".
 */

/** Coefficients of the transfer function (b0 + b1 z⁻¹ + b2 z⁻²) / (1 + a1 z⁻¹ + a2 z⁻²). */
export interface BiquadCoefficients {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** Transposed direct form II, in double precision. */
export class BiquadFilter {
  readonly #c: BiquadCoefficients;
  #z1: number;
  #z2: number;

  /** @param held a constant earlier input: a high-pass that starts with the signal's offset makes no click */
  constructor(coefficients: BiquadCoefficients, held = 0) {
    this.#c = coefficients;
    this.#z1 = -coefficients.b0 * held;
    this.#z2 = coefficients.b2 * held;
  }

  /** Filters the next samples of a signal, in place. */
  run(samples: Float32Array | Float64Array): void {
    const { b0, b1, b2, a1, a2 } = this.#c;
    let z1 = this.#z1;
    let z2 = this.#z2;
    for (let i = 0; i < samples.length; i++) {
      const x = samples[i]!;
      const y = b0 * x + z1;
      z1 = b1 * x - a1 * y + z2;
      z2 = b2 * x - a2 * y;
      samples[i] = y;
    }
    this.#z1 = z1;
    this.#z2 = z2;
  }
}

export function highPass(cutoffHz: number, q: number, sampleRate: number): BiquadCoefficients {
  const w = (2 * Math.PI * cutoffHz) / sampleRate;
  const alpha = Math.sin(w) / (2 * q);
  const cos = Math.cos(w);
  const a0 = 1 + alpha;
  const b0 = (1 + cos) / 2 / a0;
  return { b0, b1: -2 * b0, b2: b0, a1: (-2 * cos) / a0, a2: (1 - alpha) / a0 };
}
