/**
 * Flat tops, the trace of a recording that was too loud for its microphone. They stay when the recording is turned down
 * afterwards, and nearly flat when it is resampled, so it is the shape of the half-waves that counts, not full scale:
 * those that reach the common ceiling and stay near it for most of their width. A sine stays above 75 % of its peak for
 * 46 % of a half-wave; vowels for less.
 */

import { quantileLower } from './statistics.ts';

/** Which half-waves are flat tops. */
export interface TopShape {
  /** They reach this part of the ceiling: filters let some overshoot and others sag. */
  readonly reach: number;
  /** So much of one lies above `near` of its peak. */
  readonly share: number;
  readonly near: number;
}

/** Tops that filters or echoes have bent since they were cut off. Voices have one now and then. */
const BENT_TOPS: TopShape = { reach: 0.6, near: 0.75, share: 0.62 };
/** Tops as they were cut off. Voices have hardly any. */
export const LEVEL_TOPS: TopShape = { reach: 0.93, near: 0.95, share: 0.3 };

/** Quieter half-waves than this part of the ceiling say nothing about clipping. */
const HEARD = 0.1;
const MIN_TOP_SAMPLES = 3;

/**
 * The share of the sounding samples that lie on flat tops, 0 to 1. Clean speech has less than 0.002.
 * @param samples mono, at the rate of the recording: resampling rounds corners
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

/** Where the highest half-waves end; the very highest are left out, they may be knocks. */
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
