import { expect, test } from 'vitest';
import { markStress } from './mark-stress.ts';

test.each([
  [['lje', 'po', 'ta'], 2, 'ljepòta'],
  [['pr', 'st'], 1, 'pr\u0300st'],
  [['Во', 'да'], 1, 'Во\u0300да'],
  [['kr', 'vav'], 9, 'krvav'],
  [['lje', 'pó', 'ta'], 1, 'ljèpota'],
  [['tr', 'čà', 'ti'], 2, 'trčàti'],
  [['у', 'чи', 'тељ'], 1, 'у\u0300читељ'],
])('%j, stressed on %d, is %s', (syllables, stressed, marked) => {
  expect(markStress(syllables, stressed)).toBe(marked);
});
