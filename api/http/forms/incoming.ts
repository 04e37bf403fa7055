import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';

/** The body of a request that has not been read: nothing is taken from the client before it is requested. */
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
}

const current = new AsyncLocalStorage<IncomingBody>();

/**
 * Runs the injection of a request whose body the route reads by itself. The injected request cannot carry it: injection
 * takes whole bodies, and before the credentials have been checked.
 */
export function withIncomingBody<T>(body: IncomingBody, inject: () => Promise<T>): Promise<T> {
  return current.run(body, inject);
}

/** The body of a request to a route that accepts a form. */
export function incomingBody(request: FastifyRequest): IncomingBody {
  const body = current.getStore();
  if (body) return body;
  // Injected together with its body: a small one, or a test.
  return { declaredBytes: null, signal: NEVER, chunks: () => request.raw };
}

const NEVER = new AbortController().signal;
