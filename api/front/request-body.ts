import { type ApiError, refusal } from '../errors/api-error.ts';
import type { IncomingBody } from '../http/forms/incoming.ts';
import type { Exchange } from '../port/port.ts';

/**
 * Back-pressure begins above this size. Data that the operating system has already received still arrives: some 512
 * KiB.
 */
const HIGH_WATER_BYTES = 256 * 1024;

/** The last bytes of a body are received without back-pressure: see `#resume`. */
const LAST_BYTES = 512 * 1024;
/** Bytes read per turn: work for a fraction of a millisecond. */
const BYTES_PER_TURN = 128 * 1024;

/** Thrown by waits when the client has disconnected, because there is nobody to respond to. */
export class ClientGone extends Error {}

type BodySource = Pick<Exchange, 'onData' | 'pause' | 'resume'>;

export interface RequestBodyOptions {
  /** From Content-Length; null for a chunked body. */
  readonly declaredBytes: number | null;
  /** Aborts when the client has disconnected. The response is not touched after that. */
  readonly signal: AbortSignal;
  /** Called once, when the body is complete, the client has disconnected, or nobody will read the rest. */
  readonly onOver: () => void;
  /** Settles when the next part of the body may be read. */
  readonly turn: () => Promise<void>;
  /**
   * Counts bytes that will be held in memory as a whole.
   * @throws ApiError 429 when the client has sent too many of them
   */
  readonly count: (bytes: number) => void;
}

/**
 * A body that is received at the pace at which it is read. The library delivers data as it arrives, so until the body
 * is read, a little is buffered here and the rest stays in the network.
 */
export class RequestBody implements IncomingBody {
  readonly declaredBytes: number | null;
  readonly signal: AbortSignal;
  readonly #exchange: BodySource;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #receivedBytes = 0;
  #complete = false;
  #paused = false;
  #discarded = false;
  #onArrival: (() => void) | null = null;
  #onOver: (() => void) | null;
  readonly #turn: () => Promise<void>;
  readonly #count: (bytes: number) => void;

  constructor(exchange: BodySource, { declaredBytes, signal, onOver, turn, count }: RequestBodyOptions) {
    this.#exchange = exchange;
    this.declaredBytes = declaredBytes;
    this.signal = signal;
    this.#onOver = onOver;
    this.#turn = turn;
    this.#count = count;
    signal.addEventListener('abort', () => this.#over(), { once: true });
    // A body that may be refused is not buffered before that.
    if ((declaredBytes ?? 0) > LAST_BYTES) this.#pause();
    exchange.onData((chunk, isLast) => {
      if (this.#discarded) return;
      if (chunk.byteLength > 0) {
        // The chunk's memory is valid only during this call.
        this.#waiting.push(Buffer.from(chunk));
        this.#waitingBytes += chunk.byteLength;
        this.#receivedBytes += chunk.byteLength;
      }
      this.#complete ||= isLast;
      if (isLast) this.#over();
      const leftBytes = (declaredBytes ?? Number.POSITIVE_INFINITY) - this.#receivedBytes;
      if (this.#waitingBytes > HIGH_WATER_BYTES && leftBytes > LAST_BYTES && !this.#complete) this.#pause();
      this.#onArrival?.();
    });
  }

  async *chunks(signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
    const gone = AbortSignal.any([signal, this.signal]);
    let ofThisTurn = 0;
    if (!this.#complete) this.#resume();
    for (;;) {
      gone.throwIfAborted();
      const chunk = this.#waiting.shift();
      if (chunk) {
        if (ofThisTurn <= 0) {
          await this.#turn();
          ofThisTurn = BYTES_PER_TURN;
        }
        ofThisTurn -= chunk.byteLength;
        this.#waitingBytes -= chunk.byteLength;
        if (this.#waitingBytes < HIGH_WATER_BYTES && !this.#complete) this.#resume();
        yield chunk;
      } else if (this.#complete || this.#discarded) {
        return;
      } else {
        await this.#arrival(gone);
      }
    }
  }

  async *document(signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
    // A body of known length is counted before any of it is received.
    if (this.declaredBytes !== null) this.#count(this.declaredBytes);
    let bytes = 0;
    for await (const chunk of this.chunks(signal)) {
      bytes += chunk.byteLength;
      yield chunk;
    }
    if (this.declaredBytes === null) this.#count(bytes);
  }

  /**
   * Discards the rest of the body, because the response exists. A client that sends everything before it reads then
   * gets the response.
   */
  discard(): void {
    if (this.#discarded) return;
    this.#discarded = true;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#over();
    this.#resume();
    this.#onArrival?.();
  }

  /**
   * Reads the whole body.
   * @throws ApiError 413, 429; ClientGone
   */
  async read(limitBytes: number): Promise<Buffer> {
    const tooLarge = (): ApiError => refusal('body_too_large', { values: { bytes: limitBytes } });
    if ((this.declaredBytes ?? 0) > limitBytes) throw tooLarge();
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of this.document(this.signal)) {
      size += part.byteLength;
      if (size > limitBytes) throw tooLarge();
      parts.push(part);
    }
    return Buffer.concat(parts, size);
  }

  #over(): void {
    this.#onOver?.();
    this.#onOver = null;
  }

  #arrival(gone: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        gone.removeEventListener('abort', done);
        this.#onArrival = null;
        resolve();
      };
      gone.addEventListener('abort', done, { once: true });
      this.#onArrival = done;
    });
  }

  #pause(): void {
    if (this.#paused || this.signal.aborted) return;
    this.#paused = true;
    this.#exchange.pause();
  }

  /**
   * uWebSockets.js gives a resumed connection ten seconds in which more data must arrive. If the end of the body came
   * while it was paused, no more will arrive, so it stays paused until the response exists. Only a disconnect of its
   * client is then noticed late.
   */
  #resume(): void {
    if (!this.#paused || this.signal.aborted) return;
    this.#paused = false;
    this.#exchange.resume();
  }
}
