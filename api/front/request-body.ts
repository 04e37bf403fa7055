import { type ApiError, refusal } from '../errors/api-error.ts';
import type { IncomingBody } from '../http/forms/incoming.ts';
import type { Exchange } from '../port/port.ts';

/**
 * Above this the client is told to wait. What the operating system has already received still arrives: some 512 KiB.
 */
const HIGH_WATER_BYTES = 256 * 1024;

/** So near its end a body is taken as it comes: see `#resume`. */
const LAST_BYTES = 512 * 1024;
/** Read in one turn: a fraction of a millisecond's work. */
const BYTES_PER_TURN = 128 * 1024;

/** Thrown from waits when the client has disconnected: nobody is left to respond to. */
export class ClientGone extends Error {}

type BodySource = Pick<Exchange, 'onData' | 'pause' | 'resume'>;

export interface RequestBodyOptions {
  /** From Content-Length; null for a chunked body. */
  readonly declaredBytes: number | null;
  /** Aborts when the client has disconnected; the response is not touched after that. */
  readonly signal: AbortSignal;
  /** Called once, when the body is complete, the client has disconnected, or nobody will read the rest. */
  readonly onOver: () => void;
  /** Settles when the next part of it may be read. */
  readonly turn: () => Promise<void>;
  /** Counts what will be held as a whole. @throws ApiError 429 when its client has sent too much of that */
  readonly count: (bytes: number) => void;
}

/**
 * A body that is received at the pace at which it is read. The library delivers data as it arrives, so until the body
 * is read, a little is buffered here and the rest is left in the network.
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
    // A body that is refused is not copied before.
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
    // Before any of it is received, where its length is known.
    if (this.declaredBytes !== null) this.#count(this.declaredBytes);
    let bytes = 0;
    for await (const chunk of this.chunks(signal)) {
      bytes += chunk.byteLength;
      yield chunk;
    }
    if (this.declaredBytes === null) this.#count(bytes);
  }

  /**
   * Nobody will read the rest, because the response is there: discards it, so that a client that sends everything
   * before reading gets the response.
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
   * Reads all of it.
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
   * uWebSockets.js gives a resumed connection ten seconds for more to arrive. When the end of the body came while it
   * was paused, none will, so it stays paused until the response is there: only that its client hangs up is noticed
   * late.
   */
  #resume(): void {
    if (!this.#paused || this.signal.aborted) return;
    this.#paused = false;
    this.#exchange.resume();
  }
}
