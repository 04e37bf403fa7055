import { ENROLMENT_STAGES, type EnrolmentTiming } from '../report/figures.ts';

/** A stage that was told to begin, on the clock of `performance.now()`. */
export interface StageMark {
  readonly stage: string;
  readonly atMs: number;
}

/**
 * How long each stage took: until the next one began, the last until the end. A stage that says more than once how far it
 * is counts from the first time.
 * @throws RangeError for a stage that nobody knows
 */
export function stageTiming(marks: readonly StageMark[], beganMs: number, endedMs: number): EnrolmentTiming {
  const stagesMs = { decode: 0, check: 0, transcribe: 0, align: 0, learn: 0 };
  for (const [i, { stage, atMs }] of marks.entries()) {
    const known = ENROLMENT_STAGES.find((name) => name === stage);
    if (!known) throw new RangeError(`the benchmark does not know the stage "${stage}"`);
    stagesMs[known] += (marks[i + 1]?.atMs ?? endedMs) - atMs;
  }
  return { wholeMs: endedMs - beganMs, stagesMs };
}
