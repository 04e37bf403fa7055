import { STATUS_CODES } from 'node:http';
import type { HttpAnswer } from '../errors/answers.ts';
import { ClientGone, RequestBody, type RequestBodyOptions } from './request-body.ts';
import type { HttpResponse } from './uws.ts';

/**
 * The library cuts a connection ten seconds after a write that the client did not take, far too soon for a client that
 * plays while reading. Every write restarts that timeout, so one is made before it expires.
 */
const REARM_MS = 6000;

const TOO_MANY = 429;
const UNAVAILABLE = 503;

/** The library sends at once what is at least this long, and the rest when a handler returns. */
const CORKED_BYTES = 16 * 1024;

export interface ResponseOptions {
  /** Whether the connection should end with this response; asked when its head is sent. */
  readonly isLast?: () => boolean;
  /** Called when the client is told to come back later. */
  readonly onRefused?: (() => void) | undefined;
}

/**
 * A uWebSockets.js HTTP response that may be completed later. The original must not be touched once the client has
 * disconnected, and requires writes to be corked; this class handles both.
 */
export class Response {
  readonly #res: HttpResponse;
  readonly #gone = new AbortController();
  #headSent = false;
  #ended = false;
  #onDrain: (() => void) | null = null;
  #stalledSinceMs: number | null = null;
  #body: RequestBody | null = null;
  readonly #options: ResponseOptions;

  constructor(res: HttpResponse, options: ResponseOptions = {}) {
    this.#res = res;
    this.#options = options;
    res.onAborted(() => {
      this.#ended = true;
      this.#gone.abort(new ClientGone());
      this.#drained();
    });
  }

  /** Aborts when the client disconnects before the response is complete. */
  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  /** Status and headers have been sent: an error can no longer have its own status. */
  get headSent(): boolean {
    return this.#headSent;
  }

  /** The body, if the request has one. */
  get body(): RequestBody | null {
    return this.#body;
  }

  /** All of the body, once the credentials are known to be valid. @throws ApiError 413, 429; ClientGone */
  async readBody(limitBytes: number): Promise<Buffer> {
    return this.#body ? this.#body.read(limitBytes) : Buffer.alloc(0);
  }

  /**
   * Opens the body for reading as it arrives; call it before the request's handler returns.
   */
  openBody(options: Omit<RequestBodyOptions, 'signal'>): void {
    this.#body = new RequestBody(this.#res, { ...options, signal: this.#gone.signal });
  }

  /**
   * Sends a complete response.
   * @param closing also closes the connection, for a client whose request will never be complete
   */
  send(
    status: number,
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array = '',
    closing = false,
  ): void {
    if (this.#ended) return;
    this.#body?.discard();
    if (status === TOO_MANY || status === UNAVAILABLE) this.#options.onRefused?.();
    const isLast = this.#options.isLast?.() ?? false;
    const send = (): void => {
      if (this.#ended) return;
      this.#ended = true;
      this.#res.cork(() => {
        this.#writeHead(status, headers);
        this.#res.end(body, closing || isLast);
      });
    };
    // Before that the library would go on to what follows in the same packet.
    if (isLast) setImmediate(send);
    else send();
  }

  /**
   * Refuses a request of which it is unclear where it ends, and closes the connection. Call it before the request's
   * handler returns. The response is never complete, by a space: what follows in the same packet would be taken for
   * another request, while the library closes connections on which a request arrives before the last one was answered.
   */
  refuseUnclear({ status, headers, body }: HttpAnswer): void {
    if (this.#ended) return;
    this.#writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      ...headers,
      connection: 'close',
    });
    const text = JSON.stringify(body).padEnd(CORKED_BYTES);
    this.#res.tryEnd(text, text.length + 1);
    setImmediate(() => this.destroy());
  }

  sendError(answer: HttpAnswer, headers: Readonly<Record<string, string>> = {}): void {
    this.send(
      answer.status,
      { 'content-type': 'application/json; charset=utf-8', ...headers, ...answer.headers },
      JSON.stringify(answer.body),
    );
  }

  /**
   * Sends part of a streamed response; the first call sends the head. Settles when there is room for more.
   * @throws ClientGone when the client disconnected, or read nothing for `stallMs`, after which it is disconnected
   */
  async write(
    part: string | Uint8Array,
    head: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
    stallMs: number,
  ): Promise<void> {
    if (this.#ended) throw new ClientGone();
    let room = true;
    this.#res.cork(() => {
      if (!this.#headSent) {
        this.#writeHead(head.status, head.headers);
        // Clients close it then: the library can only do so with the length of the body.
        if (this.#options.isLast?.()) this.#res.writeHeader('connection', 'close');
      }
      room = this.#res.write(part);
    });
    if (room) this.#stalledSinceMs = null;
    else await this.#waitForRoom(stallMs);
    if (this.#ended) throw new ClientGone();
  }

  end(): void {
    if (this.#ended) return;
    this.#body?.discard();
    this.#ended = true;
    // Not closing: the library would write a header into the body.
    this.#res.cork(() => this.#res.endWithoutBody());
  }

  /** Cuts the connection, for a response that cannot be completed. */
  destroy(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#res.close();
  }

  #writeHead(status: number, headers: Readonly<Record<string, string>>): void {
    this.#headSent = true;
    this.#res.writeStatus(`${status} ${STATUS_CODES[status] ?? ''}`);
    for (const [name, value] of Object.entries(headers)) this.#res.writeHeader(name, value);
  }

  /**
   * Settles when the client has taken what was written, or after `REARM_MS`, so that the next write keeps the
   * connection open. Disconnects a client that reads nothing for `stallMs`.
   */
  #waitForRoom(stallMs: number): Promise<void> {
    this.#stalledSinceMs ??= performance.now();
    const leftMs = this.#stalledSinceMs + stallMs - performance.now();
    return new Promise((resolve) => {
      const go = (): void => {
        clearTimeout(timer);
        this.#onDrain = null;
        resolve();
      };
      const timer = setTimeout(
        () => {
          if (leftMs <= REARM_MS) this.destroy();
          go();
        },
        Math.min(REARM_MS, Math.max(0, leftMs)),
      );
      this.#onDrain = () => {
        this.#stalledSinceMs = null;
        go();
      };
      this.#res.onWritable(() => {
        this.#drained();
        return true;
      });
    });
  }

  #drained(): void {
    this.#onDrain?.();
  }
}
