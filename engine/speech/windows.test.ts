import fc from 'fast-check';
import { expect, test } from 'vitest';
import { windowEnd } from './windows.ts';

const plan = fc
  .tuple(
    fc.integer({ min: 1, max: 3000 }),
    fc.nat(),
    fc.nat(),
    fc.constantFrom('plenty' as const, 'enough' as const, 'none' as const),
    fc.integer({ min: 0, max: 5000 }),
  )
  .map(([frames, a, b, room, leadMs]) => {
    const [soundFrom, soundTo] = [a % (frames + 1), b % (frames + 1)].sort((x, y) => x - y) as [
      number,
      number,
    ];
    return { frames, soundFrom, soundTo, room, leadMs };
  });

test('windows cover all frames once, in steps that end', () => {
  fc.assert(
    fc.property(plan, ({ room, leadMs, ...run }) => {
      let from = 0;
      let size = 0;
      let windows = 0;
      while (from < run.frames) {
        const to = windowEnd(run, from, size, room, leadMs);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(run.frames);
        // What may be trimmed lies whole in the first and in the last window.
        if (from === 0) expect(to).toBeGreaterThanOrEqual(Math.min(run.frames, run.soundFrom));
        if (to < run.frames) expect(to).toBeLessThan(run.soundTo);
        size = to - from;
        from = to;
        windows++;
      }
      expect(windows).toBeLessThan(50);
    }),
  );
});

test('the first window is short on an idle machine, longer on a busy one, large for a patient listener', () => {
  const run = { frames: 500, soundFrom: 2, soundTo: 480 };
  expect(windowEnd(run, 0, 0, 'plenty', 0)).toBeLessThan(windowEnd(run, 0, 0, 'none', 0));
  expect(windowEnd(run, 0, 0, 'none', 0)).toBeLessThan(windowEnd(run, 0, 0, 'plenty', 3000));
});

test('windows grow further while there are lanes to spare', () => {
  const run = { frames: 5000, soundFrom: 2, soundTo: 4980 };
  expect(windowEnd(run, 200, 192, 'plenty', 0) - 200).toBe(256);
  expect(windowEnd(run, 200, 192, 'enough', 0) - 200).toBe(96);
});
