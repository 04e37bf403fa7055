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
