import { afterEach, expect, test } from 'vitest';
import { Overload, type Reading } from './overload.ts';

let overload: Overload;
afterEach(() => overload.close());

/**
 * Measures these values in order.
 * @returns the cause after each
 */
async function seen(values: readonly Partial<Reading>[]) {
  let next: Reading = { event_loop: 0, memory: 0 };
  overload = new Overload({ read: () => Promise.resolve(next), close: () => undefined });
  const causes: (string | null)[] = [];
  for (const value of values) {
    next = { event_loop: 0, memory: 0, ...value };
    await overload.look();
    causes.push(overload.cause);
  }
  return causes;
}

test('one late second is not an overload, three are', async () => {
  const late = { event_loop: 300 };
  expect(await seen([late, {}, late, late, late])).toEqual([null, null, null, null, 'event_loop']);
  expect(() => overload.check()).toThrow(
    expect.objectContaining({ status: 503, headers: { 'retry-after': '5' } }),
  );
});

test('the overload ends only when the process has clearly recovered', async () => {
  const [full, between, fine] = [{ memory: 0.95 }, { memory: 0.85 }, { memory: 0.7 }];
  const readings = [full, full, between, fine, between, fine, fine, between, full];
  expect(await seen(readings)).toEqual([
    null,
    'memory',
    'memory',
    'memory',
    'memory',
    'memory',
    null,
    null,
    null,
  ]);
  expect(() => overload.check()).not.toThrow();
});

test('an idle process is not overloaded', async () => {
  overload = new Overload();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await overload.look();
  expect(overload.reading.memory).toBeGreaterThan(0);
  expect(overload.reading.memory).toBeLessThan(1);
  expect(overload.cause).toBeNull();
});

test('a process whose event loop is really late detects it', async () => {
  overload = new Overload();
  for (let turn = 0; turn < 40 && overload.cause === null; turn++) {
    const endMs = performance.now() + 350;
    while (performance.now() < endMs);
    await new Promise(setImmediate);
  }
  expect(overload.cause).toBe('event_loop');
}, 30_000);
