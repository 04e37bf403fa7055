import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** Runs the next step to its end; it takes the given time. */
function serve<T>(queue: FairQueue<T>, busyMs: number, nowMs = 1e6): T | undefined {
  const next = queue.peek(nowMs);
  if (!next) return undefined;
  queue.shift(next.owner);
  queue.started(next.owner)(busyMs);
  return next.item;
}

describe('FairQueue', () => {
  test('one owner alone is served by deadline', () => {
    const queue = new FairQueue<string>();
    queue.push('c', 'ada', 3);
    queue.push('a', 'ada', 1);
    queue.push('b', 'ada', 2);
    expect([serve(queue, 10), serve(queue, 10), serve(queue, 10), serve(queue, 10)]).toEqual([
      'a',
      'b',
      'c',
      undefined,
    ]);
    expect(queue.size).toBe(0);
  });

  test('owners who both always want more get the same lane time, however many steps they queue', () => {
    const queue = new FairQueue<'flood' | 'ada'>();
    for (let i = 0; i < 500; i++) queue.push('flood', 'flood', 0);
    for (let i = 0; i < 100; i++) queue.push('ada', 'ada', 1);
    const servedMs = { flood: 0, ada: 0 };
    // The flood's steps are longer.
    for (let i = 0; i < 100; i++) {
      const owner = queue.peek(1e6)!.owner as 'flood' | 'ada';
      const busyMs = owner === 'flood' ? 90 : 30;
      serve(queue, busyMs);
      servedMs[owner] += busyMs;
    }
    expect(Math.abs(servedMs.flood - servedMs.ada)).toBeLessThanOrEqual(90 + 30);
  });

  test('an owner who comes back from silence goes first, for a sentence, and does not make up for the silence', () => {
    const queue = new FairQueue<string>();
    for (let i = 0; i < 1000; i++) queue.push('flood', 'flood', 0);
    for (let i = 0; i < 300; i++) serve(queue, 100);
    for (let i = 0; i < 300; i++) queue.push('ada', 'ada', 5);
    const order = Array.from({ length: 100 }, () => serve(queue, 50));
    expect(order.slice(0, 3)).toEqual(['ada', 'ada', 'ada']);
    const hers = order.filter((owner) => owner === 'ada').length;
    expect(hers).toBeGreaterThanOrEqual(50);
    expect(hers).toBeLessThanOrEqual(56);
  });

  test('due steps go before those needed soon, and these before the rest, regardless of lane time', () => {
    const queue = new FairQueue<string>();
    queue.push('later', 'ada', 20_000);
    queue.push('soon', 'bob', 1_500);
    queue.push('due', 'eve', 1_000);
    for (let i = 0; i < 5; i++) queue.started('eve')(500);
    expect([serve(queue, 1, 1_000), serve(queue, 1, 1_000), serve(queue, 1, 1_000)]).toEqual([
      'due',
      'soon',
      'later',
    ]);
  });

  test('a step that is held back lets those of others pass', () => {
    const queue = new FairQueue<string>();
    queue.push('a', 'ada', 0);
    queue.push('b', 'bob', 1);
    expect(queue.peek(10, (owner) => owner === 'ada')?.item).toBe('b');
    expect(queue.peek(10, () => true)).toBeUndefined();
    expect(queue.size).toBe(2);
  });

  // Simulated lanes: every owner except Ada floods them in some way; Ada requests one step now and then.
  const arrival = fc.record({
    owner: fc.constantFrom<string>('bob', 'eve', 'joe'),
    atMs: fc.integer({ min: 0, max: 3000 }),
    steps: fc.integer({ min: 1, max: 40 }),
    busyMs: fc.integer({ min: 5, max: 100 }),
  });
  test('one step waits for those that run, and for no more of the others than their shares', () => {
    fc.assert(
      fc.property(
        fc.array(arrival, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 4 }),
        (floods, lanes) => {
          const queue = new FairQueue<{ readonly busyMs: number; readonly askedMs: number | null }>();
          const events = floods.flatMap(({ owner, atMs, steps, busyMs }) =>
            Array.from({ length: steps }, () => ({ owner, atMs, busyMs })),
          );
          for (let atMs = 0; atMs < 6000; atMs += 700) events.push({ owner: 'ada', atMs, busyMs: 40 });
          events.sort((a, b) => a.atMs - b.atMs);
          const running: { endsMs: number; busyMs: number; end: (busyMs: number) => void }[] = [];
          const waits: number[] = [];
          for (let nowMs = 0; events.length > 0 || running.length > 0 || queue.size > 0; nowMs++) {
            for (const step of running.filter(({ endsMs }) => endsMs <= nowMs)) {
              running.splice(running.indexOf(step), 1);
              step.end(step.busyMs);
            }
            while (events[0] && events[0].atMs <= nowMs) {
              const { owner, busyMs, atMs } = events.shift()!;
              queue.push({ busyMs, askedMs: owner === 'ada' ? nowMs : null }, owner, atMs);
            }
            for (let next = queue.peek(nowMs); next && running.length < lanes; next = queue.peek(nowMs)) {
              queue.shift(next.owner);
              const { busyMs, askedMs } = next.item;
              if (askedMs !== null) waits.push(nowMs - askedMs);
              running.push({ endsMs: nowMs + busyMs, busyMs, end: queue.started(next.owner) });
            }
          }
          // The wait for one step on each lane, and for each of three other owners one step and the largest lane time
          // by which an owner may be behind.
          const othersMs = 3 * (200 + 100);
          for (const waitMs of waits) expect(waitMs).toBeLessThanOrEqual(100 + othersMs / lanes);
        },
      ),
      { numRuns: 50, interruptAfterTimeLimit: 5000 },
    );
  });
});
