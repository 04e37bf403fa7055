/** Calls as events: the data of each state that a call reaches. */
import type { EventType, NewEvent } from '../events/event-types.ts';
import type { CallAttempt, CallRecord, CallState } from '../storage/calls.ts';
import { isoTime } from '../storage/iso-time.ts';

const TYPES = {
  queued: 'call.queued',
  dialing: 'call.dialing',
  ringing: 'call.ringing',
  answered: 'call.answered',
  voicemail: 'call.ended',
  busy: 'call.ended',
  no_answer: 'call.ended',
  failed: 'call.ended',
  ended: 'call.ended',
} as const satisfies Partial<Record<CallState, EventType>>;

export interface ReachedState {
  readonly status: keyof typeof TYPES;
  /** Default: none. */
  readonly reason?: string | null;
  readonly attempts: readonly CallAttempt[];
  /** For queued calls: earliest time of the next attempt, in milliseconds since the epoch. */
  readonly nextAttemptAtMs?: number;
}

/** The event for a state that a call has reached. */
export function callEvent(
  { id, ownerId, agentId, request }: Pick<CallRecord, 'id' | 'ownerId' | 'agentId' | 'request'>,
  { status, reason = null, attempts, nextAttemptAtMs }: ReachedState,
): NewEvent {
  const callee = attempts.at(-1)?.callee;
  const data = {
    call_id: id,
    agent_id: agentId,
    to: request.to,
    status,
    ...(reason !== null && { reason }),
    attempts: attempts.length,
    ...(callee !== undefined && { answered_by: callee }),
    ...(nextAttemptAtMs !== undefined && { next_attempt_at: isoTime(nextAttemptAtMs) }),
  };
  return { ownerId, type: TYPES[status], subject: id, agentId, data };
}
