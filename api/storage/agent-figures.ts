import type { Database } from './database.ts';
import { isoDay, isoTime } from './iso-time.ts';
import { inTransaction } from './voices.ts';

/** Sums over conversations, by name. */
export type Figures = Readonly<Record<string, number>>;

export interface DayFigures {
  /** UTC day as YYYY-MM-DD. */
  readonly day: string;
  /** The agent's version that held the conversations. */
  readonly version: number;
  readonly figures: Figures;
}

/** Days for which figures are kept. */
const KEPT_DAYS = 400;
const DAY_MS = 86_400_000;

/** Adds a conversation to the figures of its agent; does nothing if the agent has been deleted. */
export async function addAgentFigures(
  db: Database,
  agentId: string,
  { startedAtMs, figures }: { readonly startedAtMs: number; readonly figures: Figures },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    // Serializes additions to the figures of the agent.
    const { numUpdatedRows } = await transaction
      .updateTable('agents')
      .set(({ ref }) => ({ created_at: ref('created_at') }))
      .where('id', '=', agentId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const current = await transaction
      .selectFrom('agent_versions')
      .select('version')
      .where('agent_id', '=', agentId)
      .where('created_at', '<=', isoTime(startedAtMs))
      .orderBy('version', 'desc')
      .executeTakeFirst();
    const key = { agent_id: agentId, day: isoDay(startedAtMs), version: current?.version ?? 1 };
    const before = await transaction
      .selectFrom('agent_figures')
      .select('figures')
      .where('agent_id', '=', key.agent_id)
      .where('day', '=', key.day)
      .where('version', '=', key.version)
      .executeTakeFirst();
    const text = JSON.stringify(sumOf(before ? (JSON.parse(before.figures) as Figures) : {}, figures));
    await transaction
      .insertInto('agent_figures')
      .values({ ...key, figures: text })
      .onConflict((conflict) =>
        conflict.columns(['agent_id', 'day', 'version']).doUpdateSet({ figures: text }),
      )
      .execute();
    await transaction
      .deleteFrom('agent_figures')
      .where('agent_id', '=', agentId)
      .where('day', '<', isoDay(startedAtMs - KEPT_DAYS * DAY_MS))
      .execute();
  });
}

/** Lists the figures of an agent from a day on, the latest day and version first. */
export async function listAgentFigures(
  db: Database,
  agentId: string,
  fromDay: string,
): Promise<readonly DayFigures[]> {
  const rows = await db
    .selectFrom('agent_figures')
    .select(['day', 'version', 'figures'])
    .where('agent_id', '=', agentId)
    .where('day', '>=', fromDay)
    .orderBy('day', 'desc')
    .orderBy('version', 'desc')
    .execute();
  return rows.map(({ day, version, figures }) => ({ day, version, figures: JSON.parse(figures) as Figures }));
}

function sumOf(a: Figures, b: Figures): Figures {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...names].map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]));
}
