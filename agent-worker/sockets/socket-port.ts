/** The client's end of a socket, as a session sees it, independent of the WebSocket library. */
export interface SocketPort {
  /** Sends a text message. Never blocks; what cannot be sent yet is queued. */
  send(text: string): void;
  /** Bytes that were sent but that the client is not known to have read. */
  bufferedBytes(): number;
  /** Closes the socket (RFC 6455, section 7). Nothing can be sent after that. */
  end(code: number, reason: string): void;
}

/** Logs static messages, and fields without any words of the conversation. */
export interface SocketLog {
  info(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}
