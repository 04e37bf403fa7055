/** Numbers of streams at which the load is measured. */

/** Share of the throughput limit up to which no listener should hear a gap. */
const TARGET_SHARE = 0.8;
/** Levels beyond the limit, as multiples: slight and heavy overload. */
const OVERLOADS = [1.25, 2];
const FIRST_LEVELS = [1, 2, 4, 8, 16, 32, 64, 128];
/** Levels closer than this to the target level are omitted. */
const DISTINCT_SHARE = 0.15;

/** @param limit audio seconds per second, which is the number of streams in real time */
export function targetStreams(limit: number): number {
  return Math.max(1, Math.floor(limit * TARGET_SHARE));
}

/** Returns powers of two up to the limit, 80 % of it, and two levels beyond. Ascending, without repetition. */
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
