import { expect, test, vi } from 'vitest';
import { FreshCache } from './fresh-cache.ts';

test('concurrent look-ups of one name share one load, and a cached value expires', async () => {
  let now = 0;
  const cache = new FreshCache<number>({ freshMs: 100, capacity: 10, now: () => now });
  const load = vi.fn(async () => 1);
  expect(await Promise.all([cache.get('a', load), cache.get('a', load)])).toEqual([1, 1]);
  now = 99;
  await cache.get('a', load);
  expect(load).toHaveBeenCalledTimes(1);
  now = 100;
  await cache.get('a', load);
  expect(load).toHaveBeenCalledTimes(2);
});

test('a clock that is set back by hours does not extend an entry', async () => {
  let now = 10 * 3_600_000;
  const cache = new FreshCache<string>({ freshMs: 500, capacity: 10, now: () => now });
  await cache.get('key', async () => 'valid');
  now -= 3_600_000;
  expect(await cache.get('key', async () => 'revoked')).toBe('revoked');
});

test('neither misses nor errors are cached', async () => {
  const cache = new FreshCache<number>({ freshMs: 100, capacity: 10, now: () => 0 });
  expect(await cache.get('a', async () => undefined)).toBeUndefined();
  await expect(cache.get('a', () => Promise.reject(new Error('database')))).rejects.toThrow('database');
  expect(await cache.get('a', async () => 2)).toBe(2);
});

test('it holds no more than its capacity', async () => {
  const cache = new FreshCache<string>({ freshMs: 100, capacity: 2, now: () => 0 });
  for (const name of ['a', 'b', 'c']) await cache.get(name, async () => name);
  expect(await cache.get('c', async () => 'again')).toBe('c');
  expect(await cache.get('a', async () => 'again')).toBe('again');
});

test('a forgotten value is loaded again, also if it is being loaded', async () => {
  const cache = new FreshCache<number>({ freshMs: 100, capacity: 10, now: () => 0 });
  await cache.get('a', async () => 1);
  cache.forget('a');
  let arrive = (): void => undefined;
  const old = cache.get(
    'a',
    () =>
      new Promise((resolve) => {
        arrive = () => resolve(2);
      }),
  );
  cache.forget('a');
  expect(await cache.get('a', async () => 3)).toBe(3);
  arrive();
  expect(await old).toBe(2);
  expect(await cache.get('a', async () => 4)).toBe(3);
});
