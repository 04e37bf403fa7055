import { expect, it } from 'vitest';
import type { ProcessorTimes } from '../machine/processor-times.ts';
import { SpareProcessors } from './spare-processors.ts';

/** Threads after half a second in which so many of the processors had nothing to do, or this process to work for. */
function threads(idle: number, own: number, processors: number, most = processors, others = 0): number {
  let times: ProcessorTimes = { processors, busyMs: 1000, idleMs: 9000, ownMs: 300 };
  const spare = new SpareProcessors(
    () => times,
    most,
    () => others,
  );
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

it('counts the busiest of the last two seconds', () => {
  let times: ProcessorTimes = { processors: 2, busyMs: 0, idleMs: 0, ownMs: 0 };
  const spare = new SpareProcessors(
    () => times,
    2,
    () => 0,
  );
  const look = (idle: number): number => {
    times = { ...times, busyMs: times.busyMs + (2 - idle) * 500, idleMs: times.idleMs + idle * 500 };
    spare.look();
    return spare.threads;
  };
  expect([2, 0.5, 2, 2, 2, 2].map(look)).toEqual([2, 1, 1, 1, 1, 2]);
});

it('leaves processors to what has just begun to run', () => {
  expect([0, 1, 5].map((others) => threads(2, 0, 2, 2, others))).toEqual([2, 1, 1]);
  expect(threads(4, 0, 4, 4, 1)).toBe(3);
});

it('uses one as long as nothing is known', () => {
  expect(new SpareProcessors(() => ({ processors: 8, busyMs: 0, idleMs: 0, ownMs: 0 }), 8).threads).toBe(1);
});

it('reads the times of this machine', () => {
  const spare = new SpareProcessors();
  spare.look();
  expect(spare.threads).toBeGreaterThanOrEqual(1);
});
