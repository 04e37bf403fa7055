/** Sines and cosines of a third, a fifth and two fifths of a turn. */
const SIN_THIRD = Math.sin((2 * Math.PI) / 3);
const COS_FIFTH = Math.cos((2 * Math.PI) / 5);
const SIN_FIFTH = Math.sin((2 * Math.PI) / 5);
const COS_FIFTHS = Math.cos((4 * Math.PI) / 5);
const SIN_FIFTHS = Math.sin((4 * Math.PI) / 5);

/** Discrete Fourier transforms of real signals whose length is even, half of it a product of 2, 3, 5 and 7. */
export class RealFft {
  readonly size: number;
  /** Number of bins from 0 Hz to half the sample rate, both included. */
  readonly bins: number;
  readonly #half: number;
  /** Radices of the complex transform of half the size, in the order in which its parts are joined. */
  readonly #factors: readonly number[];
  /** Permuted place of each input (digit reversal), so that the butterflies work in place. */
  readonly #places: Uint32Array;
  /** Cosines and sines of the angles 2πk/size. */
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #re: Float64Array;
  readonly #im: Float64Array;
  readonly #legRe = new Float64Array(7);
  readonly #legIm = new Float64Array(7);

  /** @throws RangeError when `size` is odd, or half of it has a prime factor above 7 */
  constructor(size: number) {
    const half = size / 2;
    this.size = size;
    this.bins = half + 1;
    this.#half = half;
    const factors = factorsOf(half);
    if (factors === null)
      throw new RangeError('the size must be even, and half of it a product of 2, 3, 5 and 7');
    this.#factors = factors;
    this.#places = placesOf(half, this.#factors);
    this.#cos = Float64Array.from({ length: size }, (_, i) => Math.cos((2 * Math.PI * i) / size));
    this.#sin = Float64Array.from({ length: size }, (_, i) => Math.sin((2 * Math.PI * i) / size));
    this.#re = new Float64Array(half);
    this.#im = new Float64Array(half);
  }

  /**
   * Spectrum of `size` samples: bin k holds the sum of x[n]·exp(-2πikn/size).
   * @param re real parts, at least `bins` long; @param im imaginary parts, likewise
   */
  forward(input: ArrayLike<number>, re: Float64Array, im: Float64Array): void {
    const half = this.#half;
    const places = this.#places;
    const cos = this.#cos;
    const sin = this.#sin;
    const zr = this.#re;
    const zi = this.#im;
    // Even samples as real, odd ones as imaginary parts: one complex transform of half the size.
    for (let i = 0; i < half; i++) {
      const place = places[i]!;
      zr[place] = input[2 * i]!;
      zi[place] = input[2 * i + 1]!;
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
      const c = cos[k]!;
      const s = sin[k]!;
      re[k] = evenRe + c * oddRe + s * oddIm;
      im[k] = evenIm + c * oddIm - s * oddRe;
    }
  }

