import { expect, test } from 'vitest';
import { snapSpeed } from './speeds.ts';

test.each([
  [0.7, 0.7],
  [0.8, 0.7],
  [0.999, 0.7],
  [0, 0.7],
  [-3, 0.7],
  [1, 1],
  [1.0001, 1.5],
  [1.5, 1.5],
  [9, 1.5],
])('%d snaps to %d', (speed, snapped) => {
  expect(snapSpeed(speed)).toBe(snapped);
});
