/** Outgoing calls: adding, listing, and the leases of the processes that make them. */
import type { Expression, ExpressionBuilder, Selectable, SqlBool, Updateable } from 'kysely';
import type { AnsweringRules } from '../../agent-worker/conversation/types.ts';
import type { Callee } from '../../agent-worker/hearing/answering/who-answered.ts';
import { claimNext } from './claim-next.ts';
import type { Database } from './database.ts';
import { isoTime } from './iso-time.ts';
import { lockOwner } from './owner-usage.ts';
import type { PagePlace } from './page-place.ts';
import type { CallsTable, Schema } from './schema.ts';
import { isUuid } from './uuid.ts';
import { inTransaction } from './voices.ts';

/** States in which a call may be audible or about to be; `voicemail` while it is not over. */
const ACTIVE_CALL_STATES = ['dialing', 'ringing', 'answered', 'voicemail'] as const;
/** States in which nothing more happens. */
export const FINAL_CALL_STATES = ['voicemail', 'busy', 'no_answer', 'failed', 'ended'] as const;
export const CALL_STATES = ['queued', 'dialing', 'ringing', 'answered', ...FINAL_CALL_STATES] as const;
export type CallState = (typeof CALL_STATES)[number];
export type FinalCallState = (typeof FINAL_CALL_STATES)[number];

/** When a telephone may ring. Times are minutes since midnight. */
export interface CallHours {
  readonly fromMinute: number;
  readonly untilMinute: number;
  /** 0 is Sunday. */
  readonly days: readonly number[];
  readonly timeZone: string;
}

export interface CallRetry {
  readonly maxAttempts: number;
  readonly delayMs: number;
  readonly on: readonly FinalCallState[];
}

/** The call as requested. */
export interface CallRequest {
  /** A number in E.164 format, or a SIP address. */
  readonly to: string;
  readonly from: string | null;
  readonly via: 'livekit' | 'twilio';
  /** Trunk of LiveKit SIP. */
  readonly trunkId: string | null;
  readonly variables: Readonly<Record<string, string>>;
  /** Fields of a conversation that replace the agent's, as in the request. */
  readonly overrides: Readonly<Record<string, unknown>>;
  readonly ringSeconds: number;
  readonly maxSeconds: number;
  readonly startWithinSeconds: number;
  readonly hours: CallHours | null;
  readonly retry: CallRetry;
  /** Absent for talking to whoever answers. */
  readonly answering?: AnsweringRules;
}

/** One attempt at a call. Times are ISO 8601 in UTC. */
export interface CallAttempt {
  readonly dialingAt: string;
  readonly ringingAt?: string;
  readonly answeredAt?: string;
  /** The callee (person or machine), if detection was requested. */
  readonly callee?: Callee;
  readonly endedAt?: string;
  readonly status?: FinalCallState;
  readonly reason?: string;
  /** The response of the telephone network. */
  readonly sipStatus?: number;
  /** The room of LiveKit; for Twilio, a name for the attempt. */
  readonly room?: string;
  /** Reference of the session in `agent_sessions`. */
  readonly session?: string;
  /** The telephone service's own identifier. */
  readonly providerId?: string;
}

/** A call as stored. Times are ISO 8601 in UTC. */
export interface CallRecord {
  /** A UUID. */
  readonly id: string;
  readonly ownerId: string;
  readonly keyId: string;
  readonly agentId: string;
  readonly request: CallRequest;
  readonly credentialExpiresAt: string | null;
  readonly status: CallState;
  readonly reason: string | null;
  readonly attempts: readonly CallAttempt[];
  readonly availableAt: string;
  readonly requestedAt: string | null;
  readonly hangUpAt: string | null;
  readonly callee: Callee | null;
  readonly conversationEnd: string | null;
  /** The conversation of the last attempt that was answered; null while there is none, or if it is not kept. */
  readonly conversationId: string | null;
  readonly createdAt: string;
  readonly endedAt: string | null;
}

