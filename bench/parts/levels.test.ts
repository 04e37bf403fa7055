import fc from 'fast-check';
import { expect, it } from 'vitest';
import { levelsFor, targetStreams } from './levels.ts';

it('doubles up to the limit, includes 80 % of it, and goes beyond', () => {
  expect(levelsFor(12.3, false)).toEqual([1, 2, 4, 9, 16, 25]);
  expect(levelsFor(10.9, false)).toEqual([1, 2, 4, 8, 14, 22]);
  expect(levelsFor(60, false)).toEqual([1, 2, 4, 8, 16, 32, 48, 75, 120]);
});

it('has three levels for a quick look', () => {
  expect(levelsFor(12.3, true)).toEqual([1, 9, 16]);
});

it('holds for any machine: ascending, the target among them, something beyond the limit', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.1, max: 2000, noNaN: true }), fc.boolean(), (limit, quick) => {
      const levels = levelsFor(limit, quick);
      expect(levels).toContain(targetStreams(limit));
      expect(levels.at(-1)).toBeGreaterThan(limit);
      expect(levels[0]).toBe(1);
      expect(levels).toEqual([...new Set(levels)].sort((a, b) => a - b));
    }),
    { interruptAfterTimeLimit: 2000 },
  );
});
