import { RealFft } from '../../media/fft.ts';

/** Rate of the signals that are analysed. */
export const ANALYSIS_RATE = 16_000;
export const MEL_BANDS = 30;

const WINDOW_SAMPLES = 320;
const FFT_SIZE = 512;
const LOWEST_HZ = 90;
const HIGHEST_HZ = 7400;
/** -100 dBFS. Keeps the logarithm of digital silence finite. */
const FLOOR = 1e-10;

const toMel = (hz: number): number => 1127 * Math.log(1 + hz / 700);
const fromMel = (mel: number): number => 700 * (Math.exp(mel / 1127) - 1);

/** A triangular filter: weights of the bins from `first` on. */
interface Band {
  readonly first: number;
  readonly weights: Float64Array;
}

/**
 * Log power in bands of equal width on the mel scale (Stevens, Volkmann & Newman 1937), in frames of 20 ms. Frame
 * centres are `hopSamples` apart, beginning at the first sample.
 * @param samples mono at `ANALYSIS_RATE`
 * @param hopSamples may be fractional
 * @param warps factors that stretch frequencies like a longer or shorter vocal tract; one result for each
 * @returns rows of `MEL_BANDS` natural logarithms
 */
export function melSpectra(
  samples: Float32Array,
  hopSamples: number,
  warps: readonly number[],
): Float32Array[] {
  const frames = frameCount(samples.length, hopSamples);
  const banks = warps.map(melBank);
  const spectra = warps.map(() => new Float32Array(frames * MEL_BANDS));
  const fft = new RealFft(FFT_SIZE);
  const frame = new Float64Array(FFT_SIZE);
  const re = new Float64Array(fft.bins);
  const im = new Float64Array(fft.bins);
  const window = Float64Array.from(
    { length: WINDOW_SAMPLES },
    (_, i) => 0.54 - 0.46 * Math.cos((2 * Math.PI * (i + 0.5)) / WINDOW_SAMPLES),
  );
  for (let t = 0; t < frames; t++) {
    const start = Math.round(t * hopSamples) - WINDOW_SAMPLES / 2;
    for (let i = 0; i < WINDOW_SAMPLES; i++) {
      const at = start + i;
      // A first difference flattens the spectral tilt of speech.
      frame[i] = ((samples[at] ?? 0) - 0.95 * (samples[at - 1] ?? 0)) * window[i]!;
    }
    fft.forward(frame, re, im);
    for (let k = 0; k < fft.bins; k++) re[k] = re[k]! * re[k]! + im[k]! * im[k]!;
    for (const [index, bank] of banks.entries()) {
      const spectrum = spectra[index]!;
      for (let b = 0; b < MEL_BANDS; b++) {
        const { first, weights } = bank[b]!;
        let power = FLOOR * WINDOW_SAMPLES;
        for (let i = 0; i < weights.length; i++) power += weights[i]! * re[first + i]!;
        spectrum[t * MEL_BANDS + b] = Math.log(power);
      }
    }
  }
  return spectra;
}

/** Number of frames that `melSpectra` returns. */
export function frameCount(samples: number, hopSamples: number): number {
  return samples === 0 ? 0 : Math.floor((samples - 1) / hopSamples) + 1;
}

function melBank(warp: number): Band[] {
  const lowest = toMel(LOWEST_HZ);
  const step = (toMel(HIGHEST_HZ) - lowest) / (MEL_BANDS + 1);
  const edge = (index: number): number =>
    (warped(fromMel(lowest + index * step), warp) * FFT_SIZE) / ANALYSIS_RATE;
  return Array.from({ length: MEL_BANDS }, (_, b) => {
    const [left, middle, right] = [edge(b), edge(b + 1), edge(b + 2)];
    const first = Math.max(1, Math.ceil(left));
    const last = Math.min(FFT_SIZE / 2, Math.max(first, Math.floor(right)));
    const weights = Float64Array.from({ length: last - first + 1 }, (_, i) => {
      const bin = first + i;
      return Math.max(0, bin < middle ? (bin - left) / (middle - left) : (right - bin) / (right - middle));
    });
    // The lowest bands are narrower than a bin. A band without a bin takes the nearest one.
    const sum = weights.reduce((a, x) => a + x, 0);
    return { first, weights: sum > 0 ? weights.map((x) => x / sum) : Float64Array.of(1) };
  });
}

/** Stretches frequencies up to 4.5 kHz and compresses or expands the rest, so that the highest stays in place. */
function warped(hz: number, factor: number): number {
  const knee = 4500;
  if (hz <= knee) return hz * factor;
  return knee * factor + ((hz - knee) * (HIGHEST_HZ - knee * factor)) / (HIGHEST_HZ - knee);
}
