import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Admission } from './admission.ts';
import { DeadlineQueue } from './deadline-queue.ts';
import { Playback } from './playback.ts';

describe('DeadlineQueue', () => {
  test('returns the earliest deadline first and equal ones in order of arrival', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 200 }), (deadlines) => {
        const queue = new DeadlineQueue<{ deadline: number; order: number }>();
        const items = deadlines.map((deadline, order) => ({ deadline, order }));
        for (const item of items) queue.push(item, item.deadline);
        const sorted = [...items].sort((a, b) => a.deadline - b.deadline || a.order - b.order);
        expect(Array.from({ length: items.length }, () => queue.shift())).toEqual(sorted);
        expect(queue.shift()).toBeUndefined();
      }),
    );
  });

  test('keeps the order when pushes and shifts alternate', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: -5, max: 5 })), { maxLength: 100 }), (steps) => {
        const queue = new DeadlineQueue<number>();
        const model: number[] = [];
        for (const step of steps) {
          if (step === null) {
            expect(queue.shift()).toBe(model.shift());
          } else {
            queue.push(step, step);
            model.push(step);
            model.sort((a, b) => a - b);
          }
          expect(queue.size).toBe(model.length);
        }
      }),
    );
  });
});

describe('Playback', () => {
  test('continues from chunk to chunk and reports the lead of the stream', () => {
    const playback = new Playback();
    expect(playback.deliver(100, 0, 10, false)).toBe(0);
    expect(playback.endsAtMs).toBe(110);
    expect(playback.deliver(200, 20, 30, true)).toBe(0);
    expect(playback.leadMs(60)).toBe(250);
    expect(playback.leadMs(1000)).toBe(0);
  });

  test('counts a gap only when speech went on and the listener was waiting for it', () => {
    const playback = new Playback();
    playback.deliver(100, 0, 0, false);
    expect(playback.deliver(100, 50, 140, true)).toBe(40);
    expect(playback.underruns).toBe(1);
    // A new utterance after silence is no gap, nor is a listener that came back late.
    expect(playback.deliver(100, 300, 400, false)).toBe(0);
    expect(playback.deliver(100, 600, 610, true)).toBe(0);
    expect(playback.underruns).toBe(1);
  });
});

describe('Admission', () => {
  const never = new AbortController().signal;
  const always = (value: number) => () => value;

  test('admits up to the capacity, then first come, first served', async () => {
    const admission = new Admission({ lanes: 1, targetLoad: 1 });
    const first = await admission.acquire(always(0), always(0.5), never);
    const second = await admission.acquire(always(0), always(0.5), never);
    const order: string[] = [];
    const third = admission.acquire(always(0), always(0.5), never).then((ticket) => {
      order.push('third');
      return ticket;
    });
    // There is room for it, but it does not overtake.
    const fourth = admission.acquire(always(0), always(0), never).then(() => order.push('fourth'));
    expect(admission.waiting).toBe(2);
    second.release();
    await Promise.all([third, fourth]);
    expect(order).toEqual(['third', 'fourth']);
    first.release();
    first.release();
    expect(admission.active).toBe(2);
  });

  test('counts a stream by its need in the near future', async () => {
    const admission = new Admission({ lanes: 1, targetLoad: 1 });
    await admission.acquire(always(10_000), always(1), never);
    await admission.acquire(always(Number.POSITIVE_INFINITY), always(1), never);
    await admission.acquire(always(5000), always(1), never);
    // Half a lane is left.
    await admission.acquire(always(0), always(0.5), never);
    expect(admission.active).toBe(4);
    const leaving = new AbortController();
    const waiting = admission.acquire(always(0), always(0.1), leaving.signal);
    expect(admission.waiting).toBe(1);
    leaving.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
  });

  test('one stream is always admitted, whatever it costs', async () => {
    const admission = new Admission({ lanes: 1 });
    await expect(admission.acquire(always(0), always(3), never)).resolves.toBeDefined();
  });

  test('refuses with 429 when too many wait or the wait is too long', async () => {
    const admission = new Admission({ lanes: 1, targetLoad: 1, maxWaiting: 1, maxWaitMs: 30 });
    await admission.acquire(always(0), always(1), never);
    const waiting = admission.acquire(always(0), always(1), never);
    await expect(admission.acquire(always(0), always(1), never)).rejects.toMatchObject({ status: 429 });
    await expect(waiting).rejects.toMatchObject({ status: 429, type: 'overloaded' });
    expect(admission.waiting).toBe(0);
  });

  test('a waiter that gives up leaves its place to the next', async () => {
    const admission = new Admission({ lanes: 1, targetLoad: 1 });
    await admission.acquire(always(0), always(0.6), never);
    const controller = new AbortController();
    const large = admission.acquire(always(0), always(1), controller.signal);
    const small = admission.acquire(always(0), always(0.3), never);
    controller.abort(new Error('gone'));
    await expect(large).rejects.toThrow('gone');
    await expect(small).resolves.toBeDefined();
  });
});
