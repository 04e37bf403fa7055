import type { Socket } from 'node:net';
import { ClientGone } from '../front/request-body.ts';
import { MAX_UNREAD_WYOMING_BYTES } from '../limits/wyoming.ts';
import { encodeEvent } from './event-writer.ts';

/** The client's end of a connection: sends events as fast as the client reads them. */
export class Peer {
  readonly #socket: Socket;
  readonly #slowReaderMs: number;
  readonly #gone = new AbortController();

  /** @param slowReaderMs a client that reads nothing for this long is disconnected */
  constructor(socket: Socket, slowReaderMs: number) {
    this.#socket = socket;
    this.#slowReaderMs = slowReaderMs;
    socket.once('close', () => this.#gone.abort());
  }

  get address(): string {
    return this.#socket.remoteAddress ?? '';
  }

  /** Aborts when the client has gone. */
  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  /** Sends an event and settles when there is room for another. @throws ClientGone */
  async send(type: string, data?: Readonly<Record<string, unknown>>, payload?: Uint8Array): Promise<void> {
    if (this.#gone.signal.aborted) throw new ClientGone();
    this.#socket.write(encodeEvent(type, data, payload));
    if (this.#socket.writableLength > MAX_UNREAD_WYOMING_BYTES) await this.#drained();
  }

  /** Ends the connection when the client has read all sent data. */
  end(): void {
    this.#socket.end();
    // A client that does not read cannot keep the connection open.
    setTimeout(() => this.#socket.destroy(), this.#slowReaderMs).unref();
  }

  async #drained(): Promise<void> {
    const socket = this.#socket;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => socket.destroy(), this.#slowReaderMs);
      const settle = (): void => {
        clearTimeout(timer);
        socket.off('drain', settle);
        socket.off('close', settle);
        if (socket.destroyed) reject(new ClientGone());
        else resolve();
      };
      socket.on('drain', settle);
      socket.on('close', settle);
    });
  }
}
