import { expect, test } from 'vitest';
import { sentenceConfidences, WELL_READ } from './sentence-confidence.ts';
import type { SentenceEvidence } from './sentence-evidence.ts';

/** A sentence in which nothing is wrong. */
const GOOD: SentenceEvidence = {
  words: 9,
  advantage: 1,
  worst: 0.8,
  outscored: 0,
  worstLost: 0.1,
  uneven: 0.3,
  extraneousMs: 0,
  wordMismatch: -2,
};
/** One in which the worst places are as bad as they are in long sentences that people read as written. */
const WORST: Partial<SentenceEvidence> = {
  worst: 0.25,
  outscored: 0.06,
  worstLost: 0.75,
  wordMismatch: 2.6,
};

const confidenceOf = (odd: Partial<SentenceEvidence>): number =>
  sentenceConfidences([GOOD, GOOD, { ...GOOD, ...odd }])[2]!;

test('a sentence without anything against it is sure', () => {
  expect(confidenceOf({})).toBeGreaterThan(0.95);
});

test('of many words one fits badly by chance', () => {
  expect(confidenceOf({ ...WORST, words: 30 })).toBeGreaterThan(WELL_READ);
  expect(confidenceOf({ ...WORST, words: 9 })).toBeLessThan(WELL_READ);
});

test('a long sentence with several wrong words is misread', () => {
  expect(confidenceOf({ ...WORST, words: 30, wordMismatch: 6, outscored: 0.25 })).toBeLessThan(WELL_READ);
});
