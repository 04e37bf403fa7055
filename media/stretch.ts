/** Window length; windows overlap by half. */
const WINDOW_MS = 30;
/** Search range for the offset at which a window fits best. */
const SEARCH_MS = 8;
/** Samples. */
const COARSE = 4;

/**
 * Changes the duration of speech without changing its pitch: windows are overlapped more or less, each at the offset
 * where it best continues the one before (W. Verhelst and M. Roelands, "An overlap-add technique based on waveform
 * similarity (WSOLA)", 1993).
 * @param length samples of the result
 */
export function stretched(samples: Float32Array, sampleRate: number, length: number): Float32Array {
  if (length === 0) return new Float32Array(0);
  return stretchOn(beginStretch(sampleRate, samples.length / length), samples, true);
}

/**
 * Returns the position around `wanted` where the samples are most similar to those that would have followed. The search
 * has coarse steps, then fine ones.
 */
function bestPlace(
  samples: Float32Array,
  following: number,
  wanted: number,
  length: number,
  search: number,
): number {
  let best = wanted;
  let most = -Infinity;
  const look = (from: number, to: number, step: number): void => {
    for (let place = Math.max(0, from); place <= to; place += step) {
      const likeness = correlation(samples, place, following, length);
      if (likeness > most) {
        most = likeness;
        best = place;
      }
    }
  };
  look(wanted - search, wanted + search, COARSE);
  look(best - COARSE + 1, best + COARSE - 1, 1);
  return best;
}

/** Similarity of `length` samples at two positions, from every few samples. */
function correlation(samples: Float32Array, a: number, b: number, length: number): number {
  const end = Math.min(length, samples.length - Math.max(a, b));
  let sum = 0;
  for (let i = 0; i < end; i += COARSE) sum += samples[a + i]! * samples[b + i]!;
  return sum;
}

/** State of a sound that is stretched while it arrives, as `stretched` does: plain data. */
export interface StretchState {
  readonly sampleRate: number;
  /** Speed factor: 2 for sound that lasts half as long. */
  readonly speed: number;
  /** Samples of the sound that are still needed; the first is sample `from`. */
  input: Float32Array;
  from: number;
  /** Samples of the result so far, and the tail of the last window that the next one is added to. */
  made: number;
  overlap: Float32Array;
  /** Position in the sound from which the last window was taken. */
  before: number;
}

export function beginStretch(sampleRate: number, speed: number): StretchState {
  const overlap = new Float32Array(Math.round((WINDOW_MS * sampleRate) / 2000));
  return { sampleRate, speed, input: new Float32Array(), from: 0, made: 0, overlap, before: 0 };
}

/**
 * Returns the next part of the result after more sound. It trails the sound by about 50 ms, and is complete after the
 * last samples.
 * @param isLast nothing follows `samples`
 */
export function stretchOn(state: StretchState, samples: Float32Array, isLast: boolean): Float32Array {
  const { sampleRate, speed } = state;
  if (speed === 1) return samples;
  const half = state.overlap.length;
  const search = Math.round((SEARCH_MS * sampleRate) / 1000);
  const input = new Float32Array(state.input.length + samples.length);
  input.set(state.input);
  input.set(samples, state.input.length);
  const { from } = state;
  const end = from + input.length;
  const total = isLast ? Math.round(end / speed) : Number.POSITIVE_INFINITY;
  const parts: number[] = [];
  while (state.made < total) {
    const wanted = Math.round(state.made * speed);
    if (!isLast && Math.max(wanted + search, state.before + half) + 2 * half > end) break;
    const isFirst = state.made === 0;
    const place = isFirst
      ? 0
      : bestPlace(input, state.before + half - from, wanted - from, half, search) + from;
    const overlap = new Float32Array(half);
    for (let i = 0; i < 2 * half; i++) {
      const weight = isFirst && i < half ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * (i + 0.5)) / half);
      const value = weight * (input[place - from + i] ?? 0);
      if (i >= half) overlap[i - half] = value;
      else if (state.made + i < total) parts.push(state.overlap[i]! + value);
    }
    state.overlap = overlap;
    state.before = place;
    state.made += half;
  }
  const needed = Math.min(state.before + half, Math.round(state.made * speed) - search);
  const dropped = Math.min(input.length, Math.max(0, needed - from));
  state.input = input.slice(dropped);
  state.from = from + dropped;
  return Float32Array.from(parts);
}
