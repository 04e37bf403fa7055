import { createHmac, randomUUID } from 'node:crypto';
import type { BucketOptions, Buckets, LimitStore, PlaceOptions, Places } from './limit-store.ts';
import { HeldPlaces } from './memory-store.ts';
import { type LinkLog, RedisLink } from './redis-link.ts';
import { HOLD, TAKE } from './redis-scripts.ts';
import { TokenBuckets } from './token-buckets.ts';

/** Places of a process without a heartbeat for this long are free again. */
const LEASE_MS = 10_000;
const BEATS_PER_LEASE = 3;
const HASH_CHARS = 22;

export interface RedisStoreOptions {
  readonly url: string;
  /** Key of the hash of names in Redis. Processes that share limits have the same secret. */
  readonly secret: Uint8Array;
  readonly log: LinkLog;
  readonly leaseMs?: number;
  /** Clock in ms for tests, instead of those of Redis and of this process. */
  readonly now?: () => number;
}

/**
 * Counts together with all processes that share a Redis. Each process also counts by itself, and uses that count while
 * Redis does not answer.
 */
export class RedisStore implements LimitStore {
  readonly #options: RedisStoreOptions;
  readonly #link: RedisLink;
  readonly #leaseMs: number;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #sayAgain: (() => void)[] = [];
  /** A new id for each start, because a process that starts holds nothing. */
  readonly #process = randomUUID();

  /** Never throws: without Redis, limits apply to this process until it is reachable. */
  static async open(options: RedisStoreOptions): Promise<RedisStore> {
    const store = new RedisStore(options);
    await store.#link.connect();
    return store;
  }

  private constructor(options: RedisStoreOptions) {
    const { url, log, leaseMs = LEASE_MS } = options;
    this.#options = options;
    this.#leaseMs = leaseMs;
    const beat = (): void => {
      for (const say of this.#sayAgain) say();
    };
    this.#link = new RedisLink({ url, log, scripts: { TAKE, HOLD }, onUp: beat });
    this.#heartbeat = setInterval(beat, leaseMs / BEATS_PER_LEASE).unref();
  }

  /** Whether limits currently hold across all processes, and not only in this one. */
  get isShared(): boolean {
    return this.#link.isUp;
  }

  buckets(options: BucketOptions): Buckets {
    const { kind, capacity, perMinute, keepMs = 0 } = options;
    const own = new TokenBuckets(options, this.#options.now ?? (() => performance.now()));
    const ask = async (name: string, amount: number, needed: number): Promise<number> => {
      const bucket = [capacity, perMinute, amount, needed, keepMs];
      const missing = await this.#link.run('TAKE', this.#key(kind, name), [this.#time(), ...bucket]);
      return missing === null ? 0 : Number(missing);
    };
    const missing = async (name: string, amount: number, missingHere: number): Promise<number> =>
      Math.max(missingHere, await ask(name, 0, Math.min(amount, capacity)));
    return {
      take: async (name, amount) => {
        const missingHere = own.take(name, amount);
        // All processes together may lack more and require a longer wait.
        if (missingHere > 0) return missing(name, amount, missingHere);
        const missingInAll = await ask(name, amount, Math.min(amount, capacity));
        if (missingInAll > 0) own.giveBack(name, amount);
        return missingInAll;
      },
      missing: async (name, amount) => missing(name, amount, own.missing(name, amount)),
      giveBack: (name, amount) => {
        own.giveBack(name, amount);
        // The amount is returned at any level, even with a debt.
        void ask(name, -amount, -Number.MAX_SAFE_INTEGER);
      },
    };
  }

  places({ kind, max }: PlaceOptions): Places {
    const own = new HeldPlaces(max);
    // Always sends the number of all places of this process, so that the next message corrects lost or late ones.
    const say = async (name: string, limit: number): Promise<number> => {
      const held = own.all.get(name) ?? 0;
      const place = [this.#process, held, limit, this.#leaseMs];
      const answer = await this.#link.run('HOLD', this.#key(kind, name), [this.#time(), ...place]);
      return answer === null ? -1 : Number(answer);
    };
    this.#sayAgain.push(() => {
      for (const name of own.all.keys()) void say(name, -1);
    });
    return {
      enter: async (name) => {
        const place = own.enter(name);
        if (typeof place === 'number') return place;
        const release = (): void => {
          place.release();
          void say(name, -1);
        };
        const held = await say(name, max);
        if (held < 0) return { release };
        release();
        return held;
      },
    };
  }

  /** Sends pending commands, for a short time, and disconnects. */
  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    await this.#link.close();
  }

  #time(): number | string {
    return this.#options.now?.() ?? '';
  }

  /** Reveals neither kind nor name, and differs for servers with another secret. */
  #key(kind: string, name: string): string {
    const hash = createHmac('sha256', this.#options.secret).update(`${kind}\n${name}`).digest('base64url');
    return `parley:${kind}:${hash.slice(0, HASH_CHARS)}`;
  }
}
