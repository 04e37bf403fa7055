import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { RedisServer, whyNoRedis } from '../../test/kit/servers/redis.ts';
import type { BucketOptions, Buckets, LimitStore, Place } from './limit-store.ts';
import { MemoryStore } from './memory-store.ts';
import { RedisStore } from './redis-store.ts';

const MINUTE = 60_000;
// In CI these tests are required, so a missing Redis fails them.
const redis = process.env.CI === 'true' || whyNoRedis() === null ? await RedisServer.start() : null;
afterAll(() => redis?.remove());

/** Opens one set of limits, once for each of several processes. */
type Open = (now: () => number, processes?: number) => Promise<readonly LimitStore[]>;

const log = { info: () => undefined, warn: () => undefined };
const KINDS: Readonly<Record<string, Open | null>> = {
  'in memory': async (now) => [new MemoryStore(now)],
  'in Redis, by two processes': redis && openInRedis,
};

async function openInRedis(now: () => number, processes = 2): Promise<readonly LimitStore[]> {
  // A secret of its own keeps the stores of each test apart.
  const options = { url: redis!.url, secret: randomBytes(16), log, now };
  const stores = await Promise.all(Array.from({ length: processes }, () => RedisStore.open(options)));
  onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
  return stores;
}

describe.each(Object.entries(KINDS))('%s', (_, open) => {
  /** Buckets whose calls go to the processes in turn. */
  async function bucketsOf(options: Omit<BucketOptions, 'kind'>, processes?: number) {
    const clock = { ms: 0 };
    const stores = await open!(() => clock.ms, processes);
    const all = stores.map((store) => store.buckets({ kind: 'test', ...options }));
    let turn = 0;
    const next = (): Buckets => all[turn++ % all.length]!;
    return { clock, next };
  }

  test.skipIf(!open)('the capacity may be used at once and is refilled evenly', async () => {
    const { clock, next } = await bucketsOf({ capacity: 600, perMinute: 600 });
    expect(await next().missing('a', 600)).toBe(0);
    expect(await next().take('a', 400)).toBe(0);
    expect(await next().take('a', 200)).toBe(0);
    expect(await next().take('a', 100)).toBe(100);
    expect(await next().missing('a', 100)).toBe(100);
    expect(await next().take('b', 600)).toBe(0);
    clock.ms = 5_000;
    expect(await next().take('a', 100)).toBe(50);
    clock.ms = 10_000;
    expect(await next().take('a', 100)).toBe(0);
    expect(await next().take('a', 1)).toBe(1);
  });

  test.skipIf(!open)(
    'more than the capacity is taken from a full bucket and refilled afterwards',
    async () => {
      const { clock, next } = await bucketsOf({ capacity: 60, perMinute: 60 });
      expect(await next().take('a', 120)).toBe(0);
      expect(await next().take('a', 1)).toBe(61);
      clock.ms = 61_000;
      expect(await next().take('a', 1)).toBe(0);
      expect(await next().take('a', 120)).toBe(60);
    },
  );

  test.skipIf(!open)('a refund can be taken again, up to the capacity', async () => {
    const { next } = await bucketsOf({ capacity: 100, perMinute: 100 }, 1);
    await next().take('a', 80);
    next().giveBack('a', 80);
    next().giveBack('a', 80);
    next().giveBack('unknown', 80);
    expect(await next().take('a', 100)).toBe(0);
    expect(await next().take('a', 1)).toBe(1);
    expect(await next().take('unknown', 101)).toBe(0);
    expect(await next().take('unknown', 1)).toBe(2);
  });

  test.skipIf(!open)('a bucket without refill stays empty', async () => {
    const { clock, next } = await bucketsOf({ capacity: 3, perMinute: 0, keepMs: MINUTE });
    for (let i = 0; i < 3; i++) expect(await next().take('a', 1)).toBe(0);
    clock.ms += MINUTE - 1;
    expect(await next().take('a', 1)).toBe(1);
  });

  test.skipIf(!open)(
    'a wait of the stated time is sufficient, and no more is granted than was refilled',
    async () => {
      const requests = fc.array(
        fc.record({ waitMs: fc.nat(90_000), amount: fc.integer({ min: 1, max: 3000 }) }),
        { maxLength: 20 },
      );
      const { clock, next } = await bucketsOf({ capacity: 1000, perMinute: 700 });
      let names = 0;
      await fc.assert(
        fc.asyncProperty(requests, async (list) => {
          const name = `name ${names++}`;
          const beganMs = clock.ms;
          let granted = 0;
          for (const { waitMs, amount } of list) {
            clock.ms += waitMs;
            const missing = await next().take(name, amount);
            if (missing > 0) {
              clock.ms += Math.ceil((missing / 700) * MINUTE);
              expect(await next().take(name, amount)).toBe(0);
            }
            granted += amount;
          }
          const longest = Math.max(0, ...list.map(({ amount }) => amount));
          expect(granted).toBeLessThanOrEqual(1000 + ((clock.ms - beganMs) / MINUTE) * 700 + longest + 1e-3);
        }),
        { interruptAfterTimeLimit: 2000 },
      );
    },
  );

  test.skipIf(!open)('places are held until they are released, once', async () => {
    const stores = await open!(() => 0);
    const places = stores.map((store) => store.places({ kind: 'test', max: 2 }));
    const [one = places[0]!, other = one] = places;
    const first = await one.enter('a');
    const second = await other.enter('a');
    expect([await one.enter('a'), await other.enter('a')]).toEqual([2, 2]);
    expect(await other.enter('b')).toHaveProperty('release');
    if (typeof first === 'number' || typeof second === 'number') throw new Error('There was room for two');
    first.release();
    first.release();
    // A process sends its releases before its next request.
    expect(await one.enter('a')).toHaveProperty('release');
    expect(await other.enter('a')).toBe(2);
  });

  test.skipIf(!open)('in any order of events, never more places are held than exist', async () => {
    const steps = fc.array(fc.record({ enters: fc.boolean(), which: fc.nat(9) }), { maxLength: 40 });
    const stores = await open!(() => 0);
    const places = stores.map((store) => store.places({ kind: 'test', max: 3 }));
    const others = stores.map((store) => store.buckets({ kind: 'other', capacity: 1, perMinute: 1 }));
    let names = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const name = `name ${names++}`;
        const held: { readonly place: Place; readonly process: number }[] = [];
        for (const { enters, which } of list) {
          if (enters) {
            const process = which % places.length;
            const place = await places[process]!.enter(name);
            if (typeof place !== 'number') held.push({ place, process });
            else expect(held).toHaveLength(3);
          } else {
            const [last] = held.splice(which, 1);
            last?.place.release();
            // Redis has processed it when the process has got a later answer.
            if (last) await others[last.process]!.missing('any', 1);
          }
          expect(held.length).toBeLessThanOrEqual(3);
        }
      }),
      { interruptAfterTimeLimit: 2000 },
    );
  });
});

