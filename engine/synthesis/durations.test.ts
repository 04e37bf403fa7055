import fc from 'fast-check';
import { expect, test } from 'vitest';
import { framesAtSpeed } from './durations.ts';

const sum = (frames: Iterable<number>): number => [...frames].reduce((all, n) => all + n, 0);
const isBlank = (index: number): boolean => index % 2 === 1;
const anyDurations = fc
  .array(fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 30, noNaN: true })), { maxLength: 80 })
  .map((values) => Float32Array.from(values));
const anySpeed = fc.double({ min: 0.5, max: 2, noNaN: true });

test('at speed 1 every duration is rounded up', () => {
  fc.assert(
    fc.property(anyDurations, (durations) => {
      expect(framesAtSpeed(durations, 1, isBlank)).toEqual(Int32Array.from(durations, Math.ceil));
    }),
  );
});

test('the whole is right to half a frame, no phoneme vanishes, and blanks only where frames are short', () => {
  fc.assert(
    fc.property(anyDurations, anySpeed, (durations, speed) => {
      const normal = Int32Array.from(durations, Math.ceil);
      const scaled = framesAtSpeed(durations, speed, isBlank);
      const ids = normal.filter((frames) => frames > 0).length;
      const phonemes = normal.filter((frames, i) => frames > 0 && !isBlank(i)).length;
      expect(scaled.length).toBe(normal.length);
      const wanted = Math.max(sum(normal) / speed, phonemes);
      expect(Math.abs(sum(scaled) - wanted)).toBeLessThanOrEqual(0.5);
      const least = ids <= 0.9 * Math.round(sum(normal) / speed) ? () => true : (i: number) => !isBlank(i);
      for (const [i, frames] of scaled.entries()) {
        if (normal[i] === 0) expect(frames).toBe(0);
        expect(frames).toBeGreaterThanOrEqual(least(i) && normal[i]! > 0 ? 1 : 0);
      }
    }),
  );
});

test('all start times are those at speed 1, divided by the speed', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 2, max: 30, noNaN: true })), anySpeed, (values, speed) => {
      const durations = Float32Array.from(values);
      const scaled = framesAtSpeed(durations, speed, isBlank);
      let normalStart = 0;
      let start = 0;
      for (const [i, duration] of durations.entries()) {
        expect(Math.abs(start - normalStart / speed)).toBeLessThanOrEqual(0.5 + 1e-9);
        normalStart += Math.ceil(duration);
        start += scaled[i]!;
      }
    }),
  );
});
