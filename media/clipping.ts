/**
 * Detects flat tops, the trace of a recording that was too loud for its microphone. They remain when the recording is
 * turned down afterwards, and remain nearly flat when it is resampled, so the shape of the half-waves counts, not full
 * scale: those that reach the common ceiling and stay near it for most of their width. A sine stays above 75 % of its
 * peak for 46 % of a half-wave; vowels for less.
 */

import { quantileLower } from './statistics.ts';

/** Which half-waves count as flat tops. */
export interface TopShape {
  /**
   * Lower bound of a flat top's peak, as a fraction of the ceiling: filters make some peaks overshoot and others sag.
   */
  readonly reach: number;
  /** At least this fraction of the half-wave lies above `near` of its peak. */
  readonly share: number;
  readonly near: number;
}

/** Criteria for tops that filters or echoes have bent since they were clipped. Voices have one occasionally. */
const BENT_TOPS: TopShape = { reach: 0.6, near: 0.75, share: 0.62 };
/** Criteria for tops exactly as clipped. Voices have hardly any. */
export const LEVEL_TOPS: TopShape = { reach: 0.93, near: 0.95, share: 0.3 };

/** Half-waves with a peak below this fraction of the ceiling are ignored: they show nothing about clipping. */
const HEARD = 0.1;
const MIN_TOP_SAMPLES = 3;

/**
 * Returns the fraction of the sounding samples that lie on flat tops, 0 to 1. Clean speech has less than 0.002.
 * @param samples mono, at the recording's rate: resampling rounds corners
 */
export function clippedShare(samples: Float32Array, { reach, near, share } = BENT_TOPS): number {
  const ceilings = [1, -1].map((sign) => ceiling(samples, sign));
  let flat = 0;
  let heard = 0;
  forEachHalfWave(samples, (from, to, peak, sign) => {
    const top = ceilings[sign > 0 ? 0 : 1]!;
    if (peak < HEARD * top || top === 0) return;
    heard += to - from;
    if (peak < reach * top) return;
    let count = 0;
    for (let i = from; i < to; i++) if (samples[i]! * sign >= near * peak) count++;
    if (count >= MIN_TOP_SAMPLES && count >= share * (to - from)) flat += count;
  });
  return heard === 0 ? 0 : flat / heard;
}

/** Returns the level of the highest half-waves, except for the very highest, which may be knocks. */
function ceiling(samples: Float32Array, wanted: number): number {
  const peaks: number[] = [];
  forEachHalfWave(samples, (from, to, peak, sign) => {
    if (sign === wanted && to - from >= MIN_TOP_SAMPLES) peaks.push(peak);
  });
  return quantileLower(peaks, 0.995, 0);
}

function forEachHalfWave(
  samples: Float32Array,
  visit: (from: number, to: number, peak: number, sign: number) => void,
): void {
  for (let from = 0; from < samples.length; ) {
    const sign = samples[from]! < 0 ? -1 : 1;
    let peak = 0;
    let to = from;
    while (to < samples.length && (samples[to]! < 0 ? -1 : 1) === sign) {
      peak = Math.max(peak, samples[to]! * sign);
      to++;
    }
    visit(from, to, peak, sign);
    from = to;
  }
}
