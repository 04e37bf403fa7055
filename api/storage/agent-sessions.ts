import type { Selectable } from 'kysely';
import type { Database } from './database.ts';
import type { AgentSessionsTable } from './schema.ts';

/** A conversation in a room, as agreed on when its token was made. Times are milliseconds since the epoch. */
export interface AgentSessionRecord {
  /** Not to be guessed. */
  readonly id: string;
  readonly ownerId: string;
  readonly keyId: string;
  readonly agentId: string;
  readonly roomName: string;
  /** JSON; storage does not read it. */
  readonly settings: string;
  /** The key of the language model, sealed for this id. */
  readonly sealedKey: string | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export async function insertAgentSession(db: Database, session: AgentSessionRecord): Promise<void> {
  await db
    .insertInto('agent_sessions')
    .values({
      id: session.id,
      owner_id: session.ownerId,
      key_id: session.keyId,
      agent_id: session.agentId,
      room_name: session.roomName,
      settings: session.settings,
      sealed: session.sealedKey,
      created_at: moment(session.createdAtMs),
      expires_at: moment(session.expiresAtMs),
      claimed_at: null,
      ended_at: null,
    })
    .execute();
}

/**
 * Takes a session up for a room, in one statement, and lets it live on until another moment.
 * @returns undefined when there is none with this id for this room, when it has expired or has ended
 */
export async function claimAgentSession(
  db: Database,
  { id, roomName }: { readonly id: string; readonly roomName: string },
  { nowMs, expiresAtMs }: { readonly nowMs: number; readonly expiresAtMs: number },
): Promise<AgentSessionRecord | undefined> {
  const row = await db
    .updateTable('agent_sessions')
    .set({ claimed_at: moment(nowMs), expires_at: moment(expiresAtMs) })
    .where('id', '=', id)
    .where('room_name', '=', roomName)
    .where('expires_at', '>', moment(nowMs))
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && toRecord(row);
}

/** Nobody can take it up any more. The row stays until `expiresAtMs`, and keeps the room's name for its owner. */
export async function endAgentSession(
  db: Database,
  id: string,
  { nowMs, expiresAtMs }: { readonly nowMs: number; readonly expiresAtMs: number },
): Promise<void> {
  await db
    .updateTable('agent_sessions')
    .set({ ended_at: moment(nowMs), expires_at: moment(expiresAtMs) })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** As if it had never been. */
export async function deleteAgentSession(db: Database, id: string): Promise<void> {
  await db.deleteFrom('agent_sessions').where('id', '=', id).execute();
}

/** Whether a room belongs to somebody else's session. */
export async function isRoomOfAnother(
  db: Database,
  { ownerId, roomName }: { readonly ownerId: string; readonly roomName: string },
  nowMs: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('agent_sessions')
    .select('id')
    .where('room_name', '=', roomName)
    .where('owner_id', '!=', ownerId)
    .where('expires_at', '>', moment(nowMs))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns how many were removed */
export async function deleteExpiredAgentSessions(db: Database, nowMs: number): Promise<number> {
  const result = await db
    .deleteFrom('agent_sessions')
    .where('expires_at', '<=', moment(nowMs))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** All of one length, so that they compare as texts like the moments they stand for. */
const moment = (ms: number): string => new Date(ms).toISOString();

function toRecord(row: Selectable<AgentSessionsTable>): AgentSessionRecord {
  return {
    id: row.id,
    ownerId: row.owner_id,
    keyId: row.key_id,
    agentId: row.agent_id,
    roomName: row.room_name,
    settings: row.settings,
    sealedKey: row.sealed,
    createdAtMs: Date.parse(row.created_at),
    expiresAtMs: Date.parse(row.expires_at),
  };
}
