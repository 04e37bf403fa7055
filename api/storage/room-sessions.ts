import type { Selectable } from 'kysely';
import type { Database } from './database.ts';
import { isoTime } from './iso-time.ts';
import type { AgentSessionsTable } from './schema.ts';

/** A room conversation, as agreed when its token was issued. Times are milliseconds since the epoch. */
export interface AgentSessionRecord {
  /** Cannot be guessed. */
  readonly id: string;
  readonly ownerId: string;
  readonly keyId: string;
  readonly agentId: string;
  readonly roomName: string;
  /** JSON; not interpreted by storage. */
  readonly settings: string;
  /** The key of the language model, encrypted for this id. */
  readonly sealedKey: string | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

/** A session as a worker gets it. */
export interface HeldAgentSession extends AgentSessionRecord {
  /** Whether a worker has claimed it before. */
  readonly wasClaimed: boolean;
  /** Whether an agent has spoken in it. */
  readonly hasBegun: boolean;
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
      created_at: isoTime(session.createdAtMs),
      expires_at: isoTime(session.expiresAtMs),
      claimed_at: null,
      alive_at: isoTime(session.createdAtMs),
      begun_at: null,
      ended_at: null,
    })
    .execute();
}

/**
 * Claims a session for a room, in one statement, and extends its life.
 * @returns undefined when there is none with this id for this room, or it has expired or ended
 */
export async function claimAgentSession(
  db: Database,
  { id, roomName }: { readonly id: string; readonly roomName: string },
  { nowMs, expiresAtMs }: { readonly nowMs: number; readonly expiresAtMs: number },
): Promise<HeldAgentSession | undefined> {
  const row = await db
    .updateTable('agent_sessions')
    .set({ claimed_at: isoTime(nowMs), alive_at: isoTime(nowMs), expires_at: isoTime(expiresAtMs) })
    .where('id', '=', id)
    .where('room_name', '=', roomName)
    .where('expires_at', '>', isoTime(nowMs))
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && toHeld(row);
}

/** Records that an agent speaks in it for the first time. */
export async function beginAgentSession(db: Database, id: string, nowMs: number): Promise<void> {
  await db
    .updateTable('agent_sessions')
    .set({ begun_at: isoTime(nowMs) })
    .where('id', '=', id)
    .where('begun_at', 'is', null)
    .execute();
}

/** Sends heartbeats of the sessions that a process holds; null when they need no more agent. */
export async function markAgentSessions(
  db: Database,
  ids: readonly string[],
  aliveAtMs: number | null,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('agent_sessions')
    .set({ alive_at: aliveAtMs === null ? null : isoTime(aliveAtMs) })
    .where('id', 'in', ids)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Takes sessions whose last heartbeat is before a given time. This call sets the heartbeat, so that each session goes
 * to only one of several concurrent callers.
 * @param bounds.aliveAtMs the time it is set to
 */
export async function takeAbandonedAgentSessions(
  db: Database,
  {
    nowMs,
    aliveBeforeMs,
    aliveAtMs,
    atMost,
  }: {
    readonly nowMs: number;
    readonly aliveBeforeMs: number;
    readonly aliveAtMs: number;
    readonly atMost: number;
  },
): Promise<HeldAgentSession[]> {
  const oldest = db
    .selectFrom('agent_sessions')
    .select('id')
    .where('alive_at', '<', isoTime(aliveBeforeMs))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', isoTime(nowMs))
    .orderBy('alive_at')
    .limit(atMost);
  const rows = await db
    .updateTable('agent_sessions')
    .set({ alive_at: isoTime(aliveAtMs) })
    .where('id', 'in', oldest)
    // Checked again, since another process may have been faster.
    .where('alive_at', '<', isoTime(aliveBeforeMs))
    .where('ended_at', 'is', null)
    .returningAll()
    .execute();
  return rows.map(toHeld);
}

/**
 * Ends the session: it can no longer be claimed. The row stays until `expiresAtMs`, and reserves the room's name for
 * its owner.
 */
export async function endAgentSession(
  db: Database,
  id: string,
  { nowMs, expiresAtMs }: { readonly nowMs: number; readonly expiresAtMs: number },
): Promise<void> {
  await db
    .updateTable('agent_sessions')
    .set({ ended_at: isoTime(nowMs), alive_at: null, expires_at: isoTime(expiresAtMs) })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** Deletes the session as if it had never existed. */
export async function deleteAgentSession(db: Database, id: string): Promise<void> {
  await db.deleteFrom('agent_sessions').where('id', '=', id).execute();
}

/** Whether a room belongs to another owner's session. */
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
    .where('expires_at', '>', isoTime(nowMs))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns how many were removed */
export async function deleteExpiredAgentSessions(db: Database, nowMs: number): Promise<number> {
  const result = await db
    .deleteFrom('agent_sessions')
    .where('expires_at', '<=', isoTime(nowMs))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** All texts have the same length, so their order as strings is the order of the times. */

function toHeld(row: Selectable<AgentSessionsTable>): HeldAgentSession {
  return { ...toRecord(row), wasClaimed: row.claimed_at !== null, hasBegun: row.begun_at !== null };
}

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
