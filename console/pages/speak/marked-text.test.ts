import { describe, expect, test } from 'vitest';
import type { SpokenWord } from '../../wire/speak.ts';
import { stretchesOf } from './marked-text.ts';
import { wordAt } from './speech.ts';

const TEXT = 'Say <phoneme:təˈmɑːtoʊ>tomato</phoneme>.<pause:1s> No, <phoneme:həˈloʊ>!';

function word(unit: string, startMs: number): SpokenWord {
  const start = TEXT.indexOf(unit);
  return { unit, start, end: start + unit.length, startMs, durationMs: 100 };
}
const WORDS = [word('Say', 60), word('tomato', 300), word('No', 1500), word('<phoneme:həˈloʊ>', 1900)];

describe('stretches of a text', () => {
  test('are the text, joined', () => {
    for (const words of [[], WORDS]) {
      expect(
        stretchesOf(TEXT, words)
          .map(({ text }) => text)
          .join(''),
      ).toBe(TEXT);
    }
  });

  test('distinguish tags and words; a tag may be a word', () => {
    const stretches = stretchesOf(TEXT, WORDS);
    expect(stretches.filter(({ word }) => word !== null).map(({ text, word }) => [word, text])).toEqual([
      [0, 'Say'],
      [1, 'tomato'],
      [2, 'No'],
      [3, '<phoneme:həˈloʊ>'],
    ]);
    expect(stretches.filter(({ isTag }) => isTag).map(({ text }) => text)).toEqual([
      '<phoneme:təˈmɑːtoʊ>',
      '</phoneme>',
      '<pause:1s>',
      '<phoneme:həˈloʊ>',
    ]);
  });

  test('an empty text has none', () => {
    expect(stretchesOf('', [])).toEqual([]);
  });
});

test.each([
  [0, -1],
  [59, -1],
  [60, 0],
  [299, 0],
  [1500, 2],
  [99_999, 3],
])('at %d ms the word is number %d', (ms, expected) => {
  expect(wordAt(WORDS, ms)).toBe(expected);
});
