/** Discrete Fourier transforms of real signals whose length is even and has small prime factors, such as 960. */
export class RealDft {
  readonly size: number;
  /** Number of bins from 0 Hz to half the sample rate, both included. */
  readonly bins: number;
  readonly #half: number;
  /** Of the half-size transform, outermost first. */
  readonly #factors: readonly number[];
  /** exp(-2πik/size) for every k. */
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #inRe: Float64Array;
  readonly #inIm: Float64Array;
  readonly #outRe: Float64Array;
  readonly #outIm: Float64Array;
  readonly #legRe: Float64Array;
  readonly #legIm: Float64Array;

  /** @throws RangeError when `size` is odd, or half of it has a prime factor above 7 */
  constructor(size: number) {
    const half = size / 2;
    this.size = size;
    this.bins = half + 1;
    this.#half = half;
    this.#factors = factorsOf(half);
    this.#cos = Float64Array.from({ length: size }, (_, k) => Math.cos((2 * Math.PI * k) / size));
    this.#sin = Float64Array.from({ length: size }, (_, k) => -Math.sin((2 * Math.PI * k) / size));
    this.#inRe = new Float64Array(half);
    this.#inIm = new Float64Array(half);
    this.#outRe = new Float64Array(half);
    this.#outIm = new Float64Array(half);
    const widest = Math.max(1, ...this.#factors);
    this.#legRe = new Float64Array(widest);
    this.#legIm = new Float64Array(widest);
  }

  /**
   * Spectrum of `size` samples: bin k holds the sum of x[n]·exp(-2πikn/size).
   * @param re real parts, at least `bins` long; @param im imaginary parts, likewise
   */
  forward(input: ArrayLike<number>, re: Float64Array, im: Float64Array): void {
    const half = this.#half;
    // Even samples as real, odd ones as imaginary parts: one complex transform of half the size.
    for (let i = 0; i < half; i++) {
      this.#inRe[i] = input[2 * i]!;
      this.#inIm[i] = input[2 * i + 1]!;
    }
    this.#transform(0, half, 0, 1, 0);
    const zr = this.#outRe;
    const zi = this.#outIm;
    re[0] = zr[0]! + zi[0]!;
    im[0] = 0;
    re[half] = zr[0]! - zi[0]!;
    im[half] = 0;
    for (let k = 1; k < half; k++) {
      const m = half - k;
      const evenRe = (zr[k]! + zr[m]!) / 2;
      const evenIm = (zi[k]! - zi[m]!) / 2;
      const oddRe = (zi[k]! + zi[m]!) / 2;
      const oddIm = (zr[m]! - zr[k]!) / 2;
      const c = this.#cos[k]!;
      const s = this.#sin[k]!;
      re[k] = evenRe + c * oddRe - s * oddIm;
      im[k] = evenIm + c * oddIm + s * oddRe;
    }
  }

  /** Inverse of `forward`: `size` samples from `bins` bins; the imaginary parts of the first and last bin are ignored. */
  inverse(re: ArrayLike<number>, im: ArrayLike<number>, output: Float64Array | Float32Array): void {
    const half = this.#half;
    for (let k = 0; k < half; k++) {
      const m = half - k;
      const aRe = re[k]!;
      const aIm = k === 0 ? 0 : im[k]!;
      const bRe = re[m]!;
      const bIm = k === 0 ? 0 : -im[m]!;
      const diffRe = (aRe - bRe) / 2;
      const diffIm = (aIm - bIm) / 2;
      const c = this.#cos[k]!;
      const s = -this.#sin[k]!;
      const oddRe = diffRe * c - diffIm * s;
      const oddIm = diffRe * s + diffIm * c;
      // Conjugated, so that the forward transform inverts.
      this.#inRe[k] = (aRe + bRe) / 2 - oddIm;
      this.#inIm[k] = -((aIm + bIm) / 2 + oddRe);
    }
    this.#transform(0, half, 0, 1, 0);
    for (let i = 0; i < half; i++) {
      output[2 * i] = this.#outRe[i]! / half;
      output[2 * i + 1] = -this.#outIm[i]! / half;
    }
  }

  /**
   * Decimation in time with mixed radices (Cooley and Tukey, 1965): `n` inputs from `from` on, `stride` apart, become
   * `n` outputs from `to` on.
   */
  #transform(level: number, n: number, from: number, stride: number, to: number): void {
    if (n === 1) {
      this.#outRe[to] = this.#inRe[from]!;
      this.#outIm[to] = this.#inIm[from]!;
      return;
    }
    const radix = this.#factors[level]!;
    const part = n / radix;
    for (let leg = 0; leg < radix; leg++) {
      this.#transform(level + 1, part, from + leg * stride, stride * radix, to + leg * part);
    }
    for (let k = 0; k < part; k++) this.#butterfly(radix, part, k, to);
  }

  /** Joins the k-th bins of `radix` transforms of `part` points each, in place. */
  #butterfly(radix: number, part: number, k: number, to: number): void {
    const { size } = this;
    const cos = this.#cos;
    const sin = this.#sin;
    const re = this.#outRe;
    const im = this.#outIm;
    const step = (size / (radix * part)) * k;
    for (let leg = 0; leg < radix; leg++) {
      const at = to + leg * part + k;
      const turn = leg * step;
      this.#legRe[leg] = re[at]! * cos[turn]! - im[at]! * sin[turn]!;
      this.#legIm[leg] = re[at]! * sin[turn]! + im[at]! * cos[turn]!;
    }
    const around = size / radix;
    for (let bin = 0; bin < radix; bin++) {
      let sumRe = this.#legRe[0]!;
      let sumIm = this.#legIm[0]!;
      for (let leg = 1; leg < radix; leg++) {
        const turn = ((leg * bin) % radix) * around;
        sumRe += this.#legRe[leg]! * cos[turn]! - this.#legIm[leg]! * sin[turn]!;
        sumIm += this.#legRe[leg]! * sin[turn]! + this.#legIm[leg]! * cos[turn]!;
      }
      re[to + bin * part + k] = sumRe;
      im[to + bin * part + k] = sumIm;
    }
  }
}

function factorsOf(half: number): number[] {
  const factors: number[] = [];
  let rest = half;
  for (const factor of [4, 2, 3, 5, 7]) {
    for (; rest > 1 && rest % factor === 0; rest /= factor) factors.push(factor);
  }
  if (rest !== 1) throw new RangeError('the size must be even, and half of it a product of 2, 3, 5 and 7');
  return factors;
}
