import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scoringWords } from './scoring-words.ts';
import { wordErrors, worstStretch } from './wer.ts';

describe('wordErrors', () => {
  test.each([
    ['the cat sat', 'the cat sat', 0],
    ['the cat sat', 'The cat, sat!', 0],
    ['the cat sat', 'the cat', 1],
    ['the cat sat', 'the black cat sat', 1],
    ['the cat sat', 'a cat spat', 2],
    ['the cat sat', '', 3],
  ])('%s / %s: %i', (reference, hypothesis, errors) => {
    expect(wordErrors(reference, hypothesis)).toEqual({ errors, words: 3 });
  });

  test('words of silence count as insertions', () => {
    expect(wordErrors('', 'thank you')).toEqual({ errors: 2, words: 0 });
  });

  const word = fc.constantFrom('red', 'green', 'blue', 'house', "don't", 'Übung');
  const sentence = fc.array(word, { maxLength: 12 });

  test('is a distance between word sequences', () => {
    fc.assert(
      fc.property(sentence, sentence, sentence, (a, b, c) => {
        const distance = (x: string[], y: string[]) => wordErrors(x.join(' '), y.join(' ')).errors;
        expect(distance(a, a)).toBe(0);
        expect(distance(a, b)).toBe(distance(b, a));
        expect(distance(a, b) === 0).toBe(a.join(' ') === b.join(' '));
        expect(distance(a, c)).toBeLessThanOrEqual(distance(a, b) + distance(b, c));
        expect(distance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(distance(a, b)).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      }),
    );
  });

  test('never throws, and finds no error in a text against itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(wordErrors(text, text).errors).toBe(0);
      }),
    );
  });
});

describe('scoringWords', () => {
  test.each([
    ["Don't stop, it's O'Brien’s.", 'dont stop its obriens'],
    ['a well-known fact', 'a well known fact'],
    ['Mr. and Mrs. Smith', 'mister and missus smith'],
    ['one hundred and five', '105'],
    ['a hundred', '100'],
    ['a thousand and one nights', '1001 nights'],
    ['nineteen eighty-four', '1984'],
    ['in 1984', 'in 1984'],
    ['twenty twenty-six', '2026'],
    ['nineteen hundred', '1900'],
    ['the twenty-first of May', 'the 21st of may'],
    ['the one hundred and third', 'the 103rd'],
    ['five million', '5000000'],
    ['5 million', '5000000'],
    ['2.5 million', '2500000'],
    ['1,250 men', '1250 men'],
    ['three point one four', '3.14'],
    ['3.14.', '3.14'],
    ['$5 & 10%', '5 dollars and 10 percent'],
    ['five dollars and ten percent', '5 dollars and 10 percent'],
    ['five five five', '555'],
    ['ten thirty', '1030'],
    ['10:30', '1030'],
    ['two and three', '2 and 3'],
    ['hundred', 'hundred'],
    ['zero', '0'],
    ['', ''],
    ['ß Straße, naïve', 'ß straße naïve'],
  ])('%s -> %s', (text, expected) => {
    expect(scoringWords(text).join(' ')).toBe(expected);
  });

  const BELOW_TWENTY =
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
      ' ',
    );
  const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

  function spell(n: number, and: string): string {
    const rest = (value: number, joint: string) => (value === 0 ? '' : `${joint}${spell(value, and)}`);
    if (n < 20) return BELOW_TWENTY[n]!;
    if (n < 100) return `${TENS[Math.floor(n / 10)]}${rest(n % 10, '-')}`;
    if (n < 1000) return `${spell(Math.floor(n / 100), and)} hundred${rest(n % 100, and)}`;
    const scale = n < 1e6 ? 1e3 : 1e6;
    const joint = n % scale < 100 ? and : ' ';
    return `${spell(Math.floor(n / scale), and)} ${scale === 1e3 ? 'thousand' : 'million'}${rest(n % scale, joint)}`;
  }

  test('a spelled number equals its digits', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), fc.constantFrom(' ', ' and '), (n, and) => {
        expect(wordErrors(`they had ${spell(n, and)} of them`, `they had ${n} of them`)).toEqual({
          errors: 0,
          words: 5,
        });
      }),
    );
  });
});

describe('worstStretch', () => {
  test.each([
    ['red green blue black', 'red green blue black', 2, { errors: 0, words: 2 }],
    ['red green blue black', 'red green glue back', 2, { errors: 2, words: 2 }],
    ['red green blue black', 'bed green blue back', 2, { errors: 1, words: 2 }],
    ['red green blue black', 'red green and some more blue black', 2, { errors: 3, words: 2 }],
    ['red', 'green blue', 8, { errors: 2, words: 1 }],
    ['', 'red', 8, { errors: 0, words: 0 }],
  ])('of "%s" heard as "%s"', (reference, hypothesis, length, errors) => {
    expect(worstStretch(reference, hypothesis, length)).toEqual(errors);
  });

  test('has all errors when it is as long as the reference', () => {
    const text = fc
      .array(fc.constantFrom('red', 'green', 'blue'), { minLength: 1 })
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (reference, hypothesis) => {
        expect(worstStretch(reference, hypothesis, 1000)).toEqual(wordErrors(reference, hypothesis));
      }),
    );
  });
});
