import { quantileFloor } from '../../../../media/statistics.ts';
import type { SentenceEvidence } from './sentence-evidence.ts';

/** Fitted (logistic regression) to sentences that were read as written and to others with one to three wrong words. */
const WORD_WEIGHT = 0.58;
const SENTENCE_WEIGHT = 2.97;
/** More mismatch than this says no more. */
const MOST_MISMATCH = 2;
/**
 * The worst place of a sentence decides, and longer sentences have worse places by chance: beyond this number of words,
 * the limit grows by this much for each factor of e. Fitted to sentences of 1 to 40 words that people read as written.
 */
const USUAL_WORDS = 10;
const LENGTH_WEIGHT = 2;
/**
 * Log odds that are tolerated, however well the rest of the take fits: one in twenty of the sentences that people read
 * as written reaches the first, and none of those of synthesizers...
 */
const LEAST_DOUBTFUL = 3.2;
/** ...and fewer than one in a hundred this one, small words and the length of sentences allowed for... */
const LEAST_MISREAD = 3.6;
/**
 * ...and so is a mismatch this little above that of the better sentences of the take: no voice fits an unusual reading.
 */
const ABOVE_BETTER = 3.2;
/** Upper bound of the limit, however badly the rest of the take fits. */
const MOST_LIMIT = 4.2;
/** These are the better ones. */
const BETTER_SHARE = 0.25;

/** Whether all of a sentence was said. */
export interface SentenceVerdict {
  /** 0 to 1: how sure that is, to choose among sentences by. */
  readonly confidence: number;
  /**
   * Whether it is called wrong: a reader is told, and nothing is made of it. It takes more than low confidence, which
   * may be owed to small words, or to a long sentence having more places to be odd in.
   */
  readonly isMisread: boolean;
}

/** For each sentence of a take. One wrong word counts, and so does how well the sentence as a whole fits. */
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

/** Log odds above those that are tolerated in this take. */
function aboveLimit(odds: readonly number[], least: number): number[] {
  const limit = Math.min(MOST_LIMIT, Math.max(least, quantileFloor(odds, BETTER_SHARE) + ABOVE_BETTER));
  return odds.map((odd) => odd - limit);
}

/** 0 when nothing speaks against a sentence. @param usual advantage of the take's sentences */
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
