import { quantileFloor } from '../../../../media/statistics.ts';
import type { SentenceEvidence } from './sentence-evidence.ts';

/** Fitted (logistic regression) to sentences that were read as written and to others with one to three wrong words. */
const WORD_WEIGHT = 0.58;
const SENTENCE_WEIGHT = 2.97;
/** Upper bound of the mismatch: more of it is no further evidence. */
const MOST_MISMATCH = 2;
/**
 * The worst place of a sentence decides, and longer sentences have worse places by chance. Beyond this number of words,
 * the limit grows by this much for each factor of e in the length. Fitted to sentences of 1 to 40 words that people
 * read as written.
 */
const USUAL_WORDS = 10;
const LENGTH_WEIGHT = 2;
/**
 * Log-odds that are always tolerated. One in twenty of the sentences that people read as written reaches this limit,
 * none of the sentences that synthesizers read.
 */
const LEAST_DOUBTFUL = 3.2;
/** Limit that fewer than one in a hundred of them reach, with an allowance for short words and long sentences. */
const LEAST_MISREAD = 3.6;
/**
 * A mismatch up to this much above that of the better sentences of the take is also tolerated, because no voice fits
 * an unusual reading.
 */
const ABOVE_BETTER = 3.2;
/** Upper bound of the limit, for takes that fit badly as a whole. */
const MOST_LIMIT = 4.2;
/** Share of sentences that count as the better ones. */
const BETTER_SHARE = 0.25;

/** Whether a sentence was read completely. */
export interface SentenceVerdict {
  /** Confidence in this, 0 to 1, for choosing among sentences. */
  readonly confidence: number;
  /**
   * Whether it counts as wrong: it is reported to the reader and not used. Low confidence is not enough, since it may
   * be caused by short words, or by the length of a sentence.
   */
  readonly isMisread: boolean;
}

/** Verdicts on each sentence of a take, from its worst word and from the fit of the whole sentence. */
export function sentenceVerdicts(evidence: readonly SentenceEvidence[]): SentenceVerdict[] {
  const usual = quantileFloor(
    evidence.map(({ advantage }) => advantage),
    0.5,
  );
  const mismatches = evidence.map(
    (one) => SENTENCE_WEIGHT * Math.min(MOST_MISMATCH, sentenceMismatch(one, Math.max(0.1, usual))),
  );
  const doubts = aboveLimit(
    evidence.map(({ wordMismatch }, i) => WORD_WEIGHT * wordMismatch.strict + mismatches[i]!),
    LEAST_DOUBTFUL,
  );
  const faults = aboveLimit(
    evidence.map(
      ({ words, wordMismatch }, i) =>
        WORD_WEIGHT * wordMismatch.lenient +
        mismatches[i]! -
        LENGTH_WEIGHT * Math.log(Math.max(1, words / USUAL_WORDS)),
    ),
    LEAST_MISREAD,
  );
  return doubts.map((doubt, i) => ({ confidence: 1 / (1 + Math.exp(doubt)), isMisread: faults[i]! > 0 }));
}

/** Log-odds above the limit of this take. */
function aboveLimit(odds: readonly number[], least: number): number[] {
  const limit = Math.min(MOST_LIMIT, Math.max(least, quantileFloor(odds, BETTER_SHARE) + ABOVE_BETTER));
  return odds.map((odd) => odd - limit);
}

/** 0 without evidence against a sentence. @param usual advantage of the take's sentences */
function sentenceMismatch(
  { advantage, worst, outscored, worstLost, uneven, extraneousMs }: SentenceEvidence,
  usual: number,
): number {
  const above = (value: number, least: number): number => Math.max(0, value - least);
  return (
    2.5 * above(0.9, advantage / usual) +
    3 * outscored +
    0.8 * above(0.7, worst / usual) +
    0.6 * above(worstLost / usual, 0.2) +
    0.8 * above(uneven, 0.35) +
    0.006 * above(extraneousMs, 110)
  );
}
