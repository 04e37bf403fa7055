import fc from 'fast-check';
import { expect, it } from 'vitest';
import { levelsFor, targetStreams } from './levels.ts';

it('doubles up to the limit, includes 80 % of it, and exceeds it', () => {
  expect(levelsFor(12.3, false)).toEqual([1, 2, 4, 9, 16, 25]);
  expect(levelsFor(10.9, false)).toEqual([1, 2, 4, 8, 14, 22]);
  expect(levelsFor(60, false)).toEqual([1, 2, 4, 8, 16, 32, 48, 75, 120]);
});

it('has three levels in a quick run', () => {
  expect(levelsFor(12.3, true)).toEqual([1, 9, 16]);
});

it('for any machine: ascending, with the target and a level beyond the limit', () => {
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
