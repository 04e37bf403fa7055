import { rmsDbfs } from '../../media/level.ts';
import { mean, quantileFloor } from '../../media/statistics.ts';
import { RECOGNITION_SAMPLE_RATE } from './types.ts';

const FRAME_SAMPLES = 0.03 * RECOGNITION_SAMPLE_RATE;
/** Level below all voices. */
const SILENCE_DBFS = -55;
/** Lowest variation of the level of speech; fans, hums and tones are steadier. */
const RISE_DB = 6;
const FLOOR_QUANTILE = 0.1;
const CONTRAST_QUANTILE = 0.1;
/** Level of digital silence. */
const LEAST_DBFS = -100;
/** Shorter than the shortest word; a click may last one frame. */
const MIN_ACTIVE_FRAMES = 3;
/** Margin around the range, for soft consonants at its edges. */
const MARGIN_FRAMES = 10;

export interface SpeechRange {
  readonly startSamples: number;
  readonly endSamples: number;
  /** Duration of the sound that stands out from the background. */
  readonly soundMs: number;
  /** Level of its loudest tenth above its softest tenth, in dB. */
  readonly contrastDb: number;
}

/**
 * Finds the range that may contain speech: from the first to the last sound that stands out from the background, with a
 * margin. Null for silence and steady noise.
 * @param samples mono, 16 kHz
 */
export function speechRange(samples: Float32Array): SpeechRange | null {
  const levels: number[] = [];
  for (let at = 0; at + FRAME_SAMPLES <= samples.length; at += FRAME_SAMPLES) {
    levels.push(levelOf(samples.subarray(at, at + FRAME_SAMPLES)));
  }
  const floor = quantileFloor(levels, FLOOR_QUANTILE, Number.NEGATIVE_INFINITY);
  const threshold = Math.max(floor + RISE_DB, SILENCE_DBFS);
  const isActive = (level: number): boolean => level > threshold;
  const active = levels.filter(isActive).length;
  if (active < MIN_ACTIVE_FRAMES) return null;
  const first = levels.findIndex(isActive) - MARGIN_FRAMES;
  const last = levels.findLastIndex(isActive) + 1 + MARGIN_FRAMES;
  const within = levels.slice(Math.max(0, first), last).map((level) => Math.max(level, LEAST_DBFS));
  return {
    startSamples: Math.max(0, first * FRAME_SAMPLES),
    endSamples: Math.min(samples.length, last * FRAME_SAMPLES),
    soundMs: (active * FRAME_SAMPLES * 1000) / RECOGNITION_SAMPLE_RATE,
    contrastDb:
      quantileFloor(within, 1 - CONTRAST_QUANTILE, LEAST_DBFS) -
      quantileFloor(within, CONTRAST_QUANTILE, LEAST_DBFS),
  };
}

/** Removes an offset, which would hide soft speech. */
function levelOf(frame: Float32Array): number {
  const offset = mean(frame);
  return rmsDbfs(frame.map((sample) => sample - offset));
}
