import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median, percentile, sum, summary } from './stats.ts';

const finite = fc.double({ min: -1e9, max: 1e9, noNaN: true });
const sample = fc.array(finite, { minLength: 1, maxLength: 50 });

describe('median', () => {
  it('is the middle value, or the mean of the two middle ones', () => {
    expect(median([3])).toBe(3);
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it('orders by value and not by spelling', () => {
    expect(median([10, 9, 100])).toBe(10);
  });

  it('does not change the order of the values', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });
});

describe('percentile', () => {
  it('interpolates between neighbours', () => {
    const values = [10, 20, 30, 40, 50];
    expect(percentile(values, 0)).toBe(10);
    expect(percentile(values, 25)).toBe(20);
    expect(percentile(values, 90)).toBeCloseTo(46);
    expect(percentile(values, 100)).toBe(50);
  });

  it('is NaN for no values, and refuses an invalid percentage', () => {
    expect(percentile([], 50)).toBeNaN();
    expect(() => percentile([1], 101)).toThrow(RangeError);
    expect(() => percentile([1], Number.NaN)).toThrow(RangeError);
  });

  it('lies between the least and the greatest, and never falls as p grows', () => {
    fc.assert(
      fc.property(sample, fc.double({ min: 0, max: 100, noNaN: true }), (values, p) => {
        const value = percentile(values, p);
        const slack = 1e-6;
        expect(value).toBeGreaterThanOrEqual(Math.min(...values) - slack);
        expect(value).toBeLessThanOrEqual(Math.max(...values) + slack);
        expect(percentile(values, 100)).toBeGreaterThanOrEqual(value - slack);
        expect(percentile(values, p / 2)).toBeLessThanOrEqual(value + slack);
      }),
      { interruptAfterTimeLimit: 2000 },
    );
  });
});

it('sums, also nothing', () => {
  expect(sum([])).toBe(0);
  expect(sum([1, 2, 3.5])).toBe(6.5);
});

it('summarises', () => {
  expect(summary([1, 2, 3])).toEqual({ count: 3, p5: 1.1, median: 2, p95: 2.9 });
});
