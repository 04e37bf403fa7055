/** Discrete Fourier transforms of real signals whose length is a power of two. */
export class RealFft {
  readonly size: number;
  /** Number of bins from 0 Hz to half the sample rate, both included. */
  readonly bins: number;
  readonly #half: number;
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #swap: Uint32Array;
  readonly #re: Float64Array;
  readonly #im: Float64Array;

  /** @throws RangeError when `size` is no power of two of at least 4 */
  constructor(size: number) {
    if (size < 4 || (size & (size - 1)) !== 0) throw new RangeError('the size must be a power of two');
    this.size = size;
    this.bins = size / 2 + 1;
    const half = size / 2;
    this.#half = half;
    this.#cos = Float64Array.from({ length: half }, (_, i) => Math.cos((2 * Math.PI * i) / size));
    this.#sin = Float64Array.from({ length: half }, (_, i) => Math.sin((2 * Math.PI * i) / size));
    this.#swap = new Uint32Array(half);
    for (let i = 1, j = 0; i < half; i++) {
      let bit = half >> 1;
      for (; j & bit; bit >>= 1) j ^= bit;
      j ^= bit;
      this.#swap[i] = j;
    }
    this.#re = new Float64Array(half);
    this.#im = new Float64Array(half);
  }

  /**
   * Spectrum of `size` samples: bin k holds the sum of x[n]·exp(-2πikn/size).
   * @param re real parts, at least `bins` long; @param im imaginary parts, likewise
   */
  forward(input: ArrayLike<number>, re: Float64Array, im: Float64Array): void {
    const half = this.#half;
    const zr = this.#re;
    const zi = this.#im;
    // Even samples as real, odd ones as imaginary parts: one complex transform of half the size.
    for (let i = 0; i < half; i++) {
      const j = this.#swap[i]!;
      zr[j] = input[2 * i]!;
      zi[j] = input[2 * i + 1]!;
    }
    this.#transform();
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
      re[k] = evenRe + c * oddRe + s * oddIm;
      im[k] = evenIm + c * oddIm - s * oddRe;
    }
  }

  /** Inverse of `forward`: `size` samples from `bins` bins; the imaginary parts of the first and last bin are ignored. */
  inverse(re: ArrayLike<number>, im: ArrayLike<number>, output: Float64Array | Float32Array): void {
    const half = this.#half;
    const zr = this.#re;
    const zi = this.#im;
    for (let k = 0; k < half; k++) {
      const m = half - k;
      const aRe = re[k]!;
      const aIm = k === 0 ? 0 : im[k]!;
      const bRe = re[m]!;
      const bIm = k === 0 ? 0 : -im[m]!;
      const evenRe = (aRe + bRe) / 2;
      const evenIm = (aIm + bIm) / 2;
      const diffRe = (aRe - bRe) / 2;
      const diffIm = (aIm - bIm) / 2;
      const c = this.#cos[k]!;
      const s = this.#sin[k]!;
      const oddRe = diffRe * c - diffIm * s;
      const oddIm = diffRe * s + diffIm * c;
      const j = this.#swap[k]!;
      // Conjugated, so that the forward transform inverts.
      zr[j] = evenRe - oddIm;
      zi[j] = -(evenIm + oddRe);
    }
    this.#transform();
    for (let i = 0; i < half; i++) {
      output[2 * i] = zr[i]! / half;
      output[2 * i + 1] = -zi[i]! / half;
    }
  }

  /** In-place radix-2 transform of the bit-reversed work arrays (Cooley and Tukey, 1965). */
  #transform(): void {
    const n = this.#half;
    const re = this.#re;
    const im = this.#im;
    const cos = this.#cos;
    const sin = this.#sin;
    for (let length = 2; length <= n; length *= 2) {
      const middle = length / 2;
      const step = this.size / length;
      for (let start = 0; start < n; start += length) {
        for (let k = 0, t = 0; k < middle; k++, t += step) {
          const a = start + k;
          const b = a + middle;
          const c = cos[t]!;
          const s = sin[t]!;
          const br = re[b]! * c + im[b]! * s;
          const bi = im[b]! * c - re[b]! * s;
          re[b] = re[a]! - br;
          im[b] = im[a]! - bi;
          re[a]! += br;
          im[a]! += bi;
        }
      }
    }
  }
}
