import { expect, test, vi } from 'vitest';
import { CodesCache } from './codes-cache.ts';

const codes = (length: number, fill = 7): Uint8Array => new Uint8Array(length).fill(fill);

test('codes are in shared memory and are loaded once, also for concurrent requests', async () => {
  const cache = new CodesCache(100);
  const load = vi.fn(async () => codes(10));
  const [one, two] = await Promise.all([cache.get('a', load), cache.get('a', load)]);
  expect(one).toEqual(codes(10));
  expect(one?.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(two).toBe(one);
  expect(await cache.get('a', load)).toBe(one);
  expect(load).toHaveBeenCalledTimes(1);
});

test('the least recently used entry is evicted when there are too many bytes', async () => {
  const cache = new CodesCache(30);
  for (const id of ['a', 'b', 'c']) await cache.get(id, async () => codes(10));
  await cache.get('a', async () => codes(10));
  await cache.get('d', async () => codes(10));
  expect(cache.bytes).toBe(30);
  const load = vi.fn(async () => codes(10));
  for (const id of ['a', 'c', 'd']) await cache.get(id, load);
  expect(load).not.toHaveBeenCalled();
  await cache.get('b', load);
  expect(load).toHaveBeenCalledTimes(1);
});

test('codes larger than the capacity are returned and not cached', async () => {
  const cache = new CodesCache(30);
  expect(await cache.get('a', async () => codes(31))).toHaveLength(31);
  expect(cache.bytes).toBe(0);
});

test('a dropped entry is removed, also while it is being loaded', async () => {
  const cache = new CodesCache(100);
  await cache.get('a', async () => codes(10));
  cache.drop('a');
  cache.drop('a');
  expect(cache.bytes).toBe(0);
  let arrive = (): void => undefined;
  const asked = cache.get(
    'b',
    () =>
      new Promise((resolve) => {
        arrive = () => resolve(codes(10));
      }),
  );
  cache.drop('b');
  arrive();
  expect(await asked).toHaveLength(10);
  expect(cache.bytes).toBe(0);
});

test('neither a missing reference nor a failure is cached', async () => {
  const cache = new CodesCache(100);
  expect(await cache.get('a', async () => undefined)).toBeUndefined();
  await expect(cache.get('a', () => Promise.reject(new Error('database')))).rejects.toThrow('database');
  expect(await cache.get('a', async () => codes(3))).toHaveLength(3);
});