  /**
   * Inverse of `forward`: `size` samples from `bins` bins; the imaginary parts of the first and last bin are ignored.
   */
  inverse(re: ArrayLike<number>, im: ArrayLike<number>, output: Float64Array | Float32Array): void {
    const half = this.#half;
    const places = this.#places;
    const cos = this.#cos;
    const sin = this.#sin;
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
      const c = cos[k]!;
      const s = sin[k]!;
      const oddRe = diffRe * c - diffIm * s;
      const oddIm = diffRe * s + diffIm * c;
      const place = places[k]!;
      // Conjugated, so that the forward transform inverts.
      zr[place] = evenRe - oddIm;
      zi[place] = -(evenIm + oddRe);
    }
    this.#transform();
    for (let i = 0; i < half; i++) {
      output[2 * i] = zr[i]! / half;
      output[2 * i + 1] = -zi[i]! / half;
    }
  }

  /** Transforms permuted inputs in place: decimation in time with mixed radices (Cooley and Tukey, 1965). */
  #transform(): void {
    let part = 1;
    for (const radix of this.#factors) {
      if (radix === 4) this.#joinFour(part);
      else if (radix === 2) this.#joinTwo(part);
      else if (radix === 3) this.#joinThree(part);
      else if (radix === 5) this.#joinFive(part);
      else this.#join(radix, part);
      part *= radix;
    }
  }

  /** Joins neighbouring transforms of `part` points, two at a time. */
  #joinTwo(part: number): void {
    const n = this.#half;
    const re = this.#re;
    const im = this.#im;
    const cos = this.#cos;
    const sin = this.#sin;
    const length = 2 * part;
    const step = this.size / length;
    for (let start = 0; start < n; start += length) {
      for (let k = 0, t = 0; k < part; k++, t += step) {
        const a = start + k;
        const b = a + part;
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

  /** Joins neighbouring transforms of `part` points, four at a time: fewer products than two at a time. */
  #joinFour(part: number): void {
    const n = this.#half;
    const re = this.#re;
    const im = this.#im;
    const cos = this.#cos;
    const sin = this.#sin;
    const length = 4 * part;
    const step = this.size / length;
    for (let k = 0; k < part; k++) {
      const c1 = cos[k * step]!;
      const s1 = sin[k * step]!;
      const c2 = cos[2 * k * step]!;
      const s2 = sin[2 * k * step]!;
      const c3 = cos[3 * k * step]!;
      const s3 = sin[3 * k * step]!;
      for (let a = k; a < n; a += length) {
        const b = a + part;
        const c = b + part;
        const d = c + part;
        const aRe = re[a]!;
        const aIm = im[a]!;
        const bRe = re[b]! * c1 + im[b]! * s1;
        const bIm = im[b]! * c1 - re[b]! * s1;
        const cRe = re[c]! * c2 + im[c]! * s2;
        const cIm = im[c]! * c2 - re[c]! * s2;
        const dRe = re[d]! * c3 + im[d]! * s3;
        const dIm = im[d]! * c3 - re[d]! * s3;
        const sumRe = aRe + cRe;
        const sumIm = aIm + cIm;
        const differenceRe = aRe - cRe;
        const differenceIm = aIm - cIm;
        const oddSumRe = bRe + dRe;
        const oddSumIm = bIm + dIm;
        const oddDifferenceRe = bRe - dRe;
        const oddDifferenceIm = bIm - dIm;
        re[a] = sumRe + oddSumRe;
        im[a] = sumIm + oddSumIm;
        re[b] = differenceRe + oddDifferenceIm;
        im[b] = differenceIm - oddDifferenceRe;
        re[c] = sumRe - oddSumRe;
        im[c] = sumIm - oddSumIm;
        re[d] = differenceRe - oddDifferenceIm;
        im[d] = differenceIm + oddDifferenceRe;
      }
    }
  }

  /** Joins neighbouring transforms of `part` points, three at a time. */
  #joinThree(part: number): void {
    const n = this.#half;
    const re = this.#re;
    const im = this.#im;
    const cos = this.#cos;
    const sin = this.#sin;
    const length = 3 * part;
    const step = this.size / length;
    for (let k = 0; k < part; k++) {
      const c1 = cos[k * step]!;
      const s1 = sin[k * step]!;
      const c2 = cos[2 * k * step]!;
      const s2 = sin[2 * k * step]!;
      for (let a = k; a < n; a += length) {
        const b = a + part;
        const c = b + part;
        const bRe = re[b]! * c1 + im[b]! * s1;
        const bIm = im[b]! * c1 - re[b]! * s1;
        const cRe = re[c]! * c2 + im[c]! * s2;
        const cIm = im[c]! * c2 - re[c]! * s2;
        const sumRe = bRe + cRe;
        const sumIm = bIm + cIm;
        const turnedRe = SIN_THIRD * (bIm - cIm);
        const turnedIm = SIN_THIRD * (bRe - cRe);
        const middleRe = re[a]! - sumRe / 2;
        const middleIm = im[a]! - sumIm / 2;
        re[a]! += sumRe;
        im[a]! += sumIm;
        re[b] = middleRe + turnedRe;
        im[b] = middleIm - turnedIm;
        re[c] = middleRe - turnedRe;
        im[c] = middleIm + turnedIm;
      }
    }
  }

  /** Joins neighbouring transforms of `part` points, five at a time. */
  #joinFive(part: number): void {
    const n = this.#half;
    const re = this.#re;
    const im = this.#im;
    const cos = this.#cos;
    const sin = this.#sin;
    const length = 5 * part;
    const step = this.size / length;
    for (let k = 0; k < part; k++) {
      const c1 = cos[k * step]!;
      const s1 = sin[k * step]!;
      const c2 = cos[2 * k * step]!;
      const s2 = sin[2 * k * step]!;
      const c3 = cos[3 * k * step]!;
      const s3 = sin[3 * k * step]!;
      const c4 = cos[4 * k * step]!;
      const s4 = sin[4 * k * step]!;
      for (let a = k; a < n; a += length) {
        const b = a + part;
        const c = b + part;
        const d = c + part;
        const e = d + part;
        const bRe = re[b]! * c1 + im[b]! * s1;
        const bIm = im[b]! * c1 - re[b]! * s1;
        const cRe = re[c]! * c2 + im[c]! * s2;
        const cIm = im[c]! * c2 - re[c]! * s2;
        const dRe = re[d]! * c3 + im[d]! * s3;
        const dIm = im[d]! * c3 - re[d]! * s3;
        const eRe = re[e]! * c4 + im[e]! * s4;
        const eIm = im[e]! * c4 - re[e]! * s4;
        const outerRe = bRe + eRe;
        const outerIm = bIm + eIm;
        const innerRe = cRe + dRe;
        const innerIm = cIm + dIm;
        const outerDifferenceRe = bRe - eRe;
        const outerDifferenceIm = bIm - eIm;
        const innerDifferenceRe = cRe - dRe;
        const innerDifferenceIm = cIm - dIm;
        const aRe = re[a]!;
        const aIm = im[a]!;
        const firstRe = aRe + COS_FIFTH * outerRe + COS_FIFTHS * innerRe;
        const firstIm = aIm + COS_FIFTH * outerIm + COS_FIFTHS * innerIm;
        const secondRe = aRe + COS_FIFTHS * outerRe + COS_FIFTH * innerRe;
        const secondIm = aIm + COS_FIFTHS * outerIm + COS_FIFTH * innerIm;
        const firstTurnedRe = SIN_FIFTH * outerDifferenceIm + SIN_FIFTHS * innerDifferenceIm;
        const firstTurnedIm = SIN_FIFTH * outerDifferenceRe + SIN_FIFTHS * innerDifferenceRe;
        const secondTurnedRe = SIN_FIFTHS * outerDifferenceIm - SIN_FIFTH * innerDifferenceIm;
        const secondTurnedIm = SIN_FIFTHS * outerDifferenceRe - SIN_FIFTH * innerDifferenceRe;
        re[a] = aRe + outerRe + innerRe;
        im[a] = aIm + outerIm + innerIm;
        re[b] = firstRe + firstTurnedRe;
        im[b] = firstIm - firstTurnedIm;
        re[c] = secondRe + secondTurnedRe;
        im[c] = secondIm - secondTurnedIm;
        re[d] = secondRe - secondTurnedRe;
        im[d] = secondIm + secondTurnedIm;
        re[e] = firstRe - firstTurnedRe;
        im[e] = firstIm + firstTurnedIm;
      }
    }
  }

  /** Joins neighbouring transforms of `part` points, `radix` at a time. */
  #join(radix: number, part: number): void {
    const n = this.#half;
    const re = this.#re;
    const im = this.#im;
    const cos = this.#cos;
    const sin = this.#sin;
    const legRe = this.#legRe;
    const legIm = this.#legIm;
    const step = this.size / (radix * part);
    const around = this.size / radix;
    for (let start = 0; start < n; start += radix * part) {
      for (let k = 0; k < part; k++) {
        for (let leg = 0; leg < radix; leg++) {
          const at = start + leg * part + k;
          const c = cos[leg * k * step]!;
          const s = sin[leg * k * step]!;
          legRe[leg] = re[at]! * c + im[at]! * s;
          legIm[leg] = im[at]! * c - re[at]! * s;
        }
        for (let bin = 0; bin < radix; bin++) {
          let sumRe = legRe[0]!;
          let sumIm = legIm[0]!;
          for (let leg = 1; leg < radix; leg++) {
            const turn = ((leg * bin) % radix) * around;
            sumRe += legRe[leg]! * cos[turn]! + legIm[leg]! * sin[turn]!;
            sumIm += legIm[leg]! * cos[turn]! - legRe[leg]! * sin[turn]!;
          }
          re[start + bin * part + k] = sumRe;
          im[start + bin * part + k] = sumIm;
        }
      }
    }
  }
}

/** Returns the smallest supported transform size that is not below a number of samples. */
export function fftSizeFrom(samples: number): number {
  let half = Math.max(1, Math.ceil(samples / 2));
  while (factorsOf(half) === null) half++;
  return 2 * half;
}

/** @returns null for a number with other factors than 2, 3, 5 and 7 */
function factorsOf(half: number): number[] | null {
  const factors: number[] = [];
  let rest = half;
  for (const factor of [4, 2, 3, 5, 7]) {
    for (; rest > 1 && rest % factor === 0; rest /= factor) factors.push(factor);
  }
  return rest === 1 ? factors : null;
}

/**
 * The last factor splits the inputs first: the digit of an index for this factor is the part that the input belongs to.
 */
function placesOf(count: number, factors: readonly number[]): Uint32Array {
  return Uint32Array.from({ length: count }, (_, index) => {
    let place = 0;
    let rest = index;
    let part = count;
    for (const radix of factors.toReversed()) {
      part /= radix;
      place += (rest % radix) * part;
      rest = Math.floor(rest / radix);
    }
    return place;
  });
}
