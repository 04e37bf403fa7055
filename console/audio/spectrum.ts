/** Samples per window: 21 ms of speech at 24 kHz, which resolves the harmonics of most voices. */
const WINDOW = 512;
/** Maximum number of windows per column, however much sound it represents. */
const MOST_IN_COLUMN = 4;

export const BINS = WINDOW / 2;
/** Ends of the colour scale, as levels of a sine in dBFS. */
export const FLOOR_DB = -100;
export const TOP_DB = -20;

const HANN = Float32Array.from(
  { length: WINDOW },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW),
);
/** Magnitude of a sine of full scale: half the sum of the window. */
const FULL_SCALE = HANN.reduce((sum, value) => sum + value, 0) / 2;

/**
 * Computes the short-time spectrum of a sound, in columns of equal duration.
 * @param samples one channel in [-1, 1)
 * @returns for each column `BINS` levels in dBFS, from 0 Hz up to half the rate
 */
export function spectrogram(samples: Float32Array, columns: number): Float32Array[] {
  const real = new Float32Array(WINDOW);
  const imaginary = new Float32Array(WINDOW);
  const step = samples.length / columns;
  const windows = Math.max(1, Math.min(MOST_IN_COLUMN, Math.round(step / WINDOW)));
  return Array.from({ length: columns }, (_, column) => {
    const levels = new Float32Array(BINS).fill(FLOOR_DB);
    for (let i = 0; i < windows; i++) {
      const middle = Math.round((column + (i + 0.5) / windows) * step);
      for (let j = 0; j < WINDOW; j++) {
        real[j] = (samples[middle - WINDOW / 2 + j] ?? 0) * HANN[j]!;
        imaginary[j] = 0;
      }
      transform(real, imaginary);
      for (let bin = 0; bin < BINS; bin++) {
        const size = Math.hypot(real[bin]!, imaginary[bin]!) / FULL_SCALE;
        const db = 20 * Math.log10(size + 1e-12);
        if (db > levels[bin]!) levels[bin] = db;
      }
    }
    return levels;
  });
}

/** Computes the discrete Fourier transform in place, for powers of two (Cooley and Tukey, 1965). */
function transform(real: Float32Array, imaginary: Float32Array): void {
  const n = real.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [real[i], real[j]] = [real[j]!, real[i]!];
      [imaginary[i], imaginary[j]] = [imaginary[j]!, imaginary[i]!];
    }
  }
  for (let size = 2; size <= n; size *= 2) {
    const half = size / 2;
    for (let k = 0; k < half; k++) {
      const cos = Math.cos((-2 * Math.PI * k) / size);
      const sin = Math.sin((-2 * Math.PI * k) / size);
      for (let a = k; a < n; a += size) {
        const b = a + half;
        const re = real[b]! * cos - imaginary[b]! * sin;
        const im = real[b]! * sin + imaginary[b]! * cos;
        real[b] = real[a]! - re;
        imaginary[b] = imaginary[a]! - im;
        real[a] = real[a]! + re;
        imaginary[a] = imaginary[a]! + im;
      }
    }
  }
}
