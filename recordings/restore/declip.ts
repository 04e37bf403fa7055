import { interpolate, predictionErrorFilter } from './autoregression.ts';
import { type ClippedSegment, clippedSegments } from './clipped-segments.ts';

/** Lowest order of the model, for 16 kHz; higher rates need more. */
const MIN_ORDER = 32;
const MAX_ORDER = 64;
/** Number of samples considered around a filled gap. */
const CONTEXT_MS = 12;
/** Longest stretch that is filled in at a time: speech is stationary for about this long. */
const CORE_MS = 16;
/** Each model is computed from the result of the previous one. */
const ROUNDS = 3;
/** Clipped samples are never estimated to exceed the ceiling by more than this factor. */
const MAX_OVERSHOOT = 3;

/**
 * Restores clipped peaks, in place; they then exceed the ceiling, and possibly full scale. All other samples are
 * unchanged.
 * @param samples mono, at the rate at which they were clipped: resampling rounds the corners
 * @param segments of the whole unrepaired sound, in order
 * @param first first segment to fill in
 * @param behind the segment after the last one to fill in
 * @returns the number of samples that were filled in
 */
export function declip(
  samples: Float32Array,
  sampleRate: number,
  segments: readonly ClippedSegment[] = clippedSegments(samples, sampleRate),
  first = 0,
  behind = segments.length,
): number {
  const context = Math.round((CONTEXT_MS * sampleRate) / 1000);
  const core = Math.round((CORE_MS * sampleRate) / 1000);
  let filled = 0;
  for (let k = first; k < behind; ) {
    const start = segments[k]!.from;
    let next = k + 1;
    while (next < behind && segments[next]!.to - start <= core) next++;
    // Clipped samples in the context are unknown, too.
    const end = segments[next - 1]!.to + context;
    let last = next;
    while (last < segments.length && segments[last]!.to <= end) last++;
    filled += fill(
      samples,
      { from: start - context, to: end },
      segments.slice(k, last),
      next - k,
      sampleRate,
    );
    k = next;
  }
  return filled;
}

/**
 * @param segments the segments in the frame
 * @param wanted how many of them to fill in, from the first on; the others follow with the next frame
 */
function fill(
  samples: Float32Array,
  frame: { readonly from: number; readonly to: number },
  segments: readonly ClippedSegment[],
  wanted: number,
  sampleRate: number,
): number {
  const from = Math.max(0, frame.from);
  const values = Float64Array.from(samples.subarray(from, frame.to));
  const order = Math.min(MAX_ORDER, Math.max(MIN_ORDER, Math.round(sampleRate / 750)), values.length >> 2);
  const missing: number[] = [];
  for (const segment of segments) for (let i = segment.from; i < segment.to; i++) missing.push(i - from);
  for (let round = 0; round < ROUNDS; round++) {
    const filter = predictionErrorFilter(values, order);
    if (filter === null) return 0;
    interpolate(values, missing, filter);
    // The original sample was beyond the ceiling in any case.
    for (const { from: start, to, sign } of segments) {
      for (let i = start; i < to; i++) {
        const ceiling = samples[i]! * sign;
        const value = values[i - from]! * sign;
        values[i - from] = sign * Math.min(MAX_OVERSHOOT * ceiling, Math.max(ceiling, value));
      }
    }
  }
  let filled = 0;
  for (const { from: start, to } of segments.slice(0, wanted)) {
    for (let i = start; i < to; i++) samples[i] = values[i - from]!;
    filled += to - start;
  }
  return filled;
}
