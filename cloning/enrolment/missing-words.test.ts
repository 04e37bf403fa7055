import { expect, test } from 'vitest';
import { describeHeardWords, describeMissingWords } from './missing-words.ts';

const aligned = (text: string, doubtful: readonly number[] = []) =>
  text
    .split(' ')
    .map((word, i) => ({ text: word, startMs: 500 * i, confidence: doubtful.includes(i) ? 0.2 : 0.9 }));
const heard = (text: string) =>
  text
    .split(' ')
    .map((word, i) => ({ text: word, startMs: 400 * i, endMs: 400 * i + 300, confidence: null }));
const TEXT = 'the wind blows from the sea and it rains a lot in autumn';

test('names the words that the alignment doubts, by run, with the time of each', () => {
  expect(describeMissingWords(aligned(TEXT, [2, 3, 10]))).toBe(
    '3 of its 13 words were not found: “blows from” near 1.0 s, “lot” near 5.0 s',
  );
});

test('one word', () => {
  expect(describeMissingWords(aligned(TEXT, [12]))).toBe(
    '1 of its 13 words was not found: “autumn” near 6.0 s',
  );
});

test('goes by what a recogniser heard, and when, rather than by the alignment', () => {
  const said = heard('The wind blows from THE hills, and it snows a lot in autumn.');
  expect(describeMissingWords(aligned(TEXT, [0]), said)).toBe(
    '2 of its 13 words were not found: “sea” near 2.0 s, “rains” near 3.2 s',
  );
});

test('a passage that was not read, and one that is not written', () => {
  expect(describeMissingWords(aligned(TEXT), heard('and it rains a lot in autumn'))).toBe(
    '6 of its 13 words were not found: “the wind blows from the sea” near 0.0 s',
  );
  expect(describeMissingWords(aligned('it rains a lot'), heard(TEXT))).toMatch(
    /^its words are said too differ/,
  );
});

test('a long list is cut short', () => {
  const words = aligned(Array.from({ length: 40 }, (_, i) => `w${i}`).join(' '), [0, 2, 4, 6, 8]);
  expect(describeMissingWords(words)).toMatch(
    /^5 of its 40 words .*“w6” near 3\.0 s, and others after them$/,
  );
  const run = aligned(Array.from({ length: 40 }, (_, i) => `w${i}`).join(' '), [3, 4, 5, 6, 7, 8, 9, 10]);
  expect(describeMissingWords(run)).toMatch(/“w3 w4 w5 w6 w7 w8 …” near 1\.5 s$/);
});

test('another text altogether is not taken apart', () => {
  expect(describeMissingWords(aligned(TEXT, [...TEXT.split(' ').keys()]))).toBe(
    'none of its words were found',
  );
  expect(describeMissingWords(aligned(TEXT), heard('some other words about the sea'))).toBe(
    'only 2 of its 13 words were found',
  );
});

test('says how much of a text was heard, and where the rest should be', () => {
  expect(describeHeardWords(TEXT, heard(TEXT))).toBe('13 of 13');
  expect(describeHeardWords(`${TEXT} –`, heard('the wind from the sea and it rains a lot in autumn'))).toBe(
    '12 of 13. Not heard: “blows” near 0.8 s',
  );
  expect(describeHeardWords(TEXT, heard('the sea'))).toBe('2 of 13');
  expect(describeHeardWords(TEXT, [])).toBe('0 of 13');
});
