import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KeyLimits } from './key-limits.ts';
import { orThrow } from './slots.ts';

describe('streams', () => {
  test('each key has its own slots, and a released slot is free again, once', () => {
    const limits = new KeyLimits({ maxStreamsPerKey: 2, maxCharactersPerMinute: 0 });
    const first = orThrow(limits.acquireStream('a'));
    orThrow(limits.acquireStream('a'));
    expect(limits.acquireStream('a')).toMatchObject({ granted: false, retryAfterSeconds: 1 });
    expect(limits.acquireStream('b').granted).toBe(true);
    first.release();
    first.release();
    expect(limits.acquireStream('a').granted).toBe(true);
    expect(limits.acquireStream('a').granted).toBe(false);
  });

  test('0 means no limit', () => {
    const limits = new KeyLimits({ maxStreamsPerKey: 0, maxCharactersPerMinute: 0 });
    for (let i = 0; i < 1000; i++) expect(limits.acquireStream('a').granted).toBe(true);
    expect(limits.takeCharacters('a', 1e9).granted).toBe(true);
  });
});

describe('characters', () => {
  function bucket(maxCharactersPerMinute: number) {
    const clock = { ms: 0 };
    return { clock, limits: new KeyLimits({ maxStreamsPerKey: 0, maxCharactersPerMinute }, () => clock.ms) };
  }

  test('a minute may be used at once and comes back evenly', () => {
    const { clock, limits } = bucket(600);
    expect(limits.takeCharacters('a', 600).granted).toBe(true);
    expect(limits.takeCharacters('a', 100)).toMatchObject({ granted: false, retryAfterSeconds: 10 });
    expect(limits.takeCharacters('b', 600).granted).toBe(true);
    clock.ms = 10_000;
    expect(limits.takeCharacters('a', 100).granted).toBe(true);
    expect(limits.takeCharacters('a', 1).granted).toBe(false);
  });

  test('a text longer than a minute is let through when the minute is whole, and paid off', () => {
    const { clock, limits } = bucket(60);
    expect(limits.takeCharacters('a', 120).granted).toBe(true);
    expect(limits.takeCharacters('a', 1)).toMatchObject({ retryAfterSeconds: 61 });
    clock.ms = 61_000;
    expect(limits.takeCharacters('a', 1).granted).toBe(true);
  });

  test('what is given back can be taken again, and no more than that', () => {
    const { limits } = bucket(100);
    limits.takeCharacters('a', 80);
    limits.returnCharacters('a', 80);
    limits.returnCharacters('a', 80);
    limits.returnCharacters('unknown', 80);
    expect(limits.takeCharacters('a', 100).granted).toBe(true);
    expect(limits.takeCharacters('a', 1).granted).toBe(false);
  });

  test('whoever waits as long as told is let through, and never more is granted than was refilled', () => {
    const requests = fc.array(
      fc.record({ waitMs: fc.nat(90_000), characters: fc.integer({ min: 1, max: 3000 }) }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), requests, (capacity, list) => {
        const { clock, limits } = bucket(capacity);
        let granted = 0;
        for (const { waitMs, characters } of list) {
          clock.ms += waitMs;
          const outcome = limits.takeCharacters('a', characters);
          if (!outcome.granted) {
            clock.ms += outcome.retryAfterSeconds * 1000;
            expect(limits.takeCharacters('a', characters).granted).toBe(true);
          }
          granted += characters;
        }
        const longest = Math.max(0, ...list.map(({ characters }) => characters));
        expect(granted).toBeLessThanOrEqual(capacity * (1 + clock.ms / 60_000) + longest + 1e-6);
      }),
      { interruptAfterTimeLimit: 2000 },
    );
  });
});

test('a refusal becomes a 429 that says when to come back', () => {
  const limits = new KeyLimits({ maxStreamsPerKey: 1, maxCharactersPerMinute: 10 }, () => 0);
  orThrow(limits.takeCharacters('a', 10));
  expect(() => orThrow(limits.takeCharacters('a', 1))).toThrow(
    expect.objectContaining({
      status: 429,
      detail: 'This API key has used up its 10 characters per minute (MAX_CHARACTERS_PER_MINUTE)',
      headers: { 'retry-after': '6' },
    }),
  );
});
