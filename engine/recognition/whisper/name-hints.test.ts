import { describe, expect, test } from 'vitest';
import { hasNewName, misheard } from './name-hints.ts';

const NAMES = ['Nuzhat al Zaman', 'Innes', 'Liddy'];

describe('misheard', () => {
  test.each([
    ['Miss Inse, he said, stopping me.', ['Innes']],
    ['Out of deference to Leedy they washed their dishes.', ['Liddy']],
    ['When nuzhat all zaman heard it.', ['Nuzhat al Zaman']],
    // A name that is already in the text is not a hint.
    ['Miss Innes, he said, stopping me.', []],
    ['I would like a table on Friday.', []],
    ['', []],
  ])('%s', (text, expected) => {
    expect(misheard(text, NAMES)).toEqual(expected);
    expect(misheard(text, [])).toEqual([]);
  });
});

describe('hasNewName', () => {
  const plain = 'Miss Inse, he said, stopping me as I was about to go.';
  test.each([
    ['Miss Innes, he said, stopping me as I was about to go.', true],
    // Texts without a name, with a name at the cost of other words, and with a name that was already there.
    ['Miss Ines, he said, stopping me as I was about to go.', false],
    ['Miss Innes, he sat, topping me as if about to grow.', false],
    ['Innes, Liddy.', false],
    [plain, false],
  ])('%s', (told, expected) => {
    expect(hasNewName(told, plain, NAMES)).toBe(expected);
  });
});
