import fc from 'fast-check';
import { expect, test } from 'vitest';
import { floatToHalf, halfToFloat } from './half.ts';
import { quantiseQ8 } from './q8.ts';

test('a block is its scale and 32 bytes, the largest of them 127', () => {
  const values = Array.from({ length: 32 }, (_, i) => (i - 16) / 16);
  const bytes = quantiseQ8(Uint16Array.from(values, floatToHalf));
  expect(bytes).toHaveLength(34);
  const view = new DataView(bytes.buffer);
  expect(halfToFloat(view.getUint16(0, true))).toBeCloseTo(1 / 127, 5);
  expect([0, 8, 16, 24].map((i) => view.getInt8(2 + i))).toEqual([-127, -64, 0, 64]);
});

test('every value is restored to within half a step, for any block', () => {
  const weight = fc.double({ min: -8, max: 8, noNaN: true });
  fc.assert(
    fc.property(fc.array(weight, { minLength: 64, maxLength: 64 }), (values) => {
      const halves = Uint16Array.from(values, floatToHalf);
      const view = new DataView(quantiseQ8(halves).buffer);
      for (let i = 0; i < 64; i++) {
        const at = Math.floor(i / 32) * 34;
        const block = [...halves.subarray(i - (i % 32), i - (i % 32) + 32)].map(halfToFloat);
        const step = Math.max(...block.map(Math.abs)) / 127;
        const back = view.getInt8(at + 2 + (i % 32)) * halfToFloat(view.getUint16(at, true));
        // The scale is rounded, too, to one part in 2048 or to the smallest half.
        expect(Math.abs(back - halfToFloat(halves[i]!))).toBeLessThanOrEqual(step * 0.57 + 127 * 2 ** -25);
      }
    }),
  );
});
