import { expect, test } from 'vitest';
import { everyDay, roundUp } from './days.ts';

test('days without use are included, over the end of a month', () => {
  const used = { day: '2028-02-29', characters: 5, audio_ms: 300, requests: 1 };
  const days = everyDay([used], 4, new Date('2028-03-02T00:30:00Z'));
  expect(days.map(({ day, characters }) => [day, characters])).toEqual([
    ['2028-02-28', 0],
    ['2028-02-29', 5],
    ['2028-03-01', 0],
    ['2028-03-02', 0],
  ]);
});

test.each([
  [0, 10],
  [10, 10],
  [11, 15],
  [151, 200],
  [999, 1000],
  [1000, 1000],
  [8001, 10_000],
])('an axis for %d ends at %d', (value, end) => {
  expect(roundUp(value)).toBe(end);
});