describe('the memory of a process', () => {
  test('only names with a full bucket are dropped, and new names wait when there is no room', async () => {
    const clock = { ms: 0 };
    const options = { kind: 'test', capacity: 2, perMinute: 2, maxNames: 3 };
    const buckets = new MemoryStore(() => clock.ms).buckets(options);
    for (const name of ['a', 'b', 'c']) await buckets.take(name, 2);
    expect(await buckets.take('d', 1)).toBe(Number.POSITIVE_INFINITY);
    expect(await buckets.take('a', 1), 'was not forgotten').toBe(1);
    clock.ms += MINUTE;
    expect(await buckets.take('d', 1)).toBe(0);
  });

  test('never grants more than the capacity and the refill', async () => {
    const step = fc.record({ name: fc.constantFrom(...'abcde'), amount: fc.nat(4), wait: fc.nat(20_000) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const clock = { ms: 0 };
        const options = { kind: 'test', capacity: 4, perMinute: 4, maxNames: 3 };
        const buckets = new MemoryStore(() => clock.ms).buckets(options);
        const taken = new Map<string, number>();
        for (const { name, amount, wait } of steps) {
          clock.ms += wait;
          if ((await buckets.take(name, amount)) > 0) continue;
          taken.set(name, (taken.get(name) ?? 0) + amount);
          expect(taken.get(name)).toBeLessThanOrEqual(4 + (clock.ms / MINUTE) * 4 + 1e-6);
        }
      }),
    );
  });
});
