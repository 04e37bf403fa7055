import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mean, quantileFloor, quantileLower, quantileNearest, selectInPlace } from './statistics.ts';

test('the mean of nothing is 0', () => {
  expect(mean([])).toBe(0);
  expect(mean([1, 2, 6])).toBe(3);
});

describe('quantiles', () => {
  /** 10 down to 1: order must not matter, and two digits must not be sorted as text. */
  const values = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1];

  test('differ in which value they choose between two', () => {
    expect([0.25, 0.5, 0.86].map((share) => quantileFloor(values, share))).toEqual([3, 6, 9]);
    expect([0.25, 0.5, 0.86].map((share) => quantileLower(values, share))).toEqual([3, 5, 8]);
    expect([0.25, 0.5, 0.86].map((share) => quantileNearest(values, share))).toEqual([3, 6, 9]);
    expect([0.3, 0.38, 0.6].map((share) => quantileFloor(values, share))).toEqual([4, 4, 7]);
    expect([0.3, 0.38, 0.6].map((share) => quantileNearest(values, share))).toEqual([4, 4, 6]);
  });

  test.each([quantileFloor, quantileLower, quantileNearest])(
    '%o goes from the least to the greatest, changes nothing, and returns the default for no values',
    (quantile) => {
      const given = Float32Array.from([3, -1, 2]);
      expect([0, 1].map((share) => quantile(given, share))).toEqual([-1, 3]);
      expect([...given]).toEqual([3, -1, 2]);
      expect(quantile([], 0.5)).toBeNaN();
      expect(quantile([], 0.5, -100)).toBe(-100);
    },
  );
});

test('selects the same value as sorting, for any order and any repetitions', () => {
  const values = fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double({ noNaN: true })), {
    minLength: 1,
  });
  fc.assert(
    fc.property(values, fc.nat(), (list, place) => {
      const index = place % list.length;
      const sorted = Float64Array.from(list).sort();
      // Zeros of either sign are equal.
      expect(selectInPlace(Float64Array.from(list), index)! === sorted[index]).toBe(true);
    }),
  );
  expect(selectInPlace(new Float64Array(0), 0)).toBeUndefined();
});
