/**
 * The input of DeepFilterNet's encoder: levels in 32 bands and the lowest 96 bins, each relative to its running mean,
 * so that neither loudness nor the frequency response of a microphone matters (Schröter et al., "DeepFilterNet: A Low
 * Complexity Speech Enhancement Framework for Full-Band Audio Based on Deep Filtering", ICASSP 2022, section 2.3).
 */
import { ERB_BANDS, ERB_WIDTHS } from './erb-bands.ts';
import { BINS, type Spectra } from './spectra.ts';

/** Bins up to 4.8 kHz, which are filtered one by one. */
export const FILTERED_BINS = 96;

/** Decay per frame of 10 ms for a time constant of 1 s, rounded as in training. */
const DECAY = 0.99;
/** Initial values of the means, for the lowest and the highest band or bin: levels in dB, and magnitudes. */
const FIRST_LEVELS_DB = [-60, -90] as const;
const FIRST_MAGNITUDES = [0.001, 0.0001] as const;
const LEVEL_SCALE_DB = 40;
const POWER_FLOOR = 1e-10;

export interface ModelFeatures {
  readonly frames: number;
  /** `ERB_BANDS` values for each frame. */
  readonly levels: Float32Array;
  /** `FILTERED_BINS` values for each frame. */
  readonly re: Float32Array;
  readonly im: Float32Array;
}

export function modelFeatures(spectra: Spectra): ModelFeatures {
  const { frames } = spectra;
  const levels = new Float32Array(frames * ERB_BANDS);
  const re = new Float32Array(frames * FILTERED_BINS);
  const im = new Float32Array(frames * FILTERED_BINS);
  const meanLevels = ramp(FIRST_LEVELS_DB, ERB_BANDS);
  const meanMagnitudes = ramp(FIRST_MAGNITUDES, FILTERED_BINS);
  for (let t = 0; t < frames; t++) {
    let bin = t * BINS;
    for (let band = 0; band < ERB_BANDS; band++) {
      const width = ERB_WIDTHS[band]!;
      let power = 0;
      for (let i = 0; i < width; i++, bin++) power += spectra.re[bin]! ** 2 + spectra.im[bin]! ** 2;
      const level = 10 * Math.log10(power / width + POWER_FLOOR);
      const mean = level * (1 - DECAY) + meanLevels[band]! * DECAY;
      meanLevels[band] = mean;
      levels[t * ERB_BANDS + band] = (level - mean) / LEVEL_SCALE_DB;
    }
    for (let k = 0; k < FILTERED_BINS; k++) {
      const x = spectra.re[t * BINS + k]!;
      const y = spectra.im[t * BINS + k]!;
      const mean = Math.hypot(x, y) * (1 - DECAY) + meanMagnitudes[k]! * DECAY;
      meanMagnitudes[k] = mean;
      re[t * FILTERED_BINS + k] = x / Math.sqrt(mean);
      im[t * FILTERED_BINS + k] = y / Math.sqrt(mean);
    }
  }
  return { frames, levels, re, im };
}

function ramp([first, last]: readonly [number, number], count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => first + ((last - first) * i) / (count - 1));
}
