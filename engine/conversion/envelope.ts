import { RealFft } from '../../media/fft.ts';

/** Fundamental assumed in unvoiced frames. Its short window follows the bursts of consonants. */
const UNVOICED_F0_HZ = 500;
/** Compensates the smoothing across harmonics (q1 of the paper). */
const COMPENSATION = -0.15;
/** -100 dB: keeps the logarithm of silence finite. */
const FLOOR = 1e-10;

/** FFT size for three periods of a deep voice. */
export const fftSizeFor = (sampleRate: number): number => (sampleRate > 32_000 ? 2048 : 1024);

/**
 * Spectral envelope without harmonics: CheapTrick (Morise 2015, "CheapTrick, a spectral envelope estimator for
 * high-quality speech synthesis", Speech Communication 67). A window of three periods, smoothing over two thirds of the
 * fundamental, and a lifter that compensates the smoothing.
 */
export class EnvelopeEstimator {
  readonly sampleRate: number;
  readonly fftSize: number;
  readonly bins: number;
  /** Lowest fundamental whose three periods fit into the window, in Hz. */
  readonly minF0Hz: number;
  readonly #fft: RealFft;
  readonly #frame: Float64Array;
  /** One half of the window, from its centre outwards. */
  readonly #weights: Float64Array;
  readonly #re: Float64Array;
  readonly #im: Float64Array;
  readonly #power: Float64Array;
  readonly #cumulative: Float64Array;
  readonly #zeros: Float64Array;
  readonly #cepstrum: Float64Array;

  constructor(sampleRate: number) {
    this.sampleRate = sampleRate;
    this.fftSize = fftSizeFor(sampleRate);
    this.#fft = new RealFft(this.fftSize);
    this.bins = this.#fft.bins;
    this.minF0Hz = (3 * sampleRate) / (this.fftSize - 4);
    this.#frame = new Float64Array(this.fftSize);
    this.#weights = new Float64Array(this.fftSize / 2 + 1);
    this.#re = new Float64Array(this.bins);
    this.#im = new Float64Array(this.bins);
    this.#power = new Float64Array(this.bins);
    this.#cumulative = new Float64Array(this.fftSize * 2);
    this.#zeros = new Float64Array(this.bins);
    this.#cepstrum = new Float64Array(this.fftSize);
  }

  /** Samples needed on either side of the centre for a fundamental. */
  reach(f0Hz: number): number {
    return Math.ceil((1.5 * this.sampleRate) / this.#effective(f0Hz));
  }

  /**
   * Writes the log power spectrum at one moment.
   * @param f0Hz fundamental at that moment; 0 where unvoiced
   * @param output receives `bins` values from `at` on
   */
  estimate(
    samples: Float32Array,
    centre: number,
    f0Hz: number,
    output: Float32Array | Float64Array,
    at = 0,
  ): void {
    const f0 = this.#effective(f0Hz);
    this.#windowed(samples, centre, f0);
    const { bins } = this;
    const re = this.#re;
    const im = this.#im;
    const power = this.#power;
    this.#fft.forward(this.#frame, re, im);
    for (let k = 0; k < bins; k++) power[k] = re[k]! ** 2 + im[k]! ** 2 + FLOOR;
    this.#mirrorBelow(f0);
    this.#smooth((2 / 3) * f0);
    for (let k = 0; k < bins; k++) power[k] = Math.log(Math.max(power[k]!, FLOOR));
    this.#fft.inverse(power, this.#zeros, this.#cepstrum);
    this.#lift(f0);
    this.#fft.forward(this.#cepstrum, re, im);
    for (let k = 0; k < bins; k++) output[at + k] = re[k]!;
  }

  /** Compensates the smoothing across harmonics, and removes the ripple of the window. */
  #lift(f0: number): void {
    const { fftSize } = this;
    const half = fftSize / 2;
    const cepstrum = this.#cepstrum;
    const step = (Math.PI * f0) / this.sampleRate;
    // Computes the sines of n steps by rotation, which saves several hundred calls for each frame.
    const cosStep = Math.cos(step);
    const sinStep = Math.sin(step);
    let cos = cosStep;
    let sin = sinStep;
    for (let n = 1; n <= half; n++) {
      // 1 - 2q + 2q·cos(2x), computed from the sine of x.
      const lifted = (cepstrum[n]! * sin * (1 - 4 * COMPENSATION * sin * sin)) / (n * step);
      cepstrum[n] = lifted;
      if (n < half) cepstrum[fftSize - n] = lifted;
      const turned = cos * cosStep - sin * sinStep;
      sin = sin * cosStep + cos * sinStep;
      cos = turned;
    }
  }

