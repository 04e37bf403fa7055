import { isDeepStrictEqual } from 'node:util';
import type { Database } from './database.ts';

/** Number of versions of an agent that are kept. */
const KEPT = 20;

/** An agent as it was from a time on. */
export interface AgentVersion {
  /** Counts from 1. */
  readonly version: number;
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
  /** The fields of the API, without secrets. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Stores a version unless it equals the one before. The oldest ones are deleted. The owner must be locked. */
export async function addAgentVersion(
  db: Database,
  agentId: string,
  { createdAt, fields }: Omit<AgentVersion, 'version'>,
): Promise<void> {
  const [last] = await listAgentVersions(db, agentId, 1);
  // As it will be read.
  const text = JSON.stringify(fields);
  if (last && isDeepStrictEqual(last.fields, JSON.parse(text))) return;
  const version = (last?.version ?? 0) + 1;
  await db
    .insertInto('agent_versions')
    .values({ agent_id: agentId, version, fields: text, created_at: createdAt })
    .execute();
  await db
    .deleteFrom('agent_versions')
    .where('agent_id', '=', agentId)
    .where('version', '<=', version - KEPT)
    .execute();
}

/** Lists the versions of an agent, newest first. */
export async function listAgentVersions(
  db: Database,
  agentId: string,
  limit = KEPT,
): Promise<AgentVersion[]> {
  const rows = await db
    .selectFrom('agent_versions')
    .selectAll()
    .where('agent_id', '=', agentId)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    version: row.version,
    createdAt: row.created_at,
    fields: JSON.parse(row.fields) as AgentVersion['fields'],
  }));
}
