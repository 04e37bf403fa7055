import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PeriodicTask } from './periodic-task.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a task that is requested while it runs is run once more, and not twice at a time', async () => {
  const ends: (() => void)[] = [];
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  const task = new PeriodicTask(work, 1000);
  task.run();
  task.run();
  task.run();
  await vi.advanceTimersByTimeAsync(5000);
  expect(work).toHaveBeenCalledTimes(1);
  ends.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(2);
  let isClosed = false;
  const closing = task.close().then(() => {
    isClosed = true;
  });
  await vi.advanceTimersByTimeAsync(5000);
  expect(isClosed).toBe(false);
  ends.shift()?.();
  await closing;
  expect(work).toHaveBeenCalledTimes(2);
});

test('a task is repeated at intervals until it is closed', async () => {
  const work = vi.fn(async () => undefined);
  const task = new PeriodicTask(work, 1000);
  await vi.advanceTimersByTimeAsync(3500);
  expect(work).toHaveBeenCalledTimes(3);
  await task.close();
  await vi.advanceTimersByTimeAsync(3500);
  expect(work).toHaveBeenCalledTimes(3);
});
