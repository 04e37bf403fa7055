import fc from 'fast-check';
import { expect, test } from 'vitest';
import { windowEnd } from './windows.ts';

const plan = fc
  .tuple(
    fc.integer({ min: 1, max: 3000 }),
    fc.nat(),
    fc.nat(),
    fc.constantFrom('several' as const, 'one' as const, 'none' as const),
    fc.integer({ min: 0, max: 5000 }),
    fc.constantFrom(48, Number.POSITIVE_INFINITY),
  )
  .map(([frames, a, b, freeLanes, leadMs, maxWindowFrames]) => {
    const [soundFrom, soundTo] = [a % (frames + 1), b % (frames + 1)].sort((x, y) => x - y) as [
      number,
      number,
    ];
    return { frames, soundFrom, soundTo, freeLanes, leadMs, maxWindowFrames };
  });

test('windows cover all frames once, in steps that end', () => {
  fc.assert(
    fc.property(plan, ({ freeLanes, leadMs, ...phrase }) => {
      let from = 0;
      let size = 0;
      let windows = 0;
      while (from < phrase.frames) {
        const to = windowEnd(phrase, from, size, freeLanes, leadMs);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(phrase.frames);
        // Silence that may be trimmed lies completely in the first and in the last window.
        if (from === 0) expect(to).toBeGreaterThanOrEqual(Math.min(phrase.frames, phrase.soundFrom));
        if (to < phrase.frames) expect(to).toBeLessThan(phrase.soundTo);
        size = to - from;
        from = to;
        windows++;
      }
      expect(windows).toBeLessThan(70);
    }),
  );
});

test('the first window is short on an idle machine, longer on a busy one, large for a patient listener', () => {
  const phrase = { frames: 500, soundFrom: 2, soundTo: 480, maxWindowFrames: Number.POSITIVE_INFINITY };
  expect(windowEnd(phrase, 0, 0, 'several', 0)).toBeLessThan(windowEnd(phrase, 0, 0, 'none', 0));
  expect(windowEnd(phrase, 0, 0, 'none', 0)).toBeLessThan(windowEnd(phrase, 0, 0, 'several', 3000));
});

test('windows grow further while there are lanes to spare', () => {
  const phrase = { frames: 5000, soundFrom: 2, soundTo: 4980, maxWindowFrames: Number.POSITIVE_INFINITY };
  expect(windowEnd(phrase, 200, 192, 'several', 0) - 200).toBe(256);
  expect(windowEnd(phrase, 200, 192, 'one', 0) - 200).toBe(96);
  // Unless their synthesizer gains nothing by it.
  expect(windowEnd({ ...phrase, maxWindowFrames: 48 }, 200, 192, 'several', 0) - 200).toBe(48);
});

test('a window that nobody waits for has at least the size that the synthesizer prefers', () => {
  const phrase = { frames: 900, soundFrom: 2, soundTo: 880, leastWindowFrames: 480, maxWindowFrames: 480 };
  expect(windowEnd(phrase, 0, 0, 'one', 0)).toBeLessThan(20);
  expect(windowEnd(phrase, 12, 12, 'none', 0) - 12).toBe(480);
  expect(windowEnd(phrase, 0, 0, 'none', 3000)).toBe(480);
  expect(windowEnd({ ...phrase, frames: 60, soundTo: 50 }, 12, 12, 'none', 0)).toBe(60);
});
