import { EngineError } from '../../engine/index.ts';
import type { EndReason } from '../conversation/types.ts';
import { AGENT_ERRORS, AgentError } from '../errors.ts';

/** Close codes of RFC 6455, section 7.4.1, and 1013 of the IANA registry of WebSocket close codes. */
export const CLOSE = {
  normal: 1000,
  goingAway: 1001,
  unsupported: 1003,
  policy: 1008,
  tooBig: 1009,
  failed: 1011,
  tryAgainLater: 1013,
} as const;

/** Returns how a socket is closed when its conversation is over. */
export function closeOf(reason: EndReason): { readonly code: number; readonly reason: string } {
  switch (reason) {
    case 'caller_left':
      return { code: CLOSE.normal, reason: 'The conversation has ended' };
    case 'caller_silent':
      return { code: CLOSE.normal, reason: 'The caller was silent for too long' };
    case 'agent_hung_up':
      return { code: CLOSE.normal, reason: 'The agent hung up' };
    case 'transferred':
      return { code: CLOSE.normal, reason: 'The call was transferred' };
    case 'voicemail':
      return { code: CLOSE.normal, reason: 'Voicemail answered the call' };
    case 'message_left':
      return { code: CLOSE.normal, reason: 'A message was left' };
    case 'menu':
      return { code: CLOSE.normal, reason: 'A menu answered the call' };
    case 'connection_idle':
      return { code: CLOSE.normal, reason: 'No data was sent for too long' };
    case 'access_revoked':
      return { code: CLOSE.policy, reason: 'The credentials are no longer valid' };
    case 'client_error':
      return { code: CLOSE.policy, reason: 'The protocol was not kept to' };
    case 'shutdown':
      return { code: CLOSE.goingAway, reason: 'The server is shutting down' };
    case 'failed':
      return { code: CLOSE.failed, reason: 'The conversation failed' };
  }
}

/**
 * The reason in the close frame for conversations that could not be opened: it has little room, and the message may be
 * long.
 */
export const NOT_OPENED = AGENT_ERRORS.opening_failed.text;

/** Error for a caller whose conversation could not be opened. */
export interface OpeningFault {
  readonly status: number;
  readonly message: string;
  /** Close code of the socket. */
  readonly code: number;
  /** Whether the error is logged for the operator. */
  readonly unexpected: boolean;
}

/** Details of unexpected errors are not reported. */
export function openingFault(error: unknown): OpeningFault {
  const known = error instanceof EngineError || error instanceof AgentError ? error : null;
  if (known?.status && known.status !== 500) {
    const { status, message } = known;
    const code = status === 503 ? CLOSE.tryAgainLater : CLOSE.policy;
    return { status, message, code, unexpected: false };
  }
  return { status: 500, message: NOT_OPENED, code: CLOSE.failed, unexpected: true };
}
