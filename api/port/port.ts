/**
 * The interface between the server and a library for HTTP and WebSockets. There are two: uWebSockets.js (`uws`), and
 * node:http with ws (`node`) where uWebSockets.js has no build.
 */

/** An address that is listened on. */
export interface Port {
  /**
   * Listens exclusively. Call it once.
   * @param port 0 picks a free one
   * @returns the actual port, or null when the address cannot be listened on
   */
  listen(host: string, port: number): Promise<number | null>;
  /** Stops accepting connections; open ones stay. */
  stopListening(): void;
  /** Cuts every connection. */
  close(): void;
}

/** Paths of PEM files. */
export interface Certificate {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Handles a request. Its body is lost unless `onData` is called before this returns. */
export type RequestHandler = (exchange: Exchange) => void;

/** Opens ports of one library. */
export interface PortLibrary {
  /** Settles when ports can be opened. @throws Error when they cannot */
  open(): Promise<void>;
  /** @param certificate for TLS */
  port(handler: RequestHandler, certificate?: Certificate): Port;
  /** Call it after the ports were closed. */
  close(): void;
}

/** The head of a request as it was sent. */
export interface ExchangeHead {
  /** In the letter case in which it was sent. */
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The part after the question mark. */
  readonly queryText: string;
  /**
   * Names are in lower case. A repeated header is a list with commas (RFC 9110 section 5.3). The object has no
   * prototype.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** Address of the connection. */
  readonly peer: string;
  /** Whether it can be upgraded to a WebSocket (RFC 6455 section 4.2.1). */
  readonly asksForSocket: boolean;
}

/**
 * A request and its response. Only `head` may be used after `onAborted` was called, the response is complete, or the
 * connection was upgraded.
 */
export interface Exchange {
  readonly head: ExchangeHead;
  /** Called once if the client disconnects before the response is complete. */
  onAborted(handler: () => void): void;
  /** Receives the body as it arrives. The memory of a chunk is valid only during the call. */
  onData(handler: (chunk: Uint8Array, isLast: boolean) => void): void;
  /** Leaves the rest of the body in the network for now. Data that was already received may still arrive. */
  pause(): void;
  resume(): void;
  /**
   * Sends a complete response.
   * @param closing whether the connection ends with it, so that nothing after the body is read as a request
   */
  send(status: number, headers: Headers, body: string | Uint8Array, closing: boolean): void;
  /** Refuses a request whose end is ambiguous: answers it and closes the connection. */
  refuseUnclear(status: number, headers: Headers, body: string): void;
  /** Begins a response that is streamed. At least one `write` follows. */
  writeHead(status: number, headers: Headers): void;
  /** @returns whether there is room for more */
  write(part: string | Uint8Array): boolean;
  /** Called when there is room for more. A later call replaces the handler. */
  onWritable(handler: () => void): void;
  /** Ends a streamed response. */
  end(): void;
  /** Cuts the connection. */
  close(): void;
  /**
   * Opens a WebSocket, if the request asks for one.
   * @param open called synchronously
   * @returns false when the client has disconnected, and `open` was not called
   */
  upgrade(open: (socket: PortSocket) => SocketListener): boolean;
}

type Headers = Readonly<Record<string, string>>;

/** An open WebSocket. It may not be used after `closed` of its listener. */
export interface PortSocket {
  /** Sends a text message. */
  send(text: string): void;
  ping(payload: string): void;
  /** Bytes that the network has not accepted yet. */
  readonly bufferedBytes: number;
  /** Sends a close frame and closes (RFC 6455 section 7.4). Calls `closed` of the listener. */
  end(code: number, reason: string): void;
  /** Cuts the connection. Calls `closed` of the listener. */
  close(): void;
}

/** Events of a WebSocket. Memory that is passed in is valid only during the call. */
export interface SocketListener {
  message(bytes: Buffer, isBinary: boolean): void;
  /** The library answers it. */
  ping(): void;
  pong(payload: Buffer): void;
  /** Called once. */
  closed(): void;
}
