import type { WebSocket } from './uws.ts';

export interface UnreadWindowOptions {
  /** A ping goes out after so many bytes. */
  readonly pingEveryBytes: number;
  /**
   * What a client is judged by until its first pong: `unread` takes everything sent as unread, so that one which reads
   * nothing from the beginning is noticed; `unsent` asks how much the network has not taken yet, for clients that are
   * not certain to answer pings (telephone providers), and pings with the first message to find out.
   */
  readonly beforeFirstPong: 'unread' | 'unsent';
}

/**
 * How much of what was sent a client has not read. TCP takes megabytes off our hands before it says that nobody reads,
 * which is minutes of telephone speech; so pings carry the count of bytes sent before them, and the pong, which repeats
 * it (RFC 6455 section 5.5.3), comes when the client has read that far.
 */
export class UnreadWindow {
  readonly #ws: Pick<WebSocket<unknown>, 'ping' | 'getBufferedAmount'>;
  readonly #options: UnreadWindowOptions;
  #sentBytes = 0;
  #pingedBytes = 0;
  #readBytes = 0;

  constructor(ws: Pick<WebSocket<unknown>, 'ping' | 'getBufferedAmount'>, options: UnreadWindowOptions) {
    this.#ws = ws;
    this.#options = options;
  }

  /** Call it after each text message. */
  sent(message: string): void {
    const { pingEveryBytes, beforeFirstPong } = this.#options;
    this.#sentBytes += Buffer.byteLength(message);
    const isFirst = this.#pingedBytes === 0 && beforeFirstPong === 'unsent';
    if (!isFirst && this.#sentBytes - this.#pingedBytes < pingEveryBytes) return;
    this.#pingedBytes = this.#sentBytes;
    this.#ws.ping(String(this.#pingedBytes));
  }

  /**
   * Takes any pong of the client in. The library's own pings are empty.
   * @returns whether it says that the client has read further
   */
  pong(payload: ArrayBuffer): boolean {
    const bytes = Number(Buffer.from(payload).toString('latin1'));
    // A client may send pongs of its own; they must not widen the window.
    if (!(bytes > this.#readBytes && bytes <= this.#pingedBytes)) return false;
    this.#readBytes = bytes;
    return true;
  }

  /** Call it only while the socket is open. */
  get unreadBytes(): number {
    const asksNetwork = this.#readBytes === 0 && this.#options.beforeFirstPong === 'unsent';
    return asksNetwork ? this.#ws.getBufferedAmount() : this.#sentBytes - this.#readBytes;
  }
}
