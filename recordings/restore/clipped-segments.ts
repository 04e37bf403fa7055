/**
 * Finds clipping: segments of samples that stay at a ceiling. The sides of a natural peak fall slowly at first; a
 * clipped peak is flat with steep sides.
 */

export interface ClippedSegment {
  /** Index of the first sample. */
  readonly from: number;
  /** Index after the last. */
  readonly to: number;
  /** 1 at the top, -1 at the bottom. */
  readonly sign: 1 | -1;
}

/** Shortest plateau; shorter ones occur in any sound. */
const MIN_SAMPLES = 3;
/** Longest plateau; longer ones have other causes than clipping. */
const MAX_MS = 8;
/** Tolerance of a plateau, as a share of the level: rounding to 16 bits, and noise that was added later. */
const TOLERANCES = [2 ** -14, 0.003, 0.012];
/**
 * Shape of a rounded peak: if its top, of this many samples, lies within a tolerance, two samples further out it is
 * this many tolerances lower.
 */
const roundDrop = (samples: number): number => (1 + 4 / samples) ** 2;
/** Ratio of the steepness of the sides to that of a natural peak. */
const STEEPER = 4;
/** A ceiling is a level that nothing near it exceeds. */
const CEILING_MS = 500;
const CEILING_SHARE = 0.97;
/** Level below which repair gains nothing. */
const MIN_LEVEL = 0.01;
const BLOCK_MS = 10;

/** Finds the segments of a whole sound, in order. @param samples mono; not changed */
export function clippedSegments(samples: Float32Array, sampleRate: number): ClippedSegment[] {
  const ceilings = new Ceilings(samples, sampleRate);
  const longest = Math.ceil((MAX_MS * sampleRate) / 1000);
  const segments: ClippedSegment[] = [];
  for (let i = 2; i < samples.length - 2; ) {
    const end = segmentEnd(samples, i, longest, ceilings);
    if (end === i) i++;
    else {
      segments.push({ from: i, to: end, sign: signAt(samples, i) });
      i = end;
    }
  }
  return withShortOnes(samples, sampleRate, segments);
}

const signAt = (samples: Float32Array, i: number): 1 | -1 => (samples[i]! > 0 ? 1 : -1);

/**
 * Adds plateaus that are too short to be detected by themselves but reach the ceiling of a segment nearby: at low
 * rates, clipping often cuts off one or two samples.
 */
function withShortOnes(
  samples: Float32Array,
  sampleRate: number,
  segments: readonly ClippedSegment[],
): ClippedSegment[] {
  const all: ClippedSegment[] = [];
  const near = (CEILING_MS * sampleRate) / 1000;
  for (const [k, segment] of segments.entries()) {
    const before = segments[k - 1];
    addShortOnes(before ? before.to : Math.max(0, segment.from - near), segment.from);
    all.push(segment);
    if (k === segments.length - 1) addShortOnes(segment.to, Math.min(samples.length, segment.to + near));

    function addShortOnes(from: number, to: number): void {
      for (let i = Math.ceil(from); i < to; i++) {
        const sign = signAt(samples, i);
        const level = nearest(k, i, sign);
        if (level === null || Math.abs(samples[i]! * sign - level) > TOLERANCES[0]! * level) continue;
        const last = all.at(-1);
        if (last && last.to === i && last.sign === sign && last.to - last.from < MIN_SAMPLES - 1) {
          all[all.length - 1] = { ...last, to: i + 1 };
        } else all.push({ from: i, to: i + 1, sign });
      }
    }
  }
  return all;

  /** The ceiling of the nearest of the segments around the k-th that has this sign. */
  function nearest(k: number, index: number, sign: number): number | null {
    let best: ClippedSegment | null = null;
    for (let j = Math.max(0, k - 2); j <= Math.min(segments.length - 1, k + 2); j++) {
      const segment = segments[j]!;
      if (segment.sign !== sign || Math.abs(segment.from - index) > near) continue;
      if (!best || Math.abs(segment.from - index) < Math.abs(best.from - index)) best = segment;
    }
    return best && samples[best.from]! * sign;
  }
}

/** Index after the clipped segment that begins at a sample; that sample itself if none does. */
function segmentEnd(samples: Float32Array, from: number, longest: number, ceilings: Ceilings): number {
  const sign = samples[from]! > 0 ? 1 : -1;
  const level = samples[from]! * sign;
  // Fast path for nearly all samples: a segment is entered from below.
  if (level < MIN_LEVEL || samples[from - 1]! * sign >= level) return from;
  if (samples[from + 1]! * sign < (1 - TOLERANCES.at(-1)!) * level) return from;
  if (!ceilings.reaches(from, level, sign)) return from;
  for (const tolerance of TOLERANCES) {
    const allowed = tolerance * level;
    let to = from + 1;
    let top = level;
    let bottom = level;
    while (to < samples.length - 2 && to - from <= longest) {
      const next = samples[to]! * sign;
      if (Math.max(top, next) - Math.min(bottom, next) > allowed) break;
      top = Math.max(top, next);
      bottom = Math.min(bottom, next);
      to++;
    }
    const length = to - from;
    if (length < MIN_SAMPLES || length > longest) continue;
    const drop = STEEPER * roundDrop(length) * allowed;
    const before = bottom - samples[from - 2]! * sign;
    const after = bottom - samples[to + 1]! * sign;
    if (before >= drop && after >= drop) return to;
  }
  return from;
}

/** The highest samples around every position, for either sign. */
class Ceilings {
  readonly #block: number;
  readonly #reach: number;
  readonly #tops: Float32Array;
  readonly #bottoms: Float32Array;

  constructor(samples: Float32Array, sampleRate: number) {
    this.#block = Math.max(1, Math.round((BLOCK_MS * sampleRate) / 1000));
    this.#reach = Math.round(CEILING_MS / BLOCK_MS);
    const count = Math.ceil(samples.length / this.#block);
    this.#tops = new Float32Array(count);
    this.#bottoms = new Float32Array(count);
    for (let i = 0; i < samples.length; i++) {
      const b = Math.floor(i / this.#block);
      const sample = samples[i]!;
      if (sample > this.#tops[b]!) this.#tops[b] = sample;
      else if (-sample > this.#bottoms[b]!) this.#bottoms[b] = -sample;
    }
  }

  /** Whether nothing around a sample exceeds its level by much. */
  reaches(index: number, level: number, sign: number): boolean {
    const highest = sign > 0 ? this.#tops : this.#bottoms;
    const middle = Math.floor(index / this.#block);
    const limit = level / CEILING_SHARE;
    const last = Math.min(highest.length - 1, middle + this.#reach);
    for (let b = Math.max(0, middle - this.#reach); b <= last; b++) if (highest[b]! > limit) return false;
    return true;
  }
}
