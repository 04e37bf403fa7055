import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';

/** The body of a request that has not been read: nothing of it is taken from the client before it is asked for. */
export interface IncomingBody {
  /** What Content-Length says; null for a chunked body. */
  readonly declaredBytes: number | null;
  /** Aborts when the client hangs up before it is answered. */
  readonly signal: AbortSignal;
  /**
   * The bytes as they come. Iterate once.
   * @throws the reason of `signal`, when it aborts, or that of the body's own
   */
  chunks(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

const current = new AsyncLocalStorage<IncomingBody>();

/**
 * Runs the injection of a request whose body the route is to read by itself. The injected request cannot carry it: it
 * takes bodies whole, and takes them before anybody has looked at the credentials.
 */
export function withIncomingBody<T>(body: IncomingBody, inject: () => Promise<T>): Promise<T> {
  return current.run(body, inject);
}

/** The body of a request to a route that takes a form. */
export function incomingBody(request: FastifyRequest): IncomingBody {
  const body = current.getStore();
  if (body) return body;
  // Injected with its body: a small one, or a test.
  return { declaredBytes: null, signal: NEVER, chunks: () => request.raw };
}

const NEVER = new AbortController().signal;
