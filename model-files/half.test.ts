import fc from 'fast-check';
import { expect, test } from 'vitest';
import { floatToHalf, halfToFloat } from './half.ts';

test.each([
  [0, 0],
  [-0, 0x8000],
  [1, 0x3c00],
  [-2, 0xc000],
  [65_504, 0x7bff],
  [65_536, 0x7c00],
  [2 ** -14, 0x0400],
  [2 ** -24, 0x0001],
  [2 ** -26, 0],
  [1 / 3, 0x3555],
  // Halfway between two halves, rounding goes to the even one.
  [1 + 2 ** -11, 0x3c00],
  [1 + 3 * 2 ** -11, 0x3c02],
  [2047.5 / 1024, 0x4000],
])('%d is the half 0x%s', (value, half) => {
  expect(floatToHalf(value)).toBe(half);
});

test('every finite half is read and written back, and nothing else is nearer to a number', () => {
  for (let half = 0; half < 0x7c00; half++) {
    expect(floatToHalf(halfToFloat(half))).toBe(half);
    expect(floatToHalf(-halfToFloat(half))).toBe(half | 0x8000);
  }
  fc.assert(
    fc.property(fc.double({ min: 0, max: 65_504, noNaN: true }), (value) => {
      const half = floatToHalf(value);
      const away = Math.abs(halfToFloat(half) - value);
      for (const near of [half - 1, half + 1]) {
        if (near >= 0 && near < 0x7c00)
          expect(Math.abs(halfToFloat(near) - value)).toBeGreaterThanOrEqual(away);
      }
    }),
  );
});
