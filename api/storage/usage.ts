import type { Database } from './database.ts';

/** Amounts that can be summed. `audioMs` counts the audio that was sent, in ms. */
export interface UsageAmounts {
  readonly characters: number;
  readonly audioMs: number;
  readonly requests: number;
}

export interface UsageEntry extends UsageAmounts {
  readonly keyId: string;
  /** UTC day as YYYY-MM-DD. */
  readonly day: string;
}

export interface DayUsage extends UsageAmounts {
  readonly day: string;
}

/** Adds the entries to their keys' usage on their days, all or none. */
export async function addUsage(db: Database, entries: readonly UsageEntry[]): Promise<void> {
  if (entries.length === 0) return;
  // Always in the same order, because transactions that lock the same rows in different orders would deadlock in
  // PostgreSQL.
  const ordered = [...entries].sort((a, b) => compare(a.keyId, b.keyId) || compare(a.day, b.day));
  await db.transaction().execute(async (transaction) => {
    for (const { keyId, day, characters, audioMs, requests } of ordered) {
      await transaction
        .insertInto('usage')
        .values({ key_id: keyId, day, characters, audio_ms: audioMs, requests })
        .onConflict((conflict) =>
          conflict.columns(['key_id', 'day']).doUpdateSet((eb) => ({
            characters: eb('usage.characters', '+', eb.ref('excluded.characters')),
            audio_ms: eb('usage.audio_ms', '+', eb.ref('excluded.audio_ms')),
            requests: eb('usage.requests', '+', eb.ref('excluded.requests')),
          })),
        )
        .execute();
    }
  });
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Returns an owner's usage, all keys together, per day from `fromDay` on. Days without usage are omitted. */
export async function usageByDay(db: Database, ownerId: string, fromDay: string): Promise<DayUsage[]> {
  const rows = await db
    .selectFrom('usage')
    .innerJoin('api_keys', 'api_keys.id', 'usage.key_id')
    .where('api_keys.owner_id', '=', ownerId)
    .where('usage.day', '>=', fromDay)
    .groupBy('usage.day')
    .orderBy('usage.day')
    .select((eb) => [
      'usage.day',
      eb.fn.sum('usage.characters').as('characters'),
      eb.fn.sum('usage.audio_ms').as('audio_ms'),
      eb.fn.sum('usage.requests').as('requests'),
    ])
    .execute();
  // Some drivers return sums of bigints as strings.
  return rows.map((row) => ({
    day: row.day,
    characters: Number(row.characters),
    audioMs: Number(row.audio_ms),
    requests: Number(row.requests),
  }));
}
