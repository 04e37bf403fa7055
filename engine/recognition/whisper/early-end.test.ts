import { expect, test } from 'vitest';
import { endsEarly, goesOn } from './early-end.ts';

const OKAY = ['She', 'said', 'it', 'was', 'all', 'okay.'].map((text, i) => ({
  text,
  startMs: 270 * i,
  endMs: 270 * (i + 1),
}));

test.each([
  [2450, true],
  [1900, false],
  [1620, false],
])('words that end at 1620 ms in a sound of %d ms may lack its end: %s', (durationMs, isEarly) => {
  expect(endsEarly(OKAY, durationMs)).toBe(isEarly);
});

test('what has no words lacks no end', () => {
  expect(endsEarly([], 5000)).toBe(false);
});

test.each([
  ['She said it was all okay. We go home."', 'She said it was all okay.', true],
  ['Well, yes, of course.', 'Well. Yes', true],
  ['She said it was all okay.', 'She said it was all okay', false],
  ['We go home.', 'She said it was all okay.', false],
  ['She said so.', 'She said it was all okay.', false],
])('%j goes on behind %j: %s', (text, other, goes) => {
  expect(goesOn(text, other)).toBe(goes);
});
