import { expect, test } from 'vitest';
import { shownSeconds } from './shown-seconds.ts';

test.each([
  [14.99, [15, 60], '14.99'],
  [14.94, [15, 60], '14.9'],
  [14.999, [15, 60], '14.999'],
  [14.96, [15, 60], '14.96'],
  [60.04, [15, 60], '60.04'],
  [60.000_02, [15, 60], '60.00002'],
  [61, [15, 60], '61.0'],
  [5.98, [6], '5.98'],
  [6, [6], '6.0'],
  [3.2, [6], '3.2'],
] as const)('%d s beside %j is shown as %s', (seconds, limits, shown) => {
  expect(shownSeconds(seconds, ...limits)).toBe(shown);
});
