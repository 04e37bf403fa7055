import { expect, test } from 'vitest';
import { advanced } from './advanced.ts';

test('a bar advances between two reports, ever more slowly, and does not end by itself', () => {
  const places = [0, 1000, 2000, 4000, 8000, 60_000, 3_600_000].map((sinceMs) => advanced(0.5, sinceMs));
  expect(places[0]).toBe(0.5);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(new Set(places.slice(0, 6)).size).toBe(6);
  expect(places.at(-1)).toBeLessThan(0.7);
  expect(advanced(1, 5000)).toBe(1);
});
