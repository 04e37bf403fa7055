import type { StagedTiming } from '../report/figures.ts';

/** The reported beginning of a stage, by `performance.now()`. */
export interface StageMark {
  readonly stage: string;
  readonly atMs: number;
}

/**
 * Returns the duration of each stage: until the next one began, and of the last until the end. A stage that reports
 * progress repeatedly counts from its first report.
 * @throws RangeError for an unknown stage
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
