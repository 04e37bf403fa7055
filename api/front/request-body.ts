import type { IncomingBody } from '../http/forms/incoming.ts';
import type { HttpResponse } from './uws.ts';

/**
 * Above this the client is told to wait. What the operating system has already received still arrives: some 512 KiB.
 */
const HIGH_WATER_BYTES = 256 * 1024;

/**
 * A body that is received at the pace at which it is read. The library delivers data as it arrives, so until the body
 * is read, a little is buffered here and the rest is left in the network.
 */
export class RequestBody implements IncomingBody {
  readonly declaredBytes: number | null;
  readonly signal: AbortSignal;
  readonly #res: HttpResponse;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #complete = false;
  #paused = false;
  #discarded = false;
  #onArrival: (() => void) | null = null;

  /** @param signal aborts when the client has disconnected; the response is not touched after that */
  constructor(res: HttpResponse, declaredBytes: number | null, signal: AbortSignal) {
    this.#res = res;
    this.declaredBytes = declaredBytes;
    this.signal = signal;
    res.onData((chunk, isLast) => {
      if (this.#discarded) return;
      if (chunk.byteLength > 0) {
        // The chunk's memory is valid only during this call.
        this.#waiting.push(Buffer.from(chunk.slice(0)));
        this.#waitingBytes += chunk.byteLength;
      }
      this.#complete ||= isLast;
      if (this.#waitingBytes > HIGH_WATER_BYTES && !this.#complete) this.#pause();
      this.#onArrival?.();
    });
  }

  async *chunks(signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
    const gone = AbortSignal.any([signal, this.signal]);
    for (;;) {
      gone.throwIfAborted();
      const chunk = this.#waiting.shift();
      if (chunk) {
        this.#waitingBytes -= chunk.byteLength;
        if (this.#waitingBytes < HIGH_WATER_BYTES) this.#resume();
        yield chunk;
      } else if (this.#complete || this.#discarded) {
        return;
      } else {
        await this.#arrival(gone);
      }
    }
  }

  /**
   * Nobody will read the rest: discards it, so that a client that sends everything before reading gets the response.
   */
  discard(): void {
    if (this.#discarded) return;
    this.#discarded = true;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#resume();
    this.#onArrival?.();
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
    this.#res.pause();
  }

  #resume(): void {
    if (!this.#paused || this.signal.aborted) return;
    this.#paused = false;
    this.#res.resume();
  }
}
