/** Behaviour specific to limits in Redis: lost processes, and a Redis that does not answer. */
import { randomBytes } from 'node:crypto';
import { createClient } from '@redis/client';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../test/kit/server.ts';
import { RedisServer, whyNoRedis } from '../../test/kit/servers/redis.ts';
import { TcpProxy } from '../../test/kit/servers/tcp-proxy.ts';
import type { Place } from './limit-store.ts';
import { RedisStore, type RedisStoreOptions } from './redis-store.ts';

const STREAMS = { kind: 'streams', max: 2 };
const CHARACTERS = { kind: 'characters', capacity: 100, perMinute: 100 };

describe.skipIf(process.env.CI !== 'true' && whyNoRedis() !== null)('limits in Redis', () => {
  let redis: RedisServer | null = null;
  let secret: Uint8Array;
  const lines: string[] = [];
  const note = (_: object, message: string): void => void lines.push(message);

  beforeEach(async () => {
    redis ??= await RedisServer.start();
    secret = randomBytes(16);
    lines.length = 0;
  });
  afterAll(() => redis?.remove());

  async function open(options: Partial<RedisStoreOptions> = {}): Promise<RedisStore> {
    const log = { info: note, warn: note };
    const store = await RedisStore.open({ url: redis!.url, secret, log, ...options });
    onTestFinished(() => store.close());
    return store;
  }

  /** @throws Error when there is no room */
  function isPlace(place: Place | number): asserts place is Place {
    if (typeof place === 'number') throw new Error(`There was no room: ${place}`);
  }

  test('a process that sends heartbeats keeps its places, and a lost one does not', async () => {
    const leaseMs = 600;
    const [one, other] = [await open({ leaseMs }), await open({ leaseMs })];
    const [mine, theirs] = [one.places(STREAMS), other.places(STREAMS)];
    isPlace(await mine.enter('key'));
    isPlace(await mine.enter('key'));
    await new Promise((resolve) => setTimeout(resolve, 2 * leaseMs));
    expect(await theirs.enter('key')).toBe(2);
    // It sends no more heartbeats, as if it had been killed.
    await one.close();
    await until('the places are free', async () => typeof (await theirs.enter('key')) !== 'number');
  });

  test('without Redis each process applies the limits by itself, and afterwards all apply them together', async () => {
    const [one, other] = [await open(), await open()];
    const [mine, theirs] = [one.places(STREAMS), other.places(STREAMS)];
    const characters = other.buckets(CHARACTERS);
    isPlace(await mine.enter('key'));
    await redis!.remove();
    await until('it is noticed', () => !one.isShared && !other.isShared);
    isPlace(await mine.enter('key'));
    expect(await mine.enter('key')).toBe(2);
    isPlace(await theirs.enter('key'));
    expect(await characters.take('key', 100)).toBe(0);
    expect(await characters.take('key', 100)).toBeGreaterThan(0);
    expect(lines.filter((line) => line.includes('does not answer'))).toHaveLength(2);
    // It restarts with an empty database.
    redis = await RedisServer.start(redis!.port);
    await until('it is used again', () => one.isShared && other.isShared);
    await until('all places are known', async () => {
      const place = await open().then((third) => third.places(STREAMS).enter('key'));
      return typeof place === 'number';
    });
    expect(await theirs.enter('key')).toBeGreaterThanOrEqual(2);
  });

  test('a Redis that does not answer blocks no request', async () => {
    const proxy = await TcpProxy.start(redis!.port);
    onTestFinished(() => proxy.close());
    const store = await open({ url: `redis://127.0.0.1:${proxy.port}` });
    const characters = store.buckets(CHARACTERS);
    const streams = store.places(STREAMS);
    expect(await characters.take('key', 10)).toBe(0);
    proxy.freeze();
    for (let i = 0; i < 3; i++) expect(await characters.take('key', 10)).toBe(0);
    expect(store.isShared).toBe(false);
    isPlace(await streams.enter('key'));
    proxy.thaw();
    await until('it is used again', () => store.isShared);
    expect(lines.map((line) => line.includes('does not answer'))).toEqual([false, true, false]);
  });

  test('a server that starts without Redis applies the limits by itself', async () => {
    const store = await open({ url: 'redis://127.0.0.1:1' });
    expect(store.isShared).toBe(false);
    expect(await store.buckets(CHARACTERS).take('key', 100)).toBe(0);
  });

  test('scripts are sent again to a Redis that has lost them', async () => {
    const store = await open();
    const client = await createClient({ url: redis!.url }).connect();
    onTestFinished(() => client.destroy());
    await client.scriptFlush();
    expect(await store.buckets(CHARACTERS).take('key', 1)).toBe(0);
    await until('it is used again', () => store.isShared);
  });

  test('reveals neither addresses nor keys, and all entries expire', async () => {
    const store = await open();
    await store.buckets(CHARACTERS).take('203.0.113.7', 10);
    isPlace(await store.places(STREAMS).enter('key-id'));
    const client = await createClient({ url: redis!.url }).connect();
    onTestFinished(() => client.destroy());
    const keys = await client.keys('*');
    expect(keys.length).toBeGreaterThanOrEqual(2);
    for (const key of keys) {
      expect(key).toMatch(/^parley:[a-z-]+:[\w-]{22}$/);
      expect(await client.pTTL(key)).toBeGreaterThan(0);
      expect(JSON.stringify(await client.hGetAll(key))).not.toMatch(/203\.0|key-id/);
    }
  });

  test('servers with different databases count separately', async () => {
    const [one, other] = [await open(), await open({ secret: randomBytes(16) })];
    expect(await one.buckets(CHARACTERS).take('key', 100)).toBe(0);
    expect(await other.buckets(CHARACTERS).take('key', 100)).toBe(0);
  });
});
