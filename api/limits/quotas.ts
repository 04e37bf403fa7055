/** Limits of what one owner may store. They hold across processes, because they are counted in the database. */
import { type ApiError, refusal } from '../errors/api-error.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
import { countUnfinishedCalls } from '../storage/calls.ts';
import type { Database } from '../storage/database.ts';
import {
  agentBytes,
  countOf,
  countRoomSessions,
  keptConversations,
  lockOwner,
  recordingBytes,
} from '../storage/owner-usage.ts';
import { inTransaction } from '../storage/voices.ts';

const MIB = 1024 * 1024;

interface Measure {
  readonly what: string;
  readonly used: (db: Database, ownerId: string, nowMs: number) => Promise<number>;
  /** For data that expires by itself: how soon some of it may have expired. */
  readonly retryAfterSeconds?: number;
}

/** The measured amounts, by the setting that limits them. */
const MEASURES = {
  maxAgentsPerOwner: { what: 'agents', used: (db, owner) => countOf(db, 'agents', owner) },
  maxAgentMibPerOwner: {
    what: 'MiB of agents',
    used: async (db, owner) => (await agentBytes(db, owner)) / MIB,
  },
  maxVoicesPerOwner: { what: 'cloned voices', used: (db, owner) => countOf(db, 'voices', owner) },
  maxCandidateSetsPerOwner: {
    what: 'sets of candidates',
    used: (db, owner) => countOf(db, 'candidate_sets', owner),
  },
  maxWebhooksPerOwner: { what: 'webhooks', used: (db, owner) => countOf(db, 'webhooks', owner) },
  maxConversationsPerOwner: {
    what: 'conversations with a transcript',
    used: async (db, owner) => (await keptConversations(db, owner)).count,
  },
  maxTranscriptMibPerOwner: {
    what: 'MiB of transcripts',
    used: async (db, owner) => (await keptConversations(db, owner)).bytes / MIB,
  },
  maxRecordingMibPerOwner: {
    what: 'MiB of recordings',
    used: async (db, owner) => (await recordingBytes(db, owner)) / MIB,
  },
  maxRoomSessionsPerOwner: {
    what: 'conversations in rooms',
    used: countRoomSessions,
    // Unused tokens expire within minutes.
    retryAfterSeconds: 60,
  },
  maxWaitingCallsPerOwner: {
    what: 'outgoing calls',
    used: countUnfinishedCalls,
    retryAfterSeconds: 60,
  },
} as const satisfies Partial<Record<keyof Settings, Measure>>;

type Quota = keyof typeof MEASURES;
export type QuotaSettings = Pick<Settings, Quota>;

export interface QuotaDeps {
  readonly db: Database;
  readonly settings: QuotaSettings;
}

/**
 * Stores something for an owner, in a transaction that is rolled back when the owner then exceeds a quota. Additions of
 * the same owner are serialised, so that together they do not exceed a quota either.
 * @param store has to use the transaction it is given
 * @throws ApiError 409, or 429 for data that expires by itself; whatever `store` throws
 */
export function storeWithin<T>(
  { db, settings }: QuotaDeps,
  quotas: readonly Quota[],
  ownerId: string,
  store: (transaction: Database) => Promise<T>,
  nowMs = Date.now(),
): Promise<T> {
  return inTransaction(db, async (transaction) => {
    await lockOwner(transaction, ownerId);
    const measure = (): Promise<number[]> =>
      Promise.all(quotas.map((quota) => MEASURES[quota].used(transaction, ownerId, nowMs)));
    const before = await measure();
    const stored = await store(transaction);
    const after = await measure();
    for (const [i, quota] of quotas.entries()) {
      const used = after[i] ?? 0;
      // An owner may be above a quota that was lowered. Changes that add nothing are still allowed.
      if (used > settings[quota] && used > (before[i] ?? 0)) throw refusalOf(quota, settings);
    }
    return stored;
  });
}

/**
 * Refuses early, before long work, what `storeWithin` would refuse afterwards.
 * @throws ApiError as `storeWithin`
 */
export async function refuseFull(
  { db, settings }: QuotaDeps,
  quotas: readonly Quota[],
  ownerId: string,
): Promise<void> {
  for (const quota of quotas) {
    const used = await MEASURES[quota].used(db, ownerId, Date.now());
    if (used >= settings[quota]) throw refusalOf(quota, settings);
  }
}

function refusalOf(quota: Quota, settings: QuotaSettings): ApiError {
  const { what, retryAfterSeconds }: Measure = MEASURES[quota];
  const values = { what, max: settings[quota], setting: SETTINGS[quota].name };
  if (retryAfterSeconds === undefined) return refusal('quota_reached', { values });
  return refusal('quota_reached_for_now', { values, retryAfterSeconds });
}
