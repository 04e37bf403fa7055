import type { HttpAnswer } from '../errors/answers.ts';
import type { Exchange } from '../port/port.ts';
import { ClientGone, RequestBody, type RequestBodyOptions } from './request-body.ts';

/**
 * uWebSockets.js cuts a connection ten seconds after a write that the client did not read, far too soon for a client
 * that plays while reading. Every write restarts that timeout, so one is made before it expires.
 */
const REARM_MS = 6000;

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

const TOO_MANY = 429;
const UNAVAILABLE = 503;

export interface ResponseOptions {
  /** Whether the connection should end with this response. Called when its head is sent. */
  readonly isLast?: () => boolean;
  /** Called when a response asks the client to retry later. */
  readonly onRefused?: (() => void) | undefined;
}

/** An HTTP response that may be completed later. The exchange is not touched once the client has disconnected. */
export class Response {
  readonly #exchange: Exchange;
  readonly #gone = new AbortController();
  #headSent = false;
  #ended = false;
  #onDrain: (() => void) | null = null;
  #stalledSinceMs: number | null = null;
  #body: RequestBody | null = null;
  readonly #options: ResponseOptions;

  constructor(exchange: Exchange, options: ResponseOptions = {}) {
    this.#exchange = exchange;
    this.#options = options;
    exchange.onAborted(() => {
      this.#ended = true;
      this.#gone.abort(new ClientGone());
      this.#drained();
    });
  }

  /** Aborts when the client disconnects before the response is complete. */
  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  /** Whether status and headers have been sent, so that an error can no longer have its own status. */
  get headSent(): boolean {
    return this.#headSent;
  }

  /** The body, if the request has one. */
  get body(): RequestBody | null {
    return this.#body;
  }

  /**
   * Reads the whole body, once the credentials are known to be valid.
   * @throws ApiError 413, 429; ClientGone
   */
  async readBody(limitBytes: number): Promise<Buffer> {
    return this.#body ? this.#body.read(limitBytes) : Buffer.alloc(0);
  }

  /**
   * Opens the body for reading as it arrives; call it before the request's handler returns.
   */
  openBody(options: Omit<RequestBodyOptions, 'signal'>): void {
    this.#body = new RequestBody(this.#exchange, { ...options, signal: this.#gone.signal });
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
    const isLast = closing || (this.#options.isLast?.() ?? false);
    this.#ended = true;
    this.#exchange.send(status, headers, body, isLast);
  }

  /**
   * Refuses a request whose end is ambiguous, and closes the connection. Call it before the request's handler returns.
   */
  refuseUnclear({ status, headers, body }: HttpAnswer): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#exchange.refuseUnclear(status, { ...JSON_TYPE, ...headers }, JSON.stringify(body));
  }

  sendError(answer: HttpAnswer, headers: Readonly<Record<string, string>> = {}): void {
    this.send(answer.status, { ...JSON_TYPE, ...headers, ...answer.headers }, JSON.stringify(answer.body));
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
    if (!this.#headSent) {
      // The header makes clients close the connection. uWebSockets.js can close it only with a body of known length.
      const last = this.#options.isLast?.() ? { connection: 'close' } : {};
      this.#exchange.writeHead(head.status, { ...head.headers, ...last });
    }
    this.#headSent = true;
    if (this.#exchange.write(part)) this.#stalledSinceMs = null;
    else await this.#waitForRoom(stallMs);
    if (this.#ended) throw new ClientGone();
  }

  end(): void {
    if (this.#ended) return;
    this.#body?.discard();
    this.#ended = true;
    this.#exchange.end();
  }

  /** Cuts the connection, for a response that cannot be completed. */
  destroy(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#exchange.close();
  }

  /**
   * Settles when the client has read what was written, or after `REARM_MS`, so that the next write keeps the connection
   * open. Disconnects a client that reads nothing for `stallMs`.
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
      this.#exchange.onWritable(() => this.#drained());
    });
  }

  #drained(): void {
    this.#onDrain?.();
  }
}
