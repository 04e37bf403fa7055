import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { refusal } from '../../errors/api-error.ts';

/** The body of a request that has not been read. Nothing is received from the client before it is requested. */
export interface IncomingBody {
  /** From Content-Length; null for a chunked body. */
  readonly declaredBytes: number | null;
  /** Aborts when the client disconnects before the response. */
  readonly signal: AbortSignal;
  /**
   * The bytes as they arrive. Iterate once.
   * @throws the reason of `signal` when it aborts, or of the body's own signal
   */
  chunks(signal: AbortSignal): AsyncIterable<Uint8Array>;
  /**
   * Like `chunks`, for data that is held in memory as a whole, such as JSON. The rate of such data is limited per
   * client.
   * @throws ApiError 429
   */
  document(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

const current = new AsyncLocalStorage<IncomingBody>();

/**
 * Injects a request whose body is received when its route reads it. The injected request cannot contain the body:
 * injection takes whole bodies, before the credentials have been checked.
 */
export function withIncomingBody<T>(body: IncomingBody, inject: () => Promise<T>): Promise<T> {
  return current.run(body, inject);
}

/**
 * Returns the body of the current request, a document, as a stream; nothing is received before it is read. Null when
 * the body was injected with its request. The stream fails with 499 when the client disconnects.
 */
export function incomingStream(): Readable | null {
  const body = current.getStore();
  return body ? Readable.from(untilHangUp(body), { objectMode: false }) : null;
}

async function* untilHangUp(body: IncomingBody): AsyncGenerator<Uint8Array, void> {
  try {
    yield* body.document(NEVER);
  } catch (error) {
    throw body.signal.aborted ? refusal('client_gone') : error;
  }
}

/** The body of a request to a route that accepts a form. */
export function incomingBody(request: FastifyRequest): IncomingBody {
  const body = current.getStore();
  if (body) return body;
  // A body that was injected with its request: a small one, or that of a test.
  const chunks = (): AsyncIterable<Uint8Array> => request.raw;
  return { declaredBytes: null, signal: NEVER, chunks, document: chunks };
}

const NEVER = new AbortController().signal;
