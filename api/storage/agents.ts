import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Endpointing } from '../../agent-worker/hearing/endpointing/endpointing.ts';
import type { LanguageChoice } from '../../agent-worker/languages/followed-languages.ts';
import type { CallTool, HandoffTarget, TransferTarget } from '../../agent-worker/tools/call-settings.ts';
import type { HttpTool } from '../../agent-worker/tools/http-tool.ts';
import type { ToolParameters } from '../../agent-worker/tools/model-schema.ts';
import { expireConversations } from './conversations.ts';
import type { Database } from './database.ts';
import type { AgentsTable } from './schema.ts';
import { isUuid } from './uuid.ts';
import { inTransaction } from './voices.ts';

/** An agent's language model, without the key. */
export interface AgentModel {
  /** Null for the server's own endpoint. */
  readonly baseUrl: string | null;
  readonly model: string;
}

/** A tool that is an HTTP request. The values of its headers are encrypted apart from it. */
export interface StoredTool extends Omit<HttpTool, 'headers'> {
  readonly headers: readonly string[];
}

/** Stored fields of an agent besides its name, its prompt and its greeting. */
export interface AgentDetails {
  readonly voiceId: string | null;
  readonly langCode: LanguageChoice | null;
  readonly endpointing: Endpointing | null;
  readonly mcpServers: readonly string[];
  readonly llm: AgentModel | null;
  /** Whether transcripts of its conversations are kept. */
  readonly keepTranscripts: boolean;
  /** Retention in days; null for the default. */
  readonly transcriptDays: number | null;
  /** Whether its conversations are recorded. */
  readonly isRecorded: boolean;
  /** Whether only sessions with consent are recorded. */
  readonly recordingNeedsConsent: boolean;
  /** "" for none; null for the phrase of the language. */
  readonly recordingNotice: string | null;
  readonly callTools: readonly CallTool[];
  readonly transferTargets: readonly TransferTarget[];
  /** Other agents of the owner, to which callers may be passed on. */
  readonly handoff: readonly HandoffTarget[];
  /** Tools that are HTTP requests, with the names of their headers. */
  readonly tools: readonly StoredTool[];
  /** JSON schema of the data that its model extracts from a finished conversation; null for none. */
  readonly summary: ToolParameters | null;
  /** Whether the key of its language model is among its secrets. */
  readonly hasApiKey: boolean;
  /** Unknown fields, unchanged. */
  readonly more: Readonly<Record<string, unknown>>;
}

/** An agent as stored. Times are ISO 8601 in UTC. */
export interface AgentRecord extends AgentDetails {
  /** A UUID. */
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  /** "" for the server's own. */
  readonly prompt: string;
  /** "" for none. */
  readonly greeting: string;
  /** The key of its language model and the headers of its tools, encrypted for this id. */
  readonly secrets: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The caller chooses the id, since the key is encrypted for it. */
export type NewAgent = Omit<AgentRecord, 'createdAt' | 'updatedAt'>;

/** An entry of a list. */
export type AgentEntry = Pick<AgentRecord, 'id' | 'name'>;

/** Defaults for agents that were stored before these fields existed. */
const ADDED_LATER = {
  keepTranscripts: false,
  transcriptDays: null,
  isRecorded: false,
  recordingNeedsConsent: false,
  recordingNotice: null,
  callTools: [],
  transferTargets: [],
  handoff: [],
  tools: [],
  summary: null,
} as const satisfies Partial<AgentDetails>;

export const newAgentId = (): string => randomUUID();

export async function insertAgent(db: Database, agent: NewAgent): Promise<AgentRecord> {
  const now = new Date().toISOString();
  const row = await db
    .insertInto('agents')
    .values({ id: agent.id, owner_id: agent.ownerId, ...columnsOf(agent), created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toRecord(row);
}

/**
 * Replaces all of an agent except its id and creation time.
 * @throws when the owner has no such agent
 */
export async function updateAgent(db: Database, agent: NewAgent): Promise<AgentRecord> {
  const row = await db
    .updateTable('agents')
    .set({ ...columnsOf(agent), updated_at: new Date().toISOString() })
    .where('id', '=', agent.id)
    .where('owner_id', '=', agent.ownerId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toRecord(row);
}

function columnsOf({ name, prompt, greeting, secrets, ...agent }: NewAgent) {
  const { voiceId, langCode, endpointing, mcpServers, llm, more } = agent;
  const { keepTranscripts, transcriptDays, callTools, transferTargets, handoff, tools, summary, hasApiKey } =
    agent;
  const { isRecorded, recordingNeedsConsent, recordingNotice } = agent;
  const details: AgentDetails = {
    voiceId,
    langCode,
    endpointing,
    mcpServers,
    llm,
    keepTranscripts,
    transcriptDays,
    isRecorded,
    recordingNeedsConsent,
    recordingNotice,
    callTools,
    transferTargets,
    handoff,
    tools,
    summary,
    hasApiKey,
    more,
  };
  return { name, prompt, greeting, details: JSON.stringify(details), sealed: secrets };
}

/** Lists all agents of an owner, oldest first. */
export async function listAgents(db: Database, ownerId: string): Promise<AgentEntry[]> {
  return db
    .selectFrom('agents')
    .select(['id', 'name'])
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Finds an agent by its id, unless it belongs to another owner. */
export async function findAgent(db: Database, ownerId: string, id: string): Promise<AgentRecord | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await db
    .selectFrom('agents')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row && toRecord(row);
}

/**
 * Deletes an agent. Its room tokens become invalid, and its stored conversations can no longer be read.
 * @returns false when the owner has no such agent
 */
export async function deleteAgent(db: Database, ownerId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  return inTransaction(db, async (transaction) => {
    await expireConversations(transaction, { ownerId, agentId: id }, Date.now());
    // Its sessions are deleted with it: the foreign key cascades.
    const result = await transaction
      .deleteFrom('agents')
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  });
}

function toRecord(row: Selectable<AgentsTable>): AgentRecord {
  const details = JSON.parse(row.details) as Partial<AgentDetails>;
  return {
    ...ADDED_LATER,
    ...(details as AgentDetails),
    hasApiKey: details.hasApiKey ?? row.sealed !== null,
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    prompt: row.prompt,
    greeting: row.greeting,
    secrets: row.sealed,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
