import { expect, test } from 'vitest';
import { isDoubtful, isExpectedDoubtful, mayBeNothing } from './doubt.ts';

const SURE = { logProbability: -0.1, isEnded: true };
const heard = (seconds: number, soundMs = seconds * 700) => ({
  samples: new Float32Array(seconds * 16_000),
  soundMs,
  contrastDb: 30,
});

test.each(['', '...', 'You', 'you.', 'Thank you for watching!', '♪♪♪', 'Oh, oh, oh, oh.', 'Mm.'])(
  'what is written for other sounds may be nothing: %j',
  (text) => {
    expect(mayBeNothing(text)).toBe(true);
    expect(isDoubtful({ text, ...SURE }, heard(1))).toBe(true);
  },
);

test.each(['Yes.', 'No, no, thank you.', 'You are right.', 'Thank you, goodbye.', '5', 'Go, go, stop.'])(
  'what people say is something: %j',
  (text) => {
    expect(mayBeNothing(text)).toBe(false);
    expect(isDoubtful({ text, ...SURE }, heard(1))).toBe(false);
  },
);

test('an expected text is doubtful in noise, and where letters are unsure', () => {
  const unsure = { likeliestLogProbability: -0.5 };
  const sure = { likeliestLogProbability: SURE.logProbability };
  expect(isExpectedDoubtful(unsure, { contrastDb: 30, dictation: 'digits' })).toBe(false);
  expect(isExpectedDoubtful(unsure, { contrastDb: 14, dictation: 'digits' })).toBe(true);
  expect(isExpectedDoubtful(unsure, { contrastDb: 30, dictation: 'letters' })).toBe(true);
  expect(isExpectedDoubtful(sure, { contrastDb: 14, dictation: 'letters' })).toBe(false);
});

test('a text is doubtful that is unsure, has no end, goes round in circles, or is too short for its sound', () => {
  const text = 'I would like to book a table.';
  expect(isDoubtful({ text, ...SURE }, heard(2))).toBe(false);
  expect(isDoubtful({ text, ...SURE, logProbability: -0.9 }, heard(2))).toBe(true);
  const unsure = { text, ...SURE, logProbability: -0.2 };
  expect(isDoubtful(unsure, heard(2))).toBe(false);
  expect(isDoubtful(unsure, { ...heard(2), contrastDb: 14 })).toBe(true);
  expect(isDoubtful({ text, ...SURE, isEnded: false }, heard(2))).toBe(true);
  expect(isDoubtful({ text: 'I see it, I see it, I see it.', ...SURE }, heard(3))).toBe(true);
  expect(isDoubtful({ text: 'Run.', ...SURE }, heard(5))).toBe(true);
});
