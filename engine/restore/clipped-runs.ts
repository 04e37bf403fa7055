/**
 * Where a recording was too loud for what recorded it: runs of samples that stay at a ceiling. A peak of speech is round,
 * so that its sides fall away slowly at first; what was cut off is flat, and its sides fall away steeply.
 */

export interface ClippedRun {
  /** Index of the first sample. */
  readonly from: number;
  /** Index behind the last. */
  readonly to: number;
  /** 1 at the top, -1 at the bottom. */
  readonly sign: 1 | -1;
}

/** Shorter flat places are found in any sound. */
const MIN_SAMPLES = 3;
/** What else than sound makes a level that stays for so long is not guessed. */
const MAX_MS = 8;
/** How flat is flat, as a part of the level: what a rounding to 16 bits leaves, and what noise does that was added later. */
const TOLERANCES = [2 ** -14, 0.003, 0.012];
/** A peak whose top, of so many samples, lies within a tolerance lies so many tolerances lower two samples further out. */
const roundDrop = (samples: number): number => (1 + 4 / samples) ** 2;
/** Sides fall so much more steeply than those of a round peak. */
const STEEPER = 4;
/** A ceiling is what nothing near it goes beyond. */
const CEILING_MS = 500;
const CEILING_SHARE = 0.97;
/** Below, there is nothing to gain. */
const MIN_LEVEL = 0.01;
const BLOCK_MS = 10;

/** Finds the runs that begin within a part of a sound, in order. @param samples mono; not changed */
export function clippedRuns(
  samples: Float32Array,
  sampleRate: number,
  from = 0,
  to = samples.length,
): ClippedRun[] {
  const ceilings = new Ceilings(samples, sampleRate, from, to);
  const longest = Math.ceil((MAX_MS * sampleRate) / 1000);
  const runs: ClippedRun[] = [];
  for (let i = Math.max(2, from); i < to; ) {
    const end = runEnd(samples, i, longest, ceilings);
    if (end === i) i++;
    else {
      runs.push({ from: i, to: end, sign: samples[i]! > 0 ? 1 : -1 });
      i = end;
    }
  }
  return runs;
}

/** Index behind a clipped run that begins at a sample; that sample itself when none does. */
function runEnd(samples: Float32Array, from: number, longest: number, ceilings: Ceilings): number {
  const sign = samples[from]! > 0 ? 1 : -1;
  const level = samples[from]! * sign;
  // Nearly all samples end here: a run is entered from below.
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

/** The highest samples around every place, for either sign. */
class Ceilings {
  readonly #block: number;
  readonly #first: number;
  readonly #reach: number;
  readonly #tops: Float32Array;
  readonly #bottoms: Float32Array;

  constructor(samples: Float32Array, sampleRate: number, from: number, to: number) {
    this.#block = Math.max(1, Math.round((BLOCK_MS * sampleRate) / 1000));
    this.#reach = Math.round(CEILING_MS / BLOCK_MS);
    this.#first = Math.floor(from / this.#block) - this.#reach;
    const count = Math.ceil(to / this.#block) + this.#reach - this.#first + 1;
    this.#tops = new Float32Array(count);
    this.#bottoms = new Float32Array(count);
    for (let b = 0; b < count; b++) {
      const start = (this.#first + b) * this.#block;
      const end = Math.min(samples.length, start + this.#block);
      for (let i = Math.max(0, start); i < end; i++) {
        const sample = samples[i]!;
        if (sample > this.#tops[b]!) this.#tops[b] = sample;
        else if (-sample > this.#bottoms[b]!) this.#bottoms[b] = -sample;
      }
    }
  }

  /** Whether nothing around a sample goes far beyond its level. */
  reaches(index: number, level: number, sign: number): boolean {
    const highest = sign > 0 ? this.#tops : this.#bottoms;
    const middle = Math.floor(index / this.#block) - this.#first;
    const limit = level / CEILING_SHARE;
    const last = Math.min(highest.length - 1, middle + this.#reach);
    for (let b = Math.max(0, middle - this.#reach); b <= last; b++) if (highest[b]! > limit) return false;
    return true;
  }
}
