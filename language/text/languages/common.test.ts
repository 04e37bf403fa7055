import { describe, expect, it } from 'vitest';
import {
  type DigitWords,
  digitByDigit,
  groupsOfThree,
  isBelowTwo,
  isOne,
  numberReader,
  wholeAndCents,
  withCapitals,
  withoutLeadingZeros,
} from './common.ts';
import type { NumberValue } from './values.ts';

const letters: DigitWords = ['o', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

function value(written: string, scale: string | null = null): NumberValue {
  const [, sign, integer = '', fraction = null] = /^(-?)(\d*)(?:\.(\d+))?$/.exec(written) ?? [];
  return { negative: sign === '-', integer, fraction, scale };
}

describe('number helpers', () => {
  it('splits digits into groups of three, most significant first', () => {
    expect(groupsOfThree('1234567')).toEqual([1, 234, 567]);
    expect(groupsOfThree('0')).toEqual([0]);
    expect(groupsOfThree('1000')).toEqual([1, 0]);
  });

  it('drops leading zeros but keeps a zero', () => {
    expect(['007', '0', '000', '10', ''].map(withoutLeadingZeros)).toEqual(['7', '0', '0', '10', '0']);
  });

  it('reads digits one by one', () => {
    expect(digitByDigit('0 9-1', letters)).toBe('o i a');
  });

  it('knows which counts are singular', () => {
    expect(['1', '-1', '1.0', '21', '0'].map((written) => isOne(value(written)))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(isOne(value('1', 'million'))).toBe(false);
    expect(['0', '1.9', '2', '10', '.5'].map((written) => isBelowTwo(value(written)))).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
  });

  it('splits amounts into whole and cents only when they have two decimals', () => {
    expect(wholeAndCents(value('5.50'))).toEqual({ whole: '5', cents: 50 });
    expect(wholeAndCents(value('5'))).toEqual({ whole: '5', cents: 0 });
    expect(wholeAndCents(value('.05'))).toEqual({ whole: '0', cents: 5 });
    expect(wholeAndCents(value('5.5'))).toEqual({ whole: '5', cents: 50 });
    expect(wholeAndCents(value('5.010'))).toEqual({ whole: '5', cents: 1 });
    expect(wholeAndCents(value('3.499'))).toBeNull();
    expect(wholeAndCents(value('5.50', 'million'))).toBeNull();
  });

  it('reads sign, whole part, fraction and scale in that order', () => {
    const read = numberReader({
      minus: 'minus',
      point: 'point',
      cardinal: (digits) => `<${digits}>`,
      digits: (digits) => digitByDigit(digits, letters),
    });
    expect(read(value('-3.14', 'million'))).toBe('minus <3> point a d million');
    expect(read(value('.5'))).toBe('<0> point e');
  });

  it('opens sentences with abbreviations, unless the capital means something else', () => {
    expect(withCapitals({ 'e. g.': 'for example', 'st.': 'saint', 'St.': 'street' })).toEqual({
      'e. g.': 'for example',
      'E. g.': 'for example',
      'st.': 'saint',
      'St.': 'street',
    });
  });
});
