import { expect, test } from 'vitest';
import type { Pronounced } from '../../../../language/pronunciation/pronounce.ts';
import { phonemeIds } from './phoneme-ids.ts';

const MAP = {
  _: [0],
  '^': [1],
  $: [2],
  ' ': [3],
  ',': [8],
  '.': [10],
  h: [20],
  ə: [59],
  l: [24],
  ˈ: [120],
  o: [27],
  ʊ: [100],
};

function word(...phonemes: { ipa: string; startsGroup?: boolean }[]): Pronounced {
  return {
    kind: 'word',
    word: { kind: 'word', unit: 'x', span: { start: 0, end: 1 }, spoken: 'x', ipa: null },
    phonemes: phonemes.map((phoneme) => ({ mnemonic: '', ...phoneme })),
  };
}
const comma: Pronounced = { kind: 'punctuation', mark: ',' };

test('frames a sentence and pads every symbol with a blank', () => {
  const hello = word({ ipa: 'h', startsGroup: true }, { ipa: 'ə' }, { ipa: 'l' }, { ipa: 'ˈoʊ' });
  const { ids, wordRanges } = phonemeIds([hello, comma, hello], MAP);
  const said = [20, 0, 59, 0, 24, 0, 120, 0, 27, 0, 100, 0];
  expect(ids).toEqual([1, 0, ...said, 8, 0, 3, 0, ...said, 2]);
  expect(wordRanges).toEqual([
    [2, 13],
    [18, 29],
  ]);
});

test('puts a space between the words that one written word is read as', () => {
  const read = word({ ipa: 'h', startsGroup: true }, { ipa: 'l', startsGroup: true });
  expect(phonemeIds([read], MAP)).toEqual({
    ids: [1, 0, 20, 0, 3, 0, 24, 0, 2],
    wordRanges: [[2, 7]],
    phonemeRanges: [
      { ipa: 'h', word: 0, from: 2, to: 3 },
      { ipa: 'l', word: 0, from: 3, to: 7 },
    ],
    soundRange: [2, 8],
  });
});

test('returns which ids belong to which phoneme', () => {
  const { phonemeRanges } = phonemeIds([word({ ipa: 'h' }, { ipa: 'ˈoʊ' }), word(), word({ ipa: 'l' })], MAP);
  expect(phonemeRanges).toEqual([
    { ipa: 'h', word: 0, from: 2, to: 3 },
    { ipa: 'oʊ', word: 0, from: 3, to: 9 },
    { ipa: 'l', word: 2, from: 9, to: 13 },
  ]);
});

test('a silent word has an empty range and no space of its own', () => {
  const { ids, wordRanges } = phonemeIds([word({ ipa: 'h' }), word(), word({ ipa: 'l' })], MAP);
  expect(ids).toEqual([1, 0, 20, 0, 3, 0, 24, 0, 2]);
  expect(wordRanges).toEqual([
    [2, 3],
    [3, 3],
    [3, 7],
  ]);
});

test('replaces symbols that a voice lacks', () => {
  const { ids } = phonemeIds([word({ ipa: 'l̩' })], MAP);
  expect(ids).toEqual([1, 0, 24, 0, 2]);
});
