/** Detects clipping in a sentence. */

import type { TimeSpan } from '../../../../engine/forced-alignment/types.ts';
import { clippedShare, LEVEL_TOPS } from '../../../../media/clipping.ts';
import type { TakeSound } from './take-sound.ts';

/** The very highest half-waves are ignored, because they may be knocks. */
const IGNORED_PEAKS = 2;
/** Half-waves within the first distance of the ceiling reach it; those between the two distances do not reach it. */
const REACHING = 0.96;
const BELOW = 0.8;
const MIN_PEAK_SAMPLES = 3;

export interface ClippingFigures {
  /** Shares of the samples on flat peaks, and on peaks that filters have bent after clipping. */
  readonly levelTops: number;
  readonly bentTops: number;
  /** Logarithm of the ratio of half-waves that reach the ceiling to those just below it; 0 if there is no excess. */
  readonly piledUp: number;
}

/** Each sentence is examined alone, because a clipped and an unclipped one have different ceilings. */
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

/** Higher half-waves are rarer; just below a ceiling there are many. */
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
  // The lower range is four times as wide.
  return Math.log((near + 1) / (below / 4 + 2));
}
