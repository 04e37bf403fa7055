import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recognitionWindows, WHOLE } from './window-plan.ts';

/** Low, so that minutes of audio are created quickly. */
const RATE = 100;

test('a short recording is one window, an empty one none', () => {
  expect(recognitionWindows(new Float32Array(28 * RATE), RATE, WHOLE)).toEqual([
    { start: 0, end: 28 * RATE },
  ]);
  expect(recognitionWindows(new Float32Array(0), RATE, WHOLE)).toEqual([]);
});

test('a long one is cut in its pauses', () => {
  const samples = new Float32Array(70 * RATE).map((_, i) => (i % 2 ? 0.5 : -0.5));
  for (const second of [5, 20, 47]) samples.fill(0, second * RATE, (second + 0.5) * RATE);
  const cuts = recognitionWindows(samples, RATE, WHOLE).map(({ end }) => end / RATE);
  expect(cuts).toHaveLength(3);
  expect(cuts[0]).toBeGreaterThan(20);
  expect(cuts[0]).toBeLessThan(20.5);
  expect(cuts[1]).toBeGreaterThan(47);
  expect(cuts[1]).toBeLessThan(47.5);
  expect(cuts[2]).toBe(70);
});

test('silence is cut into long windows', () => {
  const windows = recognitionWindows(new Float32Array(100 * RATE), RATE, WHOLE);
  expect(windows.length).toBeLessThanOrEqual(4);
});

test('windows follow one another, and none is too long or nearly nothing', () => {
  const lengths = fc.integer({ min: 0, max: 200 * RATE });
  fc.assert(
    fc.property(lengths, fc.integer(), (length, seed) => {
      let state = seed;
      const samples = new Float32Array(length).map(() => {
        state = (Math.imul(state, 1103515245) + 12345) | 0;
        return state / 2 ** 31;
      });
      const windows = recognitionWindows(samples, RATE, WHOLE);
      let at = 0;
      for (const { start, end } of windows) {
        expect(start).toBe(at);
        expect(end - start).toBeLessThanOrEqual(28 * RATE);
        at = end;
      }
      expect(at).toBe(length);
      for (const { start, end } of windows.slice(0, -1))
        expect(end - start).toBeGreaterThanOrEqual(14 * RATE);
    }),
    { numRuns: 100, interruptAfterTimeLimit: 2000 },
  );
});
