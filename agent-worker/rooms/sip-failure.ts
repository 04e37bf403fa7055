import { ServerError, SipCallError } from 'livekit-server-sdk';
import { CallControlError } from '../door.ts';
import type { WorkerLog } from './log.ts';

/** Statuses of SIP (RFC 3261, section 21): busy, busy everywhere, declined. */
const REFUSED: readonly (number | undefined)[] = [486, 600, 603];
/** Request timeout, temporarily unavailable, request terminated. */
const UNANSWERED: readonly (number | undefined)[] = [408, 480, 487];

/**
 * Logs why a request to LiveKit SIP failed, without the number.
 * @param message for the log
 * @returns the error for the agent
 */
export function sipFailure(error: unknown, log: WorkerLog, message: string): CallControlError {
  const { status, code } = error instanceof ServerError ? error : {};
  const sipStatus = error instanceof SipCallError ? error.sipStatusCode : undefined;
  log.info({ status, code, sipStatus }, message);
  if (error instanceof CallControlError) return error;
  if (REFUSED.includes(sipStatus)) return new CallControlError('they are busy or declined');
  const isTimeout = code === 'deadline_exceeded' || code === 'canceled';
  const isUnanswered = isTimeout || UNANSWERED.includes(sipStatus);
  return new CallControlError(isUnanswered ? 'nobody answered' : 'the telephone network refused it');
}
