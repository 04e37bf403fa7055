import { expect, it } from 'vitest';
import type { ProcessorTimes } from '../machine/processor-times.ts';
import { SpareProcessors } from './spare-processors.ts';

/** Threads after half a second in which so many of the processors had nothing to do, or this process to work for. */
function threads(idle: number, own: number, processors: number, most = processors): number {
  let times: ProcessorTimes = { processors, busyMs: 1000, idleMs: 9000, ownMs: 300 };
  const spare = new SpareProcessors(() => times, most);
  times = {
    processors,
    busyMs: 1000 + (processors - idle) * 500,
    idleMs: 9000 + idle * 500,
    ownMs: 300 + own * 500,
  };
  spare.look();
  return spare.threads;
}

it.each([
  [0, 0, 2, 1],
  [0.9, 0, 2, 1],
  [1.6, 0, 2, 1],
  [1.8, 0, 2, 2],
  [0.6, 1.3, 2, 2],
  [2, 0, 2, 2],
  [1.05, 0, 4, 1],
  [2.5, 0, 4, 2],
  [2.8, 0, 4, 3],
  [15, 0, 16, 4],
])('%f idle processors and %f of its own, of %i, make %i threads', (idle, own, processors, expected) => {
  expect(threads(idle, own, processors)).toBe(expected);
});

it('uses no more processors than the process may', () => {
  expect(threads(16, 0, 16, 2)).toBe(2);
});

it('uses one as long as nothing is known', () => {
  expect(new SpareProcessors(() => ({ processors: 8, busyMs: 0, idleMs: 0, ownMs: 0 }), 8).threads).toBe(1);
});

it('reads the times of this machine', () => {
  const spare = new SpareProcessors();
  spare.look();
  expect(spare.threads).toBeGreaterThanOrEqual(1);
});
