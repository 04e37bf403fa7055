import { expect, test } from 'vitest';
import { grown, lookAt } from './vitals.ts';

const MB = 2 ** 20;
const rest = { memory: 500 * MB, heap: 50 * MB, handles: 60, threads: 20 };

test('a process is looked at', () => {
  const { memory, heap, handles, threads } = lookAt(process.pid, 7);
  expect(memory).toBeGreaterThan(10 * MB);
  expect(heap).toBe(7);
  expect(handles).toBeGreaterThan(3);
  expect(threads).toBeGreaterThan(1);
});

test('about constant values have not grown, leaking ones have', () => {
  const little = { memory: 560 * MB, heap: 52 * MB, handles: 62, threads: 21 };
  const much = { memory: 800 * MB, heap: 80 * MB, handles: 90, threads: 40 };
  expect(grown([rest, little, little])).toEqual([]);
  expect(grown([rest, much])).toEqual(['memory', 'heap', 'handles', 'threads']);
  expect(grown([rest, much, rest])).toEqual([]);
});

test('values that level off have not grown, continuing growth has, whatever the initial growth', () => {
  const memories = (...megabytes: number[]) => megabytes.map((n) => ({ ...rest, memory: n * MB }));
  expect(grown(memories(1500, 1560, 1620, 1640, 1640, 1650))).toEqual([]);
  expect(grown(memories(1500, 1500, 1500, 1500, 1600, 1630))).toEqual(['memory']);
  expect(grown(memories(1500, 1540, 1580, 1620, 1660, 1700))).toEqual(['memory']);
  expect(() => grown([])).toThrow('rests');
});
