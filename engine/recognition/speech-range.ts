import { rmsDbfs } from '../../media/level.ts';
import { quantileFloor } from '../../media/statistics.ts';
import { RECOGNITION_SAMPLE_RATE } from './types.ts';

const FRAME_SAMPLES = 0.03 * RECOGNITION_SAMPLE_RATE;
/** Softer than any voice meant to be heard. */
const SILENCE_DBFS = -55;
/** Speech rises and falls; fans, hums and tones do not. */
const RISE_DB = 6;
const FLOOR_QUANTILE = 0.1;
/** Shorter than the shortest word; a click may last one frame. */
const MIN_ACTIVE_FRAMES = 3;
/** Kept around what was found, for soft consonants at the edges. */
const MARGIN_FRAMES = 10;

/**
 * Where in a recording there may be speech: from the first to the last sound that stands out from the background, with
 * a margin. Null when there is none: silence, or noise as steady as a machine's.
 * @param samples mono, 16 kHz
 */
export function speechRange(samples: Float32Array): { startSamples: number; endSamples: number } | null {
  const levels: number[] = [];
  for (let at = 0; at + FRAME_SAMPLES <= samples.length; at += FRAME_SAMPLES) {
    levels.push(rmsDbfs(samples.subarray(at, at + FRAME_SAMPLES)));
  }
  const floor = quantileFloor(levels, FLOOR_QUANTILE, Number.NEGATIVE_INFINITY);
  const threshold = Math.max(floor + RISE_DB, SILENCE_DBFS);
  const isActive = (level: number): boolean => level > threshold;
  if (levels.filter(isActive).length < MIN_ACTIVE_FRAMES) return null;
  const first = levels.findIndex(isActive) - MARGIN_FRAMES;
  const last = levels.findLastIndex(isActive) + 1 + MARGIN_FRAMES;
  return {
    startSamples: Math.max(0, first * FRAME_SAMPLES),
    endSamples: Math.min(samples.length, last * FRAME_SAMPLES),
  };
}
