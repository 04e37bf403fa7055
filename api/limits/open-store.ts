import type { Database } from '../storage/database.ts';
import { ensureSecret } from '../storage/secrets.ts';
import type { LimitStore } from './limit-store.ts';
import { MemoryStore } from './memory-store.ts';
import type { LinkLog } from './redis-link.ts';
import { RedisStore } from './redis-store.ts';

const SECRET_NAME = 'limits';

export interface OpenedStore {
  readonly store: LimitStore;
  /** Whether limits currently hold across all processes; null if they are not meant to. */
  readonly isShared: (() => boolean) | null;
  close(): Promise<void>;
}

/** Opens the store of limits according to REDIS_URL. Processes that share a database also share their limits. */
export async function openLimitStore(
  { redisUrl: url }: { readonly redisUrl: string | null },
  db: Database,
  log: LinkLog,
): Promise<OpenedStore> {
  if (url === null) return { store: new MemoryStore(), isShared: null, close: async () => undefined };
  const store = await RedisStore.open({ url, secret: await ensureSecret(db, SECRET_NAME), log });
  return { store, isShared: () => store.isShared, close: () => store.close() };
}
