import { expect, test } from 'vitest';
import { KeyLimits } from './key-limits.ts';
import { MemoryStore } from './memory-store.ts';
import { orThrow } from './slots.ts';

test('each key has its own streams, and a slot can be released only once', async () => {
  const limits = new KeyLimits({ maxStreamsPerKey: 2, maxCharactersPerMinute: 0 }, new MemoryStore());
  const first = orThrow(await limits.acquireStream('a'));
  orThrow(await limits.acquireStream('a'));
  expect(await limits.acquireStream('a')).toMatchObject({ granted: false, retryAfterSeconds: 1 });
  expect((await limits.acquireStream('b')).granted).toBe(true);
  first.release();
  first.release();
  expect((await limits.acquireStream('a')).granted).toBe(true);
  expect((await limits.acquireStream('a')).granted).toBe(false);
});

test('0 means no limit', async () => {
  const limits = new KeyLimits({ maxStreamsPerKey: 0, maxCharactersPerMinute: 0 }, new MemoryStore());
  for (let i = 0; i < 1000; i++) expect((await limits.acquireStream('a')).granted).toBe(true);
  expect((await limits.takeCharacters('a', 1e9)).granted).toBe(true);
});

test('characters are refilled over time, or when they were not spoken', async () => {
  const clock = { ms: 0 };
  const store = new MemoryStore(() => clock.ms);
  const limits = new KeyLimits({ maxStreamsPerKey: 0, maxCharactersPerMinute: 60 }, store);
  expect((await limits.takeCharacters('a', 120)).granted).toBe(true);
  expect(await limits.takeCharacters('a', 1)).toMatchObject({ retryAfterSeconds: 61 });
  expect((await limits.takeCharacters('b', 60)).granted).toBe(true);
  limits.returnCharacters('b', 60);
  expect((await limits.takeCharacters('b', 60)).granted).toBe(true);
  clock.ms = 61_000;
  expect((await limits.takeCharacters('a', 1)).granted).toBe(true);
});

test('a refusal becomes a 429 with the time to retry after', async () => {
  const settings = { maxStreamsPerKey: 1, maxCharactersPerMinute: 10 };
  const limits = new KeyLimits(settings, new MemoryStore(() => 0));
  orThrow(await limits.takeCharacters('a', 10));
  const outcome = await limits.takeCharacters('a', 1);
  expect(() => orThrow(outcome)).toThrow(
    expect.objectContaining({
      status: 429,
      detail: 'This API key has used up its 10 characters per minute (MAX_CHARACTERS_PER_MINUTE)',
      headers: { 'retry-after': '6' },
    }),
  );
});
