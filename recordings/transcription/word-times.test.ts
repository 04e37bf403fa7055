import { expect, test } from 'vitest';
import { startingInSpeech } from './word-times.ts';

test('a word that was found in a silence begins where the speech behind it does', () => {
  const words = [
    { text: 'one', startMs: 100, endMs: 900 },
    { text: 'two', startMs: 900, endMs: 1200 },
    { text: 'three', startMs: 2000, endMs: 2600 },
  ];
  const speech = [
    { startMs: 500, endMs: 1300 },
    { startMs: 3000, endMs: 4000 },
  ];
  expect(startingInSpeech(words, speech).map(({ startMs }) => startMs)).toEqual([500, 900, 2000]);
});
