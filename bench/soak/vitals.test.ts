import { expect, test } from 'vitest';
import { grown, lookAt, type Sample, slopePerHour } from './vitals.ts';

const MB = 2 ** 20;
const rest = { resident: 500 * MB, heap: 50 * MB, handles: 60, threads: 20 };

test('a process is looked at', () => {
  const { resident, heap, handles, threads } = lookAt(process.pid, 7);
  expect(resident).toBeGreaterThan(10 * MB);
  expect(heap).toBe(7);
  expect(handles).toBeGreaterThan(3);
  expect(threads).toBeGreaterThan(1);
});

test('what stays about the same has not grown, what leaks has', () => {
  expect(grown(rest, { resident: 560 * MB, heap: 52 * MB, handles: 62, threads: 21 })).toEqual([]);
  expect(grown(rest, { resident: 800 * MB, heap: 80 * MB, handles: 90, threads: 40 })).toEqual([
    'resident',
    'heap',
    'handles',
    'threads',
  ]);
});

test('the slope is that of the line, per hour', () => {
  const samples = [0, 1, 2, 3].map(
    (minute): Sample => ({ ...rest, atMs: minute * 60_000, handles: 10 + minute }),
  );
  expect(slopePerHour(samples, 'handles')).toBeCloseTo(60);
  expect(slopePerHour(samples, 'heap')).toBe(0);
  expect(slopePerHour([], 'heap')).toBe(0);
});
