import { rmsDbfs, softestStretch } from '../../media/level.ts';
import { RECOGNITION_SAMPLE_RATE } from './types.ts';

/** Less than the 30 s that Whisper takes at a time. */
const MAX_SAMPLES = 28 * RECOGNITION_SAMPLE_RATE;
/** A piece ends somewhere within its last 8 s. */
const SEARCH_SAMPLES = 8 * RECOGNITION_SAMPLE_RATE;
const FRAME_SAMPLES = 0.02 * RECOGNITION_SAMPLE_RATE;
/** A pause between words is the softest stretch of this many frames: 200 ms. */
const PAUSE_FRAMES = 10;

/** A stretch of a recording: samples [start, end). */
export interface Piece {
  readonly startSamples: number;
  readonly endSamples: number;
}

/**
 * Cuts a recording into pieces of at most 28 s at its softest moments, so that others wait for one piece only.
 * @param samples mono, 16 kHz
 * @returns the pieces, in order, without gaps; one for a short recording
 */
export function* piecesOf(samples: Float32Array): Generator<Piece> {
  let start = 0;
  while (samples.length - start > MAX_SAMPLES) {
    const from = start + MAX_SAMPLES - SEARCH_SAMPLES;
    const end = from + softest(samples.subarray(from, start + MAX_SAMPLES));
    yield { startSamples: start, endSamples: end };
    start = end;
  }
  yield { startSamples: start, endSamples: samples.length };
}

/** The middle of the softest pause. */
function softest(samples: Float32Array): number {
  const levels: number[] = [];
  for (let at = 0; at + FRAME_SAMPLES <= samples.length; at += FRAME_SAMPLES) {
    levels.push(Math.max(-100, rmsDbfs(samples.subarray(at, at + FRAME_SAMPLES))));
  }
  return ((softestStretch(levels, PAUSE_FRAMES) ?? 0) + PAUSE_FRAMES / 2) * FRAME_SAMPLES;
}
