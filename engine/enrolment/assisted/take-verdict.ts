import type { SentenceEvidence } from './take-evidence.ts';

/** Below, it is more likely that other words were said. */
export const WELL_READ = 0.5;

/** Doubts that are let pass, however well all else fits, and that never are, however badly. */
const LEAST_LIMIT = 0.38;
const MOST_LIMIT = 0.9;
/** A sentence that is doubted by so many deviations more than half of the others was misread. */
const DEVIATIONS = 6;
/** How steeply confidence falls with doubts. */
const STEEPNESS = 5;

/**
 * For each sentence of a take how sure it is that all of it was said: 0 to 1. What speaks against one is compared with
 * what speaks against the others: how well a voice fits that reads all as written depends on the voice and on the room.
 */
export function sentenceConfidences(evidence: readonly SentenceEvidence[]): number[] {
  const usual = median(evidence.map(({ advantage }) => advantage));
  const doubts = evidence.map((one) => doubtsOf(one, Math.max(0.1, usual)));
  const centre = median(doubts);
  const deviation = median(doubts.map((doubt) => Math.abs(doubt - centre)));
  const limit = Math.min(MOST_LIMIT, Math.max(LEAST_LIMIT, centre + DEVIATIONS * deviation));
  return doubts.map((doubt) => 1 / (1 + Math.exp(STEEPNESS * (doubt / limit - 1))));
}

/** 0 when nothing speaks against a sentence. @param usual advantage of the take's sentences */
export function doubtsOf(
  { advantage, worst, bettered, worstLost, uneven, strangeMs }: SentenceEvidence,
  usual: number,
): number {
  const above = (value: number, least: number): number => Math.max(0, value - least);
  return (
    2.5 * above(0.9, advantage / usual) +
    3 * bettered +
    0.8 * above(0.7, worst / usual) +
    0.6 * above(worstLost / usual, 0.2) +
    0.8 * above(uneven, 0.35) +
    0.006 * above(strangeMs, 110)
  );
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
