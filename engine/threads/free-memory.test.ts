import { expect, test } from 'vitest';
import { freeMemory } from './free-memory.ts';

test('the memory of arrays is free at once', () => {
  const arrays = Array.from({ length: 4 }, () => new Float32Array(1_000_000));
  const before = process.memoryUsage().arrayBuffers;
  freeMemory(arrays);
  expect(arrays.map(({ length }) => length)).toEqual([0, 0, 0, 0]);
  expect(process.memoryUsage().arrayBuffers).toBeLessThan(before - 15_000_000);
});