export interface NewCall
  extends Pick<CallRecord, 'id' | 'ownerId' | 'keyId' | 'agentId' | 'request' | 'credentialExpiresAt'> {
  readonly idempotencyKey: string | null;
  readonly availableAtMs: number;
}

/** A call that this process works on. */
export interface CallClaim {
  readonly call: CallRecord;
  readonly lease: string;
  /** Whether a new attempt begins. Otherwise another process was lost or stopped during one. */
  readonly isNew: boolean;
}

/**
 * Adds a call to the queue.
 * @returns undefined when the owner has one with this idempotency key
 */
export async function insertCall(
  db: Database,
  call: NewCall,
  nowMs: number,
): Promise<CallRecord | undefined> {
  const row = await db
    .insertInto('calls')
    .values({
      id: call.id,
      owner_id: call.ownerId,
      key_id: call.keyId,
      agent_id: call.agentId,
      idempotency_key: call.idempotencyKey,
      request: JSON.stringify(call.request),
      credential_expires_at: call.credentialExpiresAt,
      status: 'queued',
      attempts: '[]',
      available_at: isoTime(call.availableAtMs),
      created_at: isoTime(nowMs),
    })
    .onConflict((conflict) => conflict.columns(['owner_id', 'idempotency_key']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && toRecord(row);
}

export async function findCallByKey(
  db: Database,
  ownerId: string,
  idempotencyKey: string,
): Promise<CallRecord | undefined> {
  const row = await db
    .selectFrom('calls')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
  return row && toRecord(row);
}

/** Finds a call, of this owner unless that is null. */
export async function findCall(
  db: Database,
  ownerId: string | null,
  id: string,
): Promise<CallRecord | undefined> {
  if (!isUuid(id)) return undefined;
  let query = db.selectFrom('calls').selectAll().where('id', '=', id);
  if (ownerId !== null) query = query.where('owner_id', '=', ownerId);
  const row = await query.executeTakeFirst();
  return row && toRecord(row);
}

/** Whether a call has this identifier at its telephone service. */
export async function isCallKnown(db: Database, providerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('calls')
    .select('id')
    .where('attempts', 'like', `%"providerId":"${providerId}"%`)
    .executeTakeFirst();
  return row !== undefined;
}

export interface CallFilter {
  readonly ownerId: string;
  readonly agentId?: string;
  readonly status?: CallState;
}

/** Lists calls, newest first. */
export async function listCalls(
  db: Database,
  { ownerId, agentId, status }: CallFilter,
  { limit, after }: { readonly limit: number; readonly after: PagePlace | null },
): Promise<CallRecord[]> {
  let query = db.selectFrom('calls').selectAll().where('owner_id', '=', ownerId);
  if (agentId !== undefined) query = query.where('agent_id', '=', agentId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (after) {
    query = query.where((where) =>
      where.or([
        where('created_at', '<', after.at),
        where.and([where('created_at', '=', after.at), where('id', '<', after.id)]),
      ]),
    );
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(toRecord);
}

/** Counts an owner's calls that are not over. */
export async function countUnfinishedCalls(db: Database, ownerId: string): Promise<number> {
  const { rows } = await db
    .selectFrom('calls')
    .select(({ fn }) => fn.countAll().as('rows'))
    .where('owner_id', '=', ownerId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(rows);
}

/**
 * Removes a waiting call from the queue.
 * @returns false when it is not waiting
 */
export async function cancelCall(
  db: Database,
  id: string,
  { nowMs, expiresAtMs, reason }: Pick<CallEnd, 'nowMs' | 'expiresAtMs' | 'reason'>,
): Promise<boolean> {
  const row = await db
    .updateTable('calls')
    .set({
      status: 'ended',
      reason,
      hang_up_at: isoTime(nowMs),
      ended_at: isoTime(nowMs),
      expires_at: isoTime(expiresAtMs),
    })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Asks the process that makes a call to hang up. */
export async function requestHangUp(db: Database, id: string, nowMs: number): Promise<void> {
  await db
    .updateTable('calls')
    .set({ hang_up_at: isoTime(nowMs) })
    .where('id', '=', id)
    .where('hang_up_at', 'is', null)
    .execute();
}

/** Records that the conversation of a call has begun and is kept. */
export async function recordConversationStart(
  db: Database,
  id: string,
  conversationId: string,
): Promise<void> {
  await db.updateTable('calls').set({ conversation_id: conversationId }).where('id', '=', id).execute();
}

/** Records who has answered a call. */
export async function recordCallee(db: Database, id: string, callee: Callee): Promise<void> {
  await db.updateTable('calls').set({ callee }).where('id', '=', id).execute();
}

/** Records why the conversation of a call ended. */
export async function recordConversationEnd(db: Database, id: string, reason: string): Promise<void> {
  await db.updateTable('calls').set({ conversation_end: reason }).where('id', '=', id).execute();
}

export interface CallClaimOptions {
  readonly nowMs: number;
  readonly leaseMs: number;
  /** Limit of one owner's concurrent calls. */
  readonly maxPerOwner: number;
}

/**
 * Claims a call: one whose process was lost or stopped, or the one that has waited longest and whose owner may make
 * another one. Concurrent callers get different calls.
 * @returns undefined when there is nothing to do
 */
export function claimCall(db: Database, options: CallClaimOptions): Promise<CallClaim | undefined> {
  const { nowMs, leaseMs, maxPerOwner } = options;
  const find = () =>
    db
      .selectFrom('calls')
      .select(['calls.id', 'calls.owner_id', 'calls.status'])
      .where((eb) =>
        eb.or([
          isLost(eb, nowMs),
          eb.and([
            isDue(eb, nowMs),
            eb(
              eb
                .selectFrom('calls as active')
                .select(({ fn }) => fn.countAll<number>().as('rows'))
                .whereRef('active.owner_id', '=', 'calls.owner_id')
                .where('active.status', 'in', ACTIVE_CALL_STATES)
                .where('active.ended_at', 'is', null),
              '<',
              maxPerOwner,
            ),
          ]),
        ]),
      )
      .orderBy('calls.available_at')
      .orderBy('calls.id')
      .limit(1)
      .executeTakeFirst();
  return claimNext(find, ({ id, owner_id: ownerId, status }, lease) => {
    const isNew = status === 'queued';
    return inTransaction(db, async (transaction) => {
      // Serialises the claims of an owner, so that the count is complete.
      await lockOwner(transaction, ownerId);
      if (isNew && (await countActive(transaction, ownerId)) >= maxPerOwner) return undefined;
      const row = await transaction
        .updateTable('calls')
        .set({
          lease,
          lease_until: isoTime(nowMs + leaseMs),
          ...(isNew && {
            status: 'dialing',
            reason: null,
            requested_at: null,
            callee: null,
            conversation_end: null,
          }),
        })
        .where('id', '=', id)
        // Checked again, since another process may have been faster.
        .where((eb) => (isNew ? isDue(eb, nowMs) : isLost(eb, nowMs)))
        .returningAll()
        .executeTakeFirst();
      return row && { call: toRecord(row), lease, isNew };
    });
  });
}

/** @returns false when the lease is lost */
export async function renewCall(
  db: Database,
  claim: CallClaim,
  { nowMs, leaseMs }: Pick<CallClaimOptions, 'nowMs' | 'leaseMs'>,
): Promise<boolean> {
  return update(db, claim, { lease_until: isoTime(nowMs + leaseMs) });
}

/** Gives a call in progress to any other process. */
export function releaseCall(db: Database, claim: CallClaim, nowMs: number): Promise<boolean> {
  return update(db, claim, { lease_until: isoTime(nowMs) });
}

export interface CallProgress {
  readonly status: CallState;
  readonly attempts: readonly CallAttempt[];
}

/** @returns false when the lease is lost */
export function progressCall(
  db: Database,
  claim: CallClaim,
  { status, attempts }: CallProgress,
): Promise<boolean> {
  return update(db, claim, { status, attempts: JSON.stringify(attempts) });
}

/**
 * Records that the telephone service is about to be asked to make the call. After that the call may exist.
 * @returns false when the lease is lost or its owner has hung up
 */
export function requestCall(
  db: Database,
  claim: CallClaim,
  attempts: readonly CallAttempt[],
  nowMs: number,
): Promise<boolean> {
  return update(db, claim, { requested_at: isoTime(nowMs), attempts: JSON.stringify(attempts) }, true);
}

/** Returns a call to the queue. A call that was hung up meanwhile stays as it is, to be ended. */
export async function requeueCall(
  db: Database,
  claim: CallClaim,
  next: { readonly attempts: readonly CallAttempt[]; readonly reason: string | null; readonly atMs: number },
): Promise<boolean> {
  return update(
    db,
    claim,
    {
      ...LET_GO,
      status: 'queued',
      reason: next.reason,
      attempts: JSON.stringify(next.attempts),
      available_at: isoTime(next.atMs),
      requested_at: null,
    },
    true,
  );
}

export interface CallEnd extends CallProgress {
  readonly reason: string;
  readonly nowMs: number;
  readonly expiresAtMs: number;
}

/** @returns false when the lease is lost */
export function endCall(db: Database, claim: CallClaim, end: CallEnd): Promise<boolean> {
  return update(db, claim, {
    ...LET_GO,
    status: end.status,
    reason: end.reason,
    attempts: JSON.stringify(end.attempts),
    ended_at: isoTime(end.nowMs),
    expires_at: isoTime(end.expiresAtMs),
  });
}

/** @returns how many were deleted */
export async function deleteExpiredCalls(db: Database, nowMs: number): Promise<number> {
  const result = await db.deleteFrom('calls').where('expires_at', '<=', isoTime(nowMs)).executeTakeFirst();
  return Number(result.numDeletedRows);
}

const LET_GO = { lease: null, lease_until: null } as const;

type CallExpressions = ExpressionBuilder<Pick<Schema, 'calls'>, 'calls'>;

const isDue = ({ and, eb }: CallExpressions, nowMs: number): Expression<SqlBool> =>
  and([eb('calls.status', '=', 'queued'), eb('calls.available_at', '<=', isoTime(nowMs))]);

const isLost = ({ and, eb }: CallExpressions, nowMs: number): Expression<SqlBool> =>
  and([eb('calls.status', 'in', ACTIVE_CALL_STATES), eb('calls.lease_until', '<=', isoTime(nowMs))]);

async function countActive(db: Database, ownerId: string): Promise<number> {
  const { rows } = await db
    .selectFrom('calls')
    .select(({ fn }) => fn.countAll().as('rows'))
    .where('owner_id', '=', ownerId)
    .where('status', 'in', ACTIVE_CALL_STATES)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(rows);
}

async function update(
  db: Database,
  { call, lease }: CallClaim,
  changes: Updateable<CallsTable>,
  unlessHungUp = false,
): Promise<boolean> {
  let query = db.updateTable('calls').set(changes).where('id', '=', call.id).where('lease', '=', lease);
  if (unlessHungUp) query = query.where('hang_up_at', 'is', null);
  return (await query.returning('id').executeTakeFirst()) !== undefined;
}

function toRecord(row: Selectable<CallsTable>): CallRecord {
  return {
    id: row.id,
    ownerId: row.owner_id,
    keyId: row.key_id,
    agentId: row.agent_id,
    request: JSON.parse(row.request) as CallRequest,
    credentialExpiresAt: row.credential_expires_at,
    status: row.status as CallState,
    reason: row.reason,
    attempts: JSON.parse(row.attempts) as CallAttempt[],
    availableAt: row.available_at,
    requestedAt: row.requested_at,
    hangUpAt: row.hang_up_at,
    callee: row.callee as Callee | null,
    conversationEnd: row.conversation_end,
    conversationId: row.conversation_id,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}
