import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EngineError } from '../../engine/errors.ts';
import { bestPassage } from './best-passage.ts';
import { checkLength, checkWords, wordRanges } from './transcripts.ts';

/** Words of one second each, one after the other. */
const said = (text: string, confidence: (word: string) => number = () => 0.9) =>
  text
    .split(/\s+/)
    .map((word) => word.replace(/[^\p{L}]/gu, ''))
    .filter((word) => word !== '')
    .map((word, i) => ({
      text: word,
      startMs: 1000 * i,
      endMs: 1000 * (i + 1),
      confidence: confidence(word),
      phonemes: [],
      renderedMs: 1000,
    }));

test('takes as many whole sentences as fit', () => {
  const text = 'One two three. Four five six seven! "Eight nine?" Ten eleven.';
  expect(bestPassage(text, said(text), 6500)).toMatchObject({
    startMs: 3000,
    endMs: 9000,
    text: 'Four five six seven! "Eight nine?"',
  });
  expect(bestPassage(text, said(text), 60_000)?.text).toBe(text);
});

test('prefers the one with certain words', () => {
  const text = 'One two three. Four five six.';
  const doubted = said(text, (word) => (word === 'five' ? 0.1 : 0.9));
  expect(bestPassage(text, doubted, 3000)?.text).toBe('One two three.');
  expect(
    bestPassage(
      text,
      said(text, (word) => (word === 'One' ? 0.1 : 0.9)),
      3000,
    )?.text,
  ).toBe('Four five six.');
});

test('a sentence that is too long is cut between words', () => {
  const text = 'one two three four five six seven eight';
  expect(bestPassage(text, said(text), 3000)).toMatchObject({
    text: 'one two three',
    startMs: 0,
    endMs: 3000,
  });
});

test('nothing is taken where no word is sure', () => {
  expect(
    bestPassage(
      'one two',
      said('one two', () => 0),
      3000,
    ),
  ).toBeNull();
  expect(bestPassage('', [], 3000)).toBeNull();
});

test('for any alignment, the passage is within the bound and its words are those of its text', () => {
  const sentence = fc.array(fc.constantFrom('a', 'bee', 'sea', 'dee.', 'e?', '"eff"'), {
    minLength: 1,
    maxLength: 40,
  });
  fc.assert(
    fc.property(sentence, fc.integer({ min: 1000, max: 20_000 }), (words, maxMs) => {
      const text = words.join(' ');
      const aligned = said(text);
      const passage = bestPassage(text, aligned, maxMs);
      if (!passage) throw new Error('words of a second fit');
      const inside = aligned.filter(
        ({ startMs, endMs }) => startMs >= passage.startMs && endMs <= passage.endMs,
      );
      expect(inside.length * 1000).toBeLessThanOrEqual(maxMs);
      expect(said(passage.text).map((word) => word.text)).toEqual(inside.map((word) => word.text));
    }),
    { numRuns: 300 },
  );
});

test('words are found in their text in order', () => {
  const text = 'Well, well: 5 p.m. is well.';
  const words = ['Well', 'well', '5', 'p.m.', 'is', 'well'].map((word) => ({ text: word }));
  expect(wordRanges(text, words).map(({ start, end }) => text.slice(start, end))).toEqual(
    words.map((word) => word.text),
  );
  expect(wordRanges('one two', [{ text: 'one' }, { text: 'lost' }, { text: 'two' }])).toEqual([
    { start: 0, end: 3 },
    { start: 3, end: 3 },
    { start: 4, end: 7 },
  ]);
});

test('a transcript has words, and no more than can be said in the time', () => {
  for (const text of ['नमस्ते', '안녕하세요', '42', 'a']) expect(() => checkWords(text)).not.toThrow();
  for (const text of ['', '…', '!? —', '👍']) expect(() => checkWords(text)).toThrow(EngineError);
  expect(() => checkLength('x'.repeat(250), 10)).not.toThrow();
  expect(() => checkLength('x'.repeat(251), 10)).toThrow(EngineError);
});
