import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rangeIn } from './byte-range.ts';

test.each([
  ['bytes=0-0', { from: 0, to: 1 }],
  ['bytes=2-', { from: 2, to: 10 }],
  ['bytes=2-5', { from: 2, to: 6 }],
  [' bytes=2-500 ', { from: 2, to: 10 }],
  ['bytes=-3', { from: 7, to: 10 }],
  ['bytes=-30', { from: 0, to: 10 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', null],
  ['bytes=-', null],
  ['bytes=0-1,4-5', null],
  ['lines=0-1', null],
  ['', null],
  [undefined, null],
])('%s of ten bytes', (header, range) => {
  expect(rangeIn(header, 10)).toEqual(range);
});

test('a range lies within the file, whatever is requested', () => {
  const number = fc.option(fc.bigInt(0n, 10n ** 30n), { nil: '' });
  fc.assert(
    fc.property(number, number, fc.integer({ min: 1, max: 2 ** 31 }), (first, last, size) => {
      const range = rangeIn(`bytes=${first}-${last}`, size);
      if (range === null || range === 'unsatisfiable') return;
      expect(range.from).toBeGreaterThanOrEqual(0);
      expect(range.to).toBeGreaterThan(range.from);
      expect(range.to).toBeLessThanOrEqual(size);
    }),
  );
});
