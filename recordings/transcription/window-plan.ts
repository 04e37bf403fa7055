/** Long recordings are recognised window by window, so that a short one need not wait for a whole lecture. */

export interface WindowLimits {
  readonly maxSeconds: number;
  /** Start of the search for a cut: the longer the range, the quieter the cut. */
  readonly minSeconds: number;
}

/** Whisper processes 30 s at a time. */
export const WHOLE: WindowLimits = { maxSeconds: 28, minSeconds: 14 };
/** For text that is sent while it is recognised: a sentence or two. */
export const FOLLOWED: WindowLimits = { maxSeconds: 10, minSeconds: 3 };
const FRAME_SECONDS = 0.02;
/** A pause is at least this many frames long; shorter silences are consonants. */
const PAUSE_FRAMES = 15;

/** A part of a recording, `end` exclusive. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts a recording at its quietest places. The windows follow one another without a gap.
 * @param samples mono
 */
export function recognitionWindows(
  samples: Float32Array,
  sampleRate: number,
  { maxSeconds, minSeconds }: WindowLimits,
): Window[] {
  const frame = Math.round(FRAME_SECONDS * sampleRate);
  const max = maxSeconds * sampleRate;
  const windows: Window[] = [];
  let start = 0;
  while (samples.length - start > max) {
    const from = Math.floor((start + minSeconds * sampleRate) / frame);
    const to = Math.floor((start + max) / frame);
    const end = quietest(energies(samples, frame, from, to), from) * frame;
    windows.push({ start, end });
    start = end;
  }
  if (start < samples.length) windows.push({ start, end: samples.length });
  return windows;
}

/** Sums of squares of the frames [from, to). */
function energies(samples: Float32Array, frame: number, from: number, to: number): Float64Array {
  return Float64Array.from({ length: to - from }, (_, i) => {
    let sum = 0;
    const at = (from + i) * frame;
    for (let k = at; k < at + frame; k++) sum += samples[k]! ** 2;
    return sum;
  });
}

/** The frame in the middle of the quietest stretch; of several equal ones the last, for long windows. */
function quietest(levels: Float64Array, offset: number): number {
  let sum = 0;
  let best = { sum: Number.POSITIVE_INFINITY, end: levels.length };
  for (let i = 0; i < levels.length; i++) {
    sum += levels[i]! - (i >= PAUSE_FRAMES ? levels[i - PAUSE_FRAMES]! : 0);
    // A rounding error of larger sums must not count against silence.
    const rounded = Math.max(0, sum);
    if (i >= PAUSE_FRAMES - 1 && rounded <= best.sum) best = { sum: rounded, end: i + 1 };
  }
  return offset + best.end - Math.ceil(PAUSE_FRAMES / 2);
}
