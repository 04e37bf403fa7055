/**
 * Mel-cepstra of log power spectra between 0 Hz and `BAND_HZ`: a smooth spectrum in 25 numbers, independent of the
 * sample rate. Both directions are linear maps (Tokuda et al. 1994, "Mel-generalized cepstral analysis", with gamma =
 * 0; here fitted by least squares on the warped axis).
 */

/** The band in which speakers differ and recordings are reliable. */
const BAND_HZ = 8000;
/** c0 to c24. */
export const CEPSTRUM_SIZE = 25;
/** Number of coefficients that are computed together, with their sums in registers. */
const BLOCK = 5;
/** All-pass constant at which the axis of a 16 kHz signal resembles the mel scale. */
const ALPHA = 0.42;

export class MelCepstrum {
  /** Number of bins from 0 Hz to just below `BAND_HZ`. */
  readonly bins: number;
  /** Matrix from log spectrum to cepstrum: `bins` rows for each group of `BLOCK` coefficients. */
  readonly #analysis: readonly Float64Array[];
  /** Matrix from cepstrum to log spectrum: `CEPSTRUM_SIZE` rows of `bins`. */
  readonly #synthesis: Float64Array;

  /** @param binHz width of a bin of the spectra */
  constructor(binHz: number) {
    this.bins = Math.floor(BAND_HZ / binHz) + 1;
    const size = CEPSTRUM_SIZE;
    const synthesis = new Float64Array(size * this.bins);
    const weighted = new Float64Array(size * this.bins);
    for (let k = 0; k < this.bins; k++) {
      const omega = Math.min(Math.PI, (Math.PI * k * binHz) / BAND_HZ);
      const cos = Math.cos(omega);
      const warped = omega + 2 * Math.atan((ALPHA * Math.sin(omega)) / (1 - ALPHA * cos));
      // Bins are weighed by their width on the warped axis.
      const weight = (1 - ALPHA ** 2) / (1 + ALPHA ** 2 - 2 * ALPHA * cos);
      for (let m = 0; m < size; m++) {
        const basis = 2 * Math.cos(m * warped);
        synthesis[m * this.bins + k] = basis;
        weighted[m * this.bins + k] = basis * weight;
      }
    }
    const normal = new Float64Array(size * size);
    for (let a = 0; a < size; a++) {
      for (let b = 0; b < size; b++) {
        let sum = 0;
        for (let k = 0; k < this.bins; k++) {
          sum += weighted[a * this.bins + k]! * synthesis[b * this.bins + k]!;
        }
        normal[a * size + b] = sum;
      }
    }
    const solved = solve(normal, size, weighted, this.bins);
    this.#analysis = Array.from({ length: size / BLOCK }, (_, block) =>
      Float64Array.from({ length: this.bins * BLOCK }, (_, i) => {
        const m = block * BLOCK + (i % BLOCK);
        return solved[m * this.bins + Math.floor(i / BLOCK)]!;
      }),
    );
    this.#synthesis = synthesis;
  }

  /** Writes the cepstrum of a log power spectrum of at least `bins` bins to `output` from `at` on. */
  analyse(
    logPower: Float64Array | Float32Array,
    output: Float32Array | Float64Array,
    at = 0,
    from = 0,
  ): void {
    const bins = this.bins;
    let to = at;
    for (const matrix of this.#analysis) {
      let sum0 = 0;
      let sum1 = 0;
      let sum2 = 0;
      let sum3 = 0;
      let sum4 = 0;
      for (let k = 0, i = 0; k < bins; k++, i += BLOCK) {
        const value = logPower[from + k]!;
        sum0 += value * matrix[i]!;
        sum1 += value * matrix[i + 1]!;
        sum2 += value * matrix[i + 2]!;
        sum3 += value * matrix[i + 3]!;
        sum4 += value * matrix[i + 4]!;
      }
      output[to++] = sum0;
      output[to++] = sum1;
      output[to++] = sum2;
      output[to++] = sum3;
      output[to++] = sum4;
    }
  }

  /** Adds the log power spectrum of a cepstrum to the first `bins` bins of `output`. */
  addSpectrum(cepstrum: Float64Array | Float32Array, output: Float64Array, at = 0): void {
    const matrix = this.#synthesis;
    for (let m = 0; m < CEPSTRUM_SIZE; m++) {
      const value = cepstrum[at + m]!;
      const row = m * this.bins;
      for (let k = 0; k < this.bins; k++) output[k]! += value * matrix[row + k]!;
    }
  }
}

/** Solves A·X = B for a symmetric positive definite A of `size` x `size` and B of `size` x `columns` (Cholesky). */
function solve(a: Float64Array, size: number, b: Float64Array, columns: number): Float64Array {
  const lower = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[i * size + j]!;
      for (let k = 0; k < j; k++) sum -= lower[i * size + k]! * lower[j * size + k]!;
      lower[i * size + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / lower[j * size + j]!;
    }
  }
  const x = Float64Array.from(b);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) subtractRow(x, columns, i, k, lower[i * size + k]!);
    scaleRow(x, columns, i, 1 / lower[i * size + i]!);
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) subtractRow(x, columns, i, k, lower[k * size + i]!);
    scaleRow(x, columns, i, 1 / lower[i * size + i]!);
  }
  return x;
}

function subtractRow(x: Float64Array, columns: number, target: number, source: number, factor: number): void {
  for (let c = 0; c < columns; c++) x[target * columns + c]! -= factor * x[source * columns + c]!;
}

function scaleRow(x: Float64Array, columns: number, row: number, factor: number): void {
  for (let c = 0; c < columns; c++) x[row * columns + c]! *= factor;
}
