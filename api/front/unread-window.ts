import type { WebSocket } from './uws.ts';

/** A ping goes out after so many bytes. */
const PING_EVERY_BYTES = 16 * 1024;

/**
 * How much of what was sent a client has not read. TCP takes megabytes off our hands before it says that nobody reads,
 * which is minutes of telephone speech; so pings ask, and a pong comes when the client has read that far.
 */
export class UnreadWindow {
  #sentBytes = 0;
  #pingedBytes = 0;
  #readBytes = 0;

  /** Call it after each message, with its size. */
  sent(ws: WebSocket<unknown>, bytes: number): void {
    this.#sentBytes += bytes;
    if (this.#pingedBytes > 0 && this.#sentBytes - this.#pingedBytes < PING_EVERY_BYTES) return;
    this.#pingedBytes = this.#sentBytes;
    ws.ping(String(this.#pingedBytes));
  }

  pong(payload: ArrayBuffer): void {
    const bytes = Number(Buffer.from(payload).toString('latin1'));
    // A client may send pongs of its own; they must not widen the window.
    if (bytes > this.#readBytes && bytes <= this.#pingedBytes) this.#readBytes = bytes;
  }

  /** A client that has never answered a ping is judged by what the network has not taken. */
  unreadBytes(ws: WebSocket<unknown>): number {
    return this.#readBytes === 0 ? ws.getBufferedAmount() : this.#sentBytes - this.#readBytes;
  }
}
