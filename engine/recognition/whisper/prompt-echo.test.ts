import { expect, test } from 'vitest';
import { mayEcho } from './prompt-echo.ts';

const PROMPT = 'Helstone, Sherburn, Nuzhat al Zaman, Zau al Makan.';

test.each([
  ['Helstone, Sherburn, Nuzhat al Zaman, Zau al Makan.', true],
  ['nuzhat al zaman', true],
  ['Sherburn.', true],
  ['Well, Sherburn Nuzhat al Zaman', true],
  ['I met Sherburn in Helstone.', false],
  ['I would like to speak with Nuzhat al Zaman in the evening, please.', false],
  ['', false],
])('%s', (text, expected) => {
  expect(mayEcho(text, PROMPT)).toBe(expected);
  expect(mayEcho(text, '')).toBe(false);
});
