import { expect, it } from 'vitest';
import type { ProcessorTimes } from '../../machine/processor-times.ts';
import { SpareProcessors } from './spare-processors.ts';

/** Threads after half a second in which some processors were idle, or worked for this process. */
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
  [2, 0, 2, 1],
  [1.05, 0, 4, 1],
  [2.5, 0, 4, 2],
  [1.2, 1.3, 4, 2],
  [2.8, 0, 4, 3],
  [4, 0, 4, 3],
  [15, 0, 16, 4],
])('%f idle processors and %f of its own, of %i, make %i threads', (idle, own, processors, expected) => {
  expect(threads(idle, own, processors)).toBe(expected);
});

it('leaves one of the processors that the process may use to others', () => {
  expect(threads(16, 0, 16, 3)).toBe(2);
});

it('counts the busiest of the last two seconds', () => {
  let times: ProcessorTimes = { processors: 4, busyMs: 0, idleMs: 0, ownMs: 0 };
  const spare = new SpareProcessors(
    () => times,
    4,
    () => 0,
  );
  const look = (idle: number): number => {
    times = { ...times, busyMs: times.busyMs + (4 - idle) * 500, idleMs: times.idleMs + idle * 500 };
    spare.look();
    return spare.threads;
  };
  expect([4, 0.5, 4, 4, 4, 4].map(look)).toEqual([3, 1, 1, 1, 1, 3]);
});

it('leaves processors to what has just begun to run', () => {
  expect([0, 2, 5].map((others) => threads(4, 0, 4, 4, others))).toEqual([3, 2, 1]);
});

it('uses one as long as nothing is known', () => {
  expect(new SpareProcessors(() => ({ processors: 8, busyMs: 0, idleMs: 0, ownMs: 0 }), 8).threads).toBe(1);
});

it('reads the times of this machine', () => {
  const spare = new SpareProcessors();
  spare.look();
  expect(spare.threads).toBeGreaterThanOrEqual(1);
});
