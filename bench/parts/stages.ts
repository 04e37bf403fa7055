import type { StagedTiming } from '../report/figures.ts';

/** A stage that was told to begin, on the clock of `performance.now()`. */
export interface StageMark {
  readonly stage: string;
  readonly atMs: number;
}

/**
 * How long each stage took: until the next one began, the last until the end. A stage that says more than once how far
 * it is counts from the first time.
 * @throws RangeError for a stage that nobody knows
 */
export function stageTiming<S extends string>(
  stages: readonly S[],
  marks: readonly StageMark[],
  beganMs: number,
  endedMs: number,
): StagedTiming<S> {
  const took = new Map<S, number>(stages.map((stage) => [stage, 0]));
  for (const [i, { stage, atMs }] of marks.entries()) {
    const known = stages.find((name) => name === stage);
    if (known === undefined) throw new RangeError(`the benchmark does not know the stage "${stage}"`);
    took.set(known, (took.get(known) ?? 0) + (marks[i + 1]?.atMs ?? endedMs) - atMs);
  }
  return { wholeMs: endedMs - beganMs, stagesMs: Object.fromEntries(took) as Record<S, number> };
}
