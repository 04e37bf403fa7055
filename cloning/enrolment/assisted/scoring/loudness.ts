/** Signs of a sentence that was too loud for its microphone. */

import type { TimeSpan } from '../../../../engine/forced-alignment/types.ts';
import { clippedShare, LEVEL_TOPS } from '../../../../media/clipping.ts';
import type { TakeSound } from './take-sound.ts';

/** The very highest half-waves may be knocks. */
const IGNORED_PEAKS = 2;
/** Half-waves within so much of the ceiling reach it; those further below, down to the other, do not. */
const REACHING = 0.96;
const BELOW = 0.8;
const MIN_PEAK_SAMPLES = 3;

export interface ClippingFigures {
  /** Shares of the samples on tops that are level, and on tops that filters have bent since. */
  readonly levelTops: number;
  readonly bentTops: number;
  /** How much more half-waves reach the ceiling than come near it, as logarithm; 0 where they do not pile up. */
  readonly piledUp: number;
}

/** Each sentence is looked at alone, for one that was clipped and another that was not have different ceilings. */
export function clippingFigures(
  { samples, sampleRate }: TakeSound,
  { startMs, endMs }: TimeSpan,
): ClippingFigures {
  const at = (ms: number): number => Math.round((ms * sampleRate) / 1000);
  const sentence = samples.subarray(at(startMs), at(endMs));
  return {
    levelTops: clippedShare(sentence, LEVEL_TOPS),
    bentTops: clippedShare(sentence),
    piledUp: Math.max(0, piledUp(sentence, 1), piledUp(sentence, -1)),
  };
}

/** The higher half-waves are, the fewer they are; below a ceiling there are many. */
function piledUp(samples: Float32Array, sign: number): number {
  const peaks: number[] = [];
  for (let from = 0; from < samples.length; ) {
    let peak = 0;
    let to = from;
    while (to < samples.length && samples[to]! * sign > 0) peak = Math.max(peak, samples[to++]! * sign);
    if (to - from >= MIN_PEAK_SAMPLES) peaks.push(peak);
    from = Math.max(to, from + 1);
  }
  peaks.sort((a, b) => b - a);
  const top = peaks[IGNORED_PEAKS];
  if (top === undefined) return 0;
  const near = peaks.filter((peak) => peak >= REACHING * top).length - IGNORED_PEAKS;
  const below = peaks.filter((peak) => peak >= BELOW * top && peak < REACHING * top).length;
  // The lower stretch is four times as wide.
  return Math.log((near + 1) / (below / 4 + 2));
}
