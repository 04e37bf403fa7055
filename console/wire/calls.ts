import { agentPath } from './agents.ts';
import { ask } from './http.ts';

export type CallStatus =
  | 'queued'
  | 'dialing'
  | 'ringing'
  | 'answered'
  | 'voicemail'
  | 'busy'
  | 'no_answer'
  | 'failed'
  | 'ended';

export interface CallAttempt {
  readonly dialing_at: string;
  readonly ringing_at?: string;
  readonly answered_at?: string;
  readonly ended_at?: string;
  readonly status?: CallStatus;
  readonly reason?: string;
}

/** An outgoing call. */
export interface OutgoingCall {
  readonly call_id: string;
  readonly agent_id: string;
  /** A telephone number or SIP address. */
  readonly to: string;
  readonly status: CallStatus;
  readonly reason?: string;
  readonly attempts: readonly CallAttempt[];
  readonly next_attempt_at?: string;
  /** Absent if no transcript is kept. */
  readonly conversation_id?: string;
  readonly created_at: string;
  readonly ended_at?: string;
}

export interface CallPage {
  readonly calls: readonly OutgoingCall[];
  readonly next_cursor?: string;
}

export interface NewCall {
  readonly to: string;
  readonly from?: string;
  readonly sip_trunk_id?: string;
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Calls a telephone.
 * @param key the same for each attempt at the same call, so that it is made once
 * @throws WireError 422 with the faults; 503 when the server has no telephone service
 */
export function makeCall(agentId: string, call: NewCall, key: string): Promise<OutgoingCall> {
  return ask(`${agentPath(agentId)}/calls`, {
    method: 'POST',
    json: call,
    idempotencyKey: key,
  });
}

/**
 * Lists calls, newest first.
 * @param cursor from the previous page; undefined for the first one
 * @throws WireError
 */
export function listCalls(cursor?: string): Promise<CallPage> {
  return ask('/calls', { query: { cursor } });
}

/** @throws WireError 404 when there is none */
export function readCall(id: string): Promise<OutgoingCall> {
  return ask(`/calls/${encodeURIComponent(id)}`);
}

/** @throws WireError */
export async function hangUpCall(id: string): Promise<void> {
  await ask(`/calls/${encodeURIComponent(id)}`, { method: 'DELETE' });
}
