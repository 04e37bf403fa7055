import { expect, test } from 'vitest';
import type { SentenceEvidence } from './sentence-evidence.ts';
import { type SentenceVerdict, sentenceVerdicts } from './sentence-verdict.ts';

/** A sentence without faults. */
const GOOD: SentenceEvidence = {
  words: 9,
  advantage: 1,
  worst: 0.8,
  outscored: 0,
  worstLost: 0.1,
  uneven: 0.3,
  extraneousMs: 0,
  wordMismatch: { strict: -2, lenient: -2 },
};
/** A sentence whose worst places equal those of long sentences that people read correctly. */
const WORST: Partial<SentenceEvidence> = {
  worst: 0.25,
  outscored: 0.06,
  worstLost: 0.75,
  wordMismatch: { strict: 2.6, lenient: 2.6 },
};

const verdictOn = (odd: Partial<SentenceEvidence>): SentenceVerdict =>
  sentenceVerdicts([GOOD, GOOD, { ...GOOD, ...odd }])[2]!;

test('a sentence without anything against it is sure', () => {
  const { confidence, isMisread } = verdictOn({});
  expect(confidence).toBeGreaterThan(0.95);
  expect(isMisread).toBe(false);
});

test('one of many words fits badly by chance', () => {
  expect(verdictOn({ ...WORST, words: 30 }).isMisread).toBe(false);
  expect(verdictOn({ ...WORST, words: 9 }).isMisread).toBe(true);
});

test('a long sentence with several wrong words is misread', () => {
  const wordMismatch = { strict: 6, lenient: 6 };
  expect(verdictOn({ ...WORST, words: 30, wordMismatch, outscored: 0.25 }).isMisread).toBe(true);
});

test('a small word that fits badly makes a sentence doubtful, not misread', () => {
  const { confidence, isMisread } = verdictOn({ ...WORST, wordMismatch: { strict: 2.6, lenient: -1 } });
  expect(confidence).toBeLessThan(0.5);
  expect(isMisread).toBe(false);
});

test('however long a sentence, what fits badly in it makes it doubtful', () => {
  const { confidence } = verdictOn({ ...WORST, words: 30 });
  expect(confidence).toBe(verdictOn({ ...WORST, words: 9 }).confidence);
  expect(confidence).toBeLessThan(0.5);
});
