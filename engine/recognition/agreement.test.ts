import { expect, test } from 'vitest';
import { agreement } from './agreement.ts';

test.each([
  ['I have twenty-one cats.', 'i have 21 cats'],
  ['', '...'],
])('%j and %j are the same', (one, other) => expect(agreement(one, other)).toBe(1));

test.each([
  ['My name is Anna Merrick.', 'My name is Anna Merit.'],
  ['It is five past ten.', 'It is nine past ten.'],
])('%j and %j are nearly the same', (one, other) => {
  expect(agreement(one, other)).toBeGreaterThan(0.7);
  expect(agreement(one, other)).toBeLessThan(1);
  expect(agreement(other, one)).toBe(agreement(one, other));
});

test.each([
  ['You', 'Knock.'],
  ['', 'Thank you.'],
])('%j and %j have little in common', (one, other) => expect(agreement(one, other)).toBeLessThan(0.4));
