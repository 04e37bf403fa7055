import { type HermitianSystem, solveHermitian } from './hermitian-system.ts';

/** Prediction delay in frames: correlation with nearer frames is due to the voice, not to the room. */
const DELAY = 2;
/** Length of the prediction filter, in frames. */
const TAPS = 8;
/** Iterations. The first one weights by the power of the recording, later ones by the power of the last result. */
const ROUNDS = 2;
/** Share of the mean power that is added to all powers: otherwise silent frames would get nearly all the weight. */
const FLOOR = 1e-4;

/** Removes the part of bands that their own past predicts. Its buffers are reused for one band after another. */
export class BandPredictor {
  readonly #frames: number;
  readonly #powers: Float64Array;
  readonly #weights: Float64Array;
  /** For each lag, every frame times the conjugate of the frame that is `lag` frames earlier. */
  readonly #products: readonly { readonly re: Float64Array; readonly im: Float64Array }[];
  readonly #system: HermitianSystem = {
    size: TAPS,
    matrixRe: new Float64Array(TAPS * TAPS),
    matrixIm: new Float64Array(TAPS * TAPS),
    re: new Float64Array(TAPS),
    im: new Float64Array(TAPS),
  };
  readonly #dryRe: Float64Array;
  readonly #dryIm: Float64Array;

  /** @param frames number of frames of each band */
  constructor(frames: number) {
    const values = (): Float64Array => new Float64Array(frames);
    this.#frames = frames;
    this.#powers = values();
    this.#weights = values();
    this.#products = Array.from({ length: DELAY + TAPS }, () => ({ re: values(), im: values() }));
    this.#dryRe = values();
    this.#dryIm = values();
  }

  /** Removes the predictable part in place. Silence stays as it is. */
  takeOut(re: Float64Array, im: Float64Array): void {
    this.#multiply(re, im);
    this.#dryRe.set(re);
    this.#dryIm.set(im);
    for (let round = 0; round < ROUNDS; round++) {
      if (!this.#weigh()) break;
      this.#accumulate();
      if (!solveHermitian(this.#system)) break;
      this.#subtract(re, im);
    }
    re.set(this.#dryRe);
    im.set(this.#dryIm);
  }

  /** Computes the products once: they are the same in all rounds, and several equations use each of them. */
  #multiply(re: Float64Array, im: Float64Array): void {
    for (let lag = 0; lag < this.#products.length; lag++) {
      const product = this.#products[lag]!;
      const outRe = product.re;
      const outIm = product.im;
      for (let t = lag; t < this.#frames; t++) {
        const aRe = re[t]!;
        const aIm = im[t]!;
        const bRe = re[t - lag]!;
        const bIm = im[t - lag]!;
        outRe[t] = aRe * bRe + aIm * bIm;
        outIm[t] = aIm * bRe - aRe * bIm;
      }
    }
  }

  /** Weights each frame by the reciprocal mean power of it and its neighbours. @returns false for silence */
  #weigh(): boolean {
    const frames = this.#frames;
    const powers = this.#powers;
    let sum = 0;
    for (let t = 0; t < frames; t++) {
      const power = this.#dryRe[t]! ** 2 + this.#dryIm[t]! ** 2;
      powers[t] = power;
      sum += power;
    }
    if (sum === 0) return false;
    const floor = (FLOOR * sum) / frames;
    for (let t = 0; t < frames; t++) {
      const power = powers[t]!;
      const around = ((powers[t - 1] ?? power) + power + (powers[t + 1] ?? power)) / 3;
      this.#weights[t] = 1 / (around + floor);
    }
    return true;
  }

  /** The normal equations of the weighted prediction. */
  #accumulate(): void {
    const { matrixRe, matrixIm, re, im } = this.#system;
    for (let a = 0; a < TAPS; a++) {
      for (let b = 0; b <= a; b++) {
        const [sumRe, sumIm] = this.#weighted(a - b, DELAY + b);
        matrixRe[a * TAPS + b] = sumRe;
        matrixIm[a * TAPS + b] = -sumIm;
      }
      const [sumRe, sumIm] = this.#weighted(DELAY + a, 0);
      re[a] = sumRe;
      im[a] = -sumIm;
    }
  }

  /** The weighted sum of the products of a lag, delayed by some further frames. */
  #weighted(lag: number, delay: number): readonly [number, number] {
    const { re, im } = this.#products[lag]!;
    const weights = this.#weights;
    let sumRe = 0;
    let sumIm = 0;
    for (let t = lag, at = lag + delay; at < this.#frames; t++, at++) {
      const weight = weights[at]!;
      sumRe += weight * re[t]!;
      sumIm += weight * im[t]!;
    }
    return [sumRe, sumIm];
  }

  /** Subtracts the prediction of the filter, which solves the system of equations. */
  #subtract(wetRe: Float64Array, wetIm: Float64Array): void {
    const { re: filterRe, im: filterIm } = this.#system;
    const dryRe = this.#dryRe;
    const dryIm = this.#dryIm;
    dryRe.set(wetRe);
    dryIm.set(wetIm);
    for (let tap = 0; tap < TAPS; tap++) {
      // The conjugate of the filter's tap times the past.
      const fRe = filterRe[tap]!;
      const fIm = filterIm[tap]!;
      for (let t = DELAY + tap, past = 0; t < this.#frames; t++, past++) {
        const xRe = wetRe[past]!;
        const xIm = wetIm[past]!;
        dryRe[t]! -= fRe * xRe + fIm * xIm;
        dryIm[t]! -= fRe * xIm - fIm * xRe;
      }
    }
  }
}
