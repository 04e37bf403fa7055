/**
 * Cut points of passages in a take. A cut is placed in silence, where the level stays at the noise floor, so that it is
 * neither in a word, nor in its decay, nor in a breath. If the speaker did not pause, or the room is louder than
 * elsewhere in the take, the cut is at the softest moment.
 */

import type { TimeSpan } from '../../../../engine/forced-alignment/types.ts';
import { softestStretch } from '../../../../media/level.ts';

/** Shorter silences are gaps within a sound: the closure of a plosive, the dip between two breaths. */
const MIN_SILENCE_MS = 40;
/** Shortest silence on either side of a cut. */
const MARGIN_MS = 20;
/** Silences of at least this length are not part of a word. Closures of plosives are seldom as long. */
const SURE_SILENCE_MS = 120;
/** Silence that a passage keeps at each end, if there is as much. */
const KEPT_MS = 120;
/** Search window for a cut without silence. */
const SOFT_MS = 20;

/** A possible beginning or end of a passage. */
export interface CutPoint {
  readonly atMs: number;
  /** Its level in dBFS; -Infinity in silence. */
  readonly levelDb: number;
}

/**
 * Time spans in which no level exceeds a limit, at least 40 ms each. A silence at the beginning or end of the recording
 * is unlimited on that side.
 * @param levelDb levels around k · hopMs, over twice as long
 */
export function silences(levelDb: Float32Array, hopMs: number, quietDb: number): TimeSpan[] {
  const stretches: TimeSpan[] = [];
  for (let from = 0; from < levelDb.length; from++) {
    if (levelDb[from]! > quietDb) continue;
    let to = from;
    while (to + 1 < levelDb.length && levelDb[to + 1]! <= quietDb) to++;
    const stretch = {
      startMs: from === 0 ? -Infinity : from * hopMs,
      endMs: to === levelDb.length - 1 ? Infinity : to * hopMs,
    };
    if (stretch.endMs - stretch.startMs >= MIN_SILENCE_MS) stretches.push(stretch);
    from = to;
  }
  return stretches;
}

/**
 * Cut point of a passage whose first word begins at `toMs`, behind a sound that ends at `fromMs`.
 * @returns null if there is no silence between
 */
export function cutBefore(all: readonly TimeSpan[], fromMs: number, toMs: number): number | null {
  const stretches = within(all, fromMs, toMs);
  const chosen = stretches.findLast(isSure) ?? longest(stretches);
  if (!chosen) return null;
  return Math.max(chosen.endMs - Math.min(KEPT_MS, lengthMs(chosen) / 2), 0);
}

/**
 * Cut point of a passage whose last word ends at `fromMs`, before a sound that begins at `toMs`.
 * @returns null if there is no silence between
 */
export function cutAfter(
  all: readonly TimeSpan[],
  fromMs: number,
  toMs: number,
  durationMs: number,
): number | null {
  const stretches = within(all, fromMs, toMs);
  const chosen = stretches.find(isSure) ?? longest(stretches);
  if (!chosen) return null;
  return Math.min(chosen.startMs + Math.min(KEPT_MS, lengthMs(chosen) / 2), durationMs);
}

/**
 * The softest moment between two times; an end of the recording between them is the softest.
 * @param levelDb as of `silences`
 * @returns null if they are too close together
 */
export function softestCut(
  levelDb: Float32Array,
  hopMs: number,
  fromMs: number,
  toMs: number,
): CutPoint | null {
  const first = Math.ceil(fromMs / hopMs);
  const last = Math.floor(toMs / hopMs);
  if (first < 0) return { atMs: 0, levelDb: -Infinity };
  if (last >= levelDb.length) return { atMs: (levelDb.length - 1) * hopMs, levelDb: -Infinity };
  const levels = [...levelDb.subarray(first, last + 1)];
  const length = SOFT_MS / hopMs;
  const at = softestStretch(levels, length);
  if (at === null) return null;
  return {
    atMs: (first + at + (length - 1) / 2) * hopMs,
    levelDb: Math.max(...levels.slice(at, at + length)),
  };
}

/** The parts of silences between two times that are long enough, and inside the recording by a margin. */
function within(all: readonly TimeSpan[], fromMs: number, toMs: number): TimeSpan[] {
  return all
    .map(({ startMs, endMs }) => ({ startMs: Math.max(startMs, fromMs), endMs: Math.min(endMs, toMs) }))
    .filter((stretch) => lengthMs(stretch) >= MIN_SILENCE_MS && stretch.endMs >= MARGIN_MS);
}

const lengthMs = ({ startMs, endMs }: TimeSpan): number => endMs - startMs;
const isSure = (stretch: TimeSpan): boolean => lengthMs(stretch) >= SURE_SILENCE_MS;

const longest = (stretches: readonly TimeSpan[]): TimeSpan | undefined =>
  stretches.reduce<TimeSpan | undefined>(
    (best, stretch) => (best && lengthMs(best) >= lengthMs(stretch) ? best : stretch),
    undefined,
  );
