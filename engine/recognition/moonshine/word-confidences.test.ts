import { expect, test } from 'vitest';
import { wordConfidences } from './word-confidences.ts';

test('a word is as sure as its least sure piece, whatever its marks are', () => {
  const pieces = ['The', ' still', 'ness', ',', ' ', 'was', '.'];
  const logs = [0, -0.1, -1, -3, -2, -0.5, -4];
  expect(wordConfidences(pieces, logs)).toEqual([1, Math.exp(-1), Math.exp(-0.5)]);
  expect(wordConfidences([], [])).toEqual([]);
});
