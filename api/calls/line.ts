import type { Identity } from '../credentials/authenticator.ts';
import type { CallAttempt, CallRecord, FinalCallState } from '../storage/calls.ts';

/** The fields of an attempt before the telephone service is asked. */
export type PreparedAttempt = Pick<CallAttempt, 'room' | 'session'>;

/** State of an attempt at the telephone service. */
export type LineState =
  | { readonly kind: 'dialing' | 'ringing' | 'answered'; readonly providerId?: string }
  | ({ readonly kind: 'over' } & LineOutcome)
  /** The telephone service certainly never received the request. */
  | { readonly kind: 'unmade' };

export interface LineOutcome {
  readonly status: FinalCallState;
  readonly reason: string;
  readonly sipStatus?: number;
}

/** An attempt that was requested from the telephone service. */
export interface AttemptOnLine {
  readonly call: CallRecord;
  readonly attempt: CallAttempt;
  /** When it was requested. */
  readonly requestedAtMs: number;
  /** Whether another process sent the request, so that this one does not know the response. */
  readonly isAdopted: boolean;
}

/** A telephone service that makes calls. */
export interface Line {
  /**
   * Makes sure that an agent is present when the call is answered.
   * @returns null if no agent has a place at the moment
   * @throws ApiError when the agent cannot talk at all; other errors when the line cannot be reached
   */
  prepare(call: CallRecord, identity: Identity): Promise<PreparedAttempt | null>;
  /**
   * Requests the call, without waiting for an answer. `look` reports the result, including errors. Called once for each
   * attempt.
   */
  dial(on: AttemptOnLine): void;
  /** @throws Error when the telephone service cannot be asked at the moment */
  look(on: AttemptOnLine): Promise<LineState>;
  /** Hangs up. The call is over when `look` reports it. */
  hangUp(on: AttemptOnLine): Promise<void>;
  /** The attempt is over. Must not throw. */
  close(attempt: PreparedAttempt): Promise<void>;
}

const BUSY: readonly number[] = [486, 600];
const DECLINED: readonly number[] = [403, 603, 607, 608];
const UNANSWERED: readonly number[] = [408, 480, 487];
const UNKNOWN_NUMBER: readonly number[] = [404, 410, 484, 604];

/** The outcome for a SIP status (RFC 3261 section 21). */
export function outcomeOfSip(sipStatus: number): LineOutcome {
  const isOneOf = (codes: readonly number[]): boolean => codes.includes(sipStatus);
  if (isOneOf(BUSY)) return { status: 'busy', reason: 'busy', sipStatus };
  if (isOneOf(DECLINED)) return { status: 'busy', reason: 'declined', sipStatus };
  if (isOneOf(UNANSWERED)) return { status: 'no_answer', reason: 'not_answered', sipStatus };
  if (isOneOf(UNKNOWN_NUMBER)) return { status: 'failed', reason: 'number_unknown', sipStatus };
  return { status: 'failed', reason: 'network_refused', sipStatus };
}
