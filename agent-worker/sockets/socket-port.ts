import { SpeakError } from '../../engine/index.ts';
import type { EndReason } from '../conversation/types.ts';

/** The far end of a socket, as a session sees it: what it is made of is the server's business. */
export interface SocketPort {
  /** A text message. Never blocks; what cannot be sent yet waits. */
  send(text: string): void;
  /** Bytes that were sent and that the client is not known to have read. */
  bufferedBytes(): number;
  /** Closes the socket (RFC 6455, section 7). Nothing can be sent afterwards. */
  end(code: number, reason: string): void;
}

/** Static messages, with fields that hold nothing that was said. */
export interface SocketLog {
  info(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

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

/** So many messages that cannot be read close the socket with 1008. */
export const MAX_BROKEN_MESSAGES = 100;

/** How a socket is closed when its conversation is over. */
export function closeOf(reason: EndReason): { readonly code: number; readonly reason: string } {
  switch (reason) {
    case 'caller_left':
      return { code: CLOSE.normal, reason: 'The conversation is over' };
    case 'caller_silent':
      return { code: CLOSE.normal, reason: 'Nothing was said for too long' };
    case 'shutdown':
      return { code: CLOSE.goingAway, reason: 'The server is shutting down' };
    case 'failed':
      return { code: CLOSE.failed, reason: 'The conversation failed' };
  }
}

/** The reason in the close frame then: it holds little, and the message may be long. */
export const NOT_OPENED = 'The conversation could not be opened';

/** What a caller is told whose conversation could not be opened. */
export interface OpeningFault {
  readonly status: number;
  readonly message: string;
  /** What the socket is closed with. */
  readonly code: number;
  /** The operator should know. */
  readonly unexpected: boolean;
}

/** Nothing is told of unexpected errors. */
export function openingFault(error: unknown): OpeningFault {
  if (error instanceof SpeakError && error.status !== 500) {
    const { status, message } = error;
    const code = status === 503 ? CLOSE.tryAgainLater : CLOSE.policy;
    return { status, message, code, unexpected: false };
  }
  return { status: 500, message: NOT_OPENED, code: CLOSE.failed, unexpected: true };
}
