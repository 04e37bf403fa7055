import { RealFft } from '../../media/fft.ts';

/**
 * Minimum-phase filters from log magnitudes (the complex cepstrum of a minimum-phase signal is causal; Oppenheim and
 * Schafer, "Discrete-Time Signal Processing", section on homomorphic deconvolution).
 */
export class MinimumPhase {
  readonly fft: RealFft;
  readonly #cepstrum: Float64Array;
  readonly #zeros: Float64Array;
  readonly #re: Float64Array;
  readonly #im: Float64Array;

  constructor(fftSize: number) {
    this.fft = new RealFft(fftSize);
    this.#cepstrum = new Float64Array(fftSize);
    this.#zeros = new Float64Array(this.fft.bins);
    this.#re = new Float64Array(this.fft.bins);
    this.#im = new Float64Array(this.fft.bins);
  }

  /**
   * @param logPower log of the squared magnitude of every bin
   * @param re
   * @param im receive the filter's response
   */
  design(logPower: Float64Array, re: Float64Array, im: Float64Array): void {
    const { size, bins } = this.fft;
    const cepstrum = this.#cepstrum;
    this.fft.inverse(logPower, this.#zeros, cepstrum);
    // Halved for the magnitude. Folding doubles the values at positive times again.
    cepstrum[0]! *= 0.5;
    cepstrum[size / 2]! *= 0.5;
    for (let n = size / 2 + 1; n < size; n++) cepstrum[n] = 0;
    this.fft.forward(cepstrum, this.#re, this.#im);
    for (let k = 0; k < bins; k++) {
      const magnitude = Math.exp(this.#re[k]!);
      re[k] = magnitude * Math.cos(this.#im[k]!);
      im[k] = magnitude * Math.sin(this.#im[k]!);
    }
  }
}
