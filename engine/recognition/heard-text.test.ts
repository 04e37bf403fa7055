import { expect, test } from 'vitest';
import { hasOtherCount, isDictated, isTooShort, SpokenText } from './heard-text.ts';

test.each(['202-555-0173.', '4 1 1 1', 'J O H A N', 'M-A-R-T-I-N-E-Z.', 'XK74P2', 'SMITH', "It's A, B, C."])(
  'dictated: %s',
  (text) => expect(isDictated(text)).toBe(true),
);

test.each(['1 o o u', 'you', 'Thank you.', 'No, no, no.', 'I saw a dog.', "That's it.", 'Room 12.', 'Ok'])(
  'not dictated: %s',
  (text) => expect(isDictated(text)).toBe(false),
);

test.each([
  ['you', 3000],
  ['Oh!', 2500],
  ['the', 2100],
  ['I', 2100],
  ['', 2100],
])('"%s" is not all of %i ms of sound', (text, soundMs) =>
  expect(isTooShort(text, soundMs, soundMs)).toBe(true),
);

test.each([
  ['you', 800],
  ['incomprehensibilities', 4000],
  ['Donaudampfschifffahrt', 3000],
  ['5', 4000],
  ['555', 4000],
  ['A B', 5000],
  ['M-A-R-T', 6000],
])('"%s" may be all of %i ms of sound', (text, soundMs) =>
  expect(isTooShort(text, soundMs, soundMs)).toBe(false),
);

test('names of other sounds are taken out, wherever they end', () => {
  const spoken = new SpokenText();
  expect(
    ['Well [music', 'fades] yes', '♪ la', 'la ♪', '...', '- 5 -'].map((part) => spoken.next(part)),
  ).toEqual(['Well', 'yes', '', '', '', '- 5 -']);
});

test('a word with silence around it is judged by its sound', () => {
  expect(isTooShort('five', 4000, 500)).toBe(false);
  expect(isTooShort('The', 3000, 1900)).toBe(true);
});

test.each([
  ['80rams', 'G-F-L-7-9-X', true],
  ["It's the way as using.", 'C-V-S-Q-Z', true],
  ['is Stev G A. L, A G), E, R. G A L. A G P, E', "It's spelled G-A-L-L-A-G-H-E-R", true],
  ['Yes, Q-U-I-N-N.', 'F-Q-U-I-N-N', false],
  ['4 to 7', 'I do not have it', false],
])('"%s" has another count of signs than "%s": %s', (text, other, differs) => {
  expect(hasOtherCount(text, other)).toBe(differs);
});
