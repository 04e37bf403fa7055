import { connect, type Socket } from 'node:net';
import { EventReader, type WyomingEvent } from '../../../api/wyoming/event-reader.ts';
import { encodeEvent } from '../../../api/wyoming/event-writer.ts';

const LIMITS = { maxJsonBytes: 2 ** 20, maxPayloadBytes: 2 ** 20 };

/** A client of the Wyoming protocol that can send invalid data. */
export class WyomingClient {
  readonly socket: Socket;
  readonly #reader = new EventReader(LIMITS);
  readonly #events: WyomingEvent[] = [];
  #isClosed = false;
  #onChange: () => void = () => undefined;

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1' });
    this.socket.on('data', (bytes: Buffer) => {
      this.#events.push(...this.#reader.push(bytes));
      this.#onChange();
    });
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => {
      this.#isClosed = true;
      this.#onChange();
    });
  }

  send(type: string, data?: Record<string, unknown>, payload?: Uint8Array): this {
    this.socket.write(encodeEvent(type, data, payload));
    return this;
  }

  /** Returns the next event; null when the connection has ended. */
  async next(): Promise<WyomingEvent | null> {
    for (;;) {
      const event = this.#events.shift();
      if (event) return event;
      if (this.#isClosed) return null;
      await new Promise<void>((resolve) => {
        this.#onChange = resolve;
      });
    }
  }

  /** Returns all events until the connection ends. */
  async rest(): Promise<WyomingEvent[]> {
    const events: WyomingEvent[] = [];
    for (let event = await this.next(); event; event = await this.next()) events.push(event);
    return events;
  }
}