  #effective(f0Hz: number): number {
    return f0Hz > 0 ? Math.max(f0Hz, this.minF0Hz) : UNVOICED_F0_HZ;
  }

  /** Three periods around the centre, under a Hann window of unit energy, with their mean removed. */
  #windowed(samples: Float32Array, centre: number, f0: number): void {
    const half = Math.round((1.5 * this.sampleRate) / f0);
    const frame = this.#frame;
    const weights = this.#weights;
    const step = (Math.PI * f0) / (1.5 * this.sampleRate);
    const cosStep = Math.cos(step);
    const sinStep = Math.sin(step);
    let cos = 1;
    let sin = 0;
    for (let n = 0; n <= half; n++) {
      weights[n] = 0.5 + 0.5 * cos;
      const turned = cos * cosStep - sin * sinStep;
      sin = sin * cosStep + cos * sinStep;
      cos = turned;
    }
    frame.fill(0);
    let energy = 0;
    let weightSum = 0;
    let sum = 0;
    const first = Math.max(-half, -centre);
    const last = Math.min(half, samples.length - 1 - centre);
    for (let n = first; n <= last; n++) {
      const value = samples[centre + n]! * weights[n < 0 ? -n : n]!;
      frame[n + half] = value;
      sum += value;
    }
    for (let n = -half; n <= half; n++) {
      const weight = weights[n < 0 ? -n : n]!;
      energy += weight * weight;
      weightSum += weight;
    }
    const scale = 1 / Math.sqrt(energy);
    const mean = sum / weightSum;
    for (let n = -half; n <= half; n++) {
      frame[n + half] = (frame[n + half]! - mean * weights[n < 0 ? -n : n]!) * scale;
    }
  }

  /** There is no harmonic below the fundamental, so the spectrum above it is reflected. */
  #mirrorBelow(f0: number): void {
    const power = this.#power;
    const binHz = this.sampleRate / this.fftSize;
    const limit = Math.floor(f0 / binHz);
    for (let k = 0; k <= limit; k++) {
      const mirrored = f0 / binHz - k;
      const i = Math.floor(mirrored);
      const part = mirrored - i;
      const value = power[i]! * (1 - part) + power[i + 1]! * part;
      this.#re[k] = power[k]! + value;
    }
    for (let k = 0; k <= limit; k++) power[k] = this.#re[k]!;
  }

  /** Moving average over `widthHz` of the linear power spectrum, with reflect padding at both ends. */
  #smooth(widthHz: number): void {
    const { bins } = this;
    const power = this.#power;
    const sums = this.#cumulative;
    const binHz = this.sampleRate / this.fftSize;
    const halfWidth = widthHz / binHz / 2;
    const margin = Math.ceil(halfWidth) + 2;
    let total = 0;
    const length = bins + 2 * margin;
    for (let i = 0; i < length; i++) {
      let k = i - margin;
      if (k < 0) k = -k;
      if (k >= bins) k = 2 * (bins - 1) - k;
      total += power[k]!;
      sums[i] = total;
    }
    // Cumulative sums at both edges of the average around bin 0, interpolated between bins.
    const upper = margin + halfWidth - 0.5;
    const lower = margin - halfWidth - 0.5;
    const up = Math.floor(upper);
    const low = Math.floor(lower);
    const upPart = upper - up;
    const lowPart = lower - low;
    for (let k = 0; k < bins; k++) {
      const above = sums[k + up]! + (sums[k + up + 1]! - sums[k + up]!) * upPart;
      const below = sums[k + low]! + (sums[k + low + 1]! - sums[k + low]!) * lowPart;
      power[k] = (above - below) / (2 * halfWidth);
    }
  }
}
