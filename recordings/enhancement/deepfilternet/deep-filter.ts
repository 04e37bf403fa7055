import { BAND_OF_BIN, ERB_BANDS } from './erb-bands.ts';
import { FILTERED_BINS } from './model-features.ts';
import { BINS, type Spectra } from './spectra.ts';

/** Number of frames in a filter's reach, and how many of them are ahead. */
const FILTER_ORDER = 5;
export const LOOKAHEAD_FRAMES = 2;
/** Real and imaginary part for each frame of the filter's reach, for each bin. */
export const FILTER_VALUES = FILTERED_BINS * FILTER_ORDER * 2;

/** The network's output for consecutive frames: gains and filters. */
export interface Treatment {
  /** `ERB_BANDS` values for each frame, 0 to 1. */
  readonly gains: Float32Array;
  /** `FILTER_VALUES` values for each frame. */
  readonly filters: Float32Array;
}

/**
 * Processes frames `from` to `to`: low bins become a weighted sum of themselves over five frames, which removes noise
 * between the harmonics of a voice; the other bins get the gain of their band (Schröter et al., "DeepFilterNet:
 * Perceptually Motivated Real-Time Speech Enhancement", Interspeech 2023).
 * @param skip number of frames at the beginning of the treatment that are before `from`
 * @param clean is written to
 */
export function applyTreatment(
  noisy: Spectra,
  treatment: Treatment,
  { from, to, skip }: { readonly from: number; readonly to: number; readonly skip: number },
  clean: Spectra,
): void {
  for (let t = from; t < to; t++) {
    const at = t - from + skip;
    filterLowBins(noisy, treatment.filters.subarray(at * FILTER_VALUES, (at + 1) * FILTER_VALUES), t, clean);
    for (let k = FILTERED_BINS; k < BINS; k++) {
      const gain = treatment.gains[at * ERB_BANDS + BAND_OF_BIN[k]!]!;
      clean.re[t * BINS + k] = noisy.re[t * BINS + k]! * gain;
      clean.im[t * BINS + k] = noisy.im[t * BINS + k]! * gain;
    }
  }
}

function filterLowBins(noisy: Spectra, filter: Float32Array, t: number, clean: Spectra): void {
  const first = t + LOOKAHEAD_FRAMES - FILTER_ORDER + 1;
  for (let k = 0; k < FILTERED_BINS; k++) {
    let sumRe = 0;
    let sumIm = 0;
    for (let tap = 0; tap < FILTER_ORDER; tap++) {
      const frame = first + tap;
      if (frame < 0 || frame >= noisy.frames) continue;
      const x = noisy.re[frame * BINS + k]!;
      const y = noisy.im[frame * BINS + k]!;
      const c = filter[(k * FILTER_ORDER + tap) * 2]!;
      const s = filter[(k * FILTER_ORDER + tap) * 2 + 1]!;
      sumRe += x * c - y * s;
      sumIm += x * s + y * c;
    }
    clean.re[t * BINS + k] = sumRe;
    clean.im[t * BINS + k] = sumIm;
  }
}
