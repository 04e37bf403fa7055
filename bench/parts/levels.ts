/** At how many streams the load is measured. */

/** The share of the throughput limit up to which nobody should hear a gap. */
const TARGET_SHARE = 0.8;
/** Beyond the limit: somewhat, and hopelessly. */
const OVERLOADS = [1.25, 2];
const FIRST_LEVELS = [1, 2, 4, 8, 16, 32, 64, 128];
/** Levels closer than this to the one that matters say nothing new. */
const DISTINCT_SHARE = 0.15;

/** @param limit audio seconds a second, which is streams in real time */
export function targetStreams(limit: number): number {
  return Math.max(1, Math.floor(limit * TARGET_SHARE));
}

/** Doubling up to the limit, 80 % of it, and two levels beyond. Ascending, without repetition. */
export function levelsFor(limit: number, quick: boolean): number[] {
  const target = targetStreams(limit);
  const beyond = OVERLOADS.map((share) => Math.max(target + 1, Math.ceil(limit * share)));
  if (quick) return unique([1, target, beyond[0] ?? target + 1]);
  const below = FIRST_LEVELS.filter(
    (streams) => streams < limit && Math.abs(streams - target) > target * DISTINCT_SHARE,
  );
  return unique([...below, target, ...beyond]);
}

const unique = (levels: readonly number[]): number[] => [...new Set(levels)].sort((a, b) => a - b);
