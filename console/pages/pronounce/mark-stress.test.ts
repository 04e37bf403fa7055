import { expect, test } from 'vitest';
import { markStress } from './mark-stress.ts';

test.each([
  [['lje', 'po', 'ta'], 2, 'ljepóta'],
  [['pr', 'st'], 1, 'pŕst'],
  [['Во', 'да'], 1, 'Во\u0301да'],
  [['kr', 'vav'], 9, 'krvav'],
])('%j, stressed on %d, is %s', (syllables, stressed, marked) => {
  expect(markStress(syllables, stressed)).toBe(marked);
});
