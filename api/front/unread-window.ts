import type { PortSocket } from '../port/port.ts';

export interface UnreadWindowOptions {
  /** A ping is sent after this many bytes. */
  readonly pingEveryBytes: number;
  /**
   * What counts as unread until the client's first pong. `unread` counts everything sent, so that a client that never
   * reads is noticed. `unsent` counts what the network has not accepted yet: for clients that may not answer pings
   * (telephone providers), which are therefore pinged with the first message.
   */
  readonly beforeFirstPong: 'unread' | 'unsent';
}

/**
 * Measures how much of what was sent a client has not read. TCP accepts megabytes before it reports back-pressure,
 * which is minutes of telephone speech. So each ping carries the number of bytes sent before it, and the pong, which
 * repeats it (RFC 6455 section 5.5.3), arrives when the client has read that far.
 */
export class UnreadWindow {
  readonly #socket: Pick<PortSocket, 'ping' | 'bufferedBytes'>;
  readonly #options: UnreadWindowOptions;
  #sentBytes = 0;
  #pingedBytes = 0;
  #readBytes = 0;

  constructor(socket: Pick<PortSocket, 'ping' | 'bufferedBytes'>, options: UnreadWindowOptions) {
    this.#socket = socket;
    this.#options = options;
  }

  /** Call after each text message. */
  sent(message: string): void {
    const { pingEveryBytes, beforeFirstPong } = this.#options;
    this.#sentBytes += Buffer.byteLength(message);
    const isFirst = this.#pingedBytes === 0 && beforeFirstPong === 'unsent';
    if (!isFirst && this.#sentBytes - this.#pingedBytes < pingEveryBytes) return;
    this.#pingedBytes = this.#sentBytes;
    this.#socket.ping(String(this.#pingedBytes));
  }

  /**
   * Handles any pong from the client. The library's own pings are empty.
   * @returns whether the client has read further
   */
  pong(payload: Buffer): boolean {
    const bytes = Number(payload.toString('latin1'));
    // Unsolicited pongs of a client must not widen the window.
    if (!(bytes > this.#readBytes && bytes <= this.#pingedBytes)) return false;
    this.#readBytes = bytes;
    return true;
  }

  /** Call only while the socket is open. */
  get unreadBytes(): number {
    const asksNetwork = this.#readBytes === 0 && this.#options.beforeFirstPong === 'unsent';
    return asksNetwork ? this.#socket.bufferedBytes : this.#sentBytes - this.#readBytes;
  }
}
