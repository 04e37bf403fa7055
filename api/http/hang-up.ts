import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<AbortSignal>();
const NEVER = new AbortController().signal;

/**
 * Hands a request over to the REST application together with the signal that says that its client is gone: an injected
 * request has no connection that could tell.
 */
export function withHangUp<T>(signal: AbortSignal, handOver: () => Promise<T>): Promise<T> {
  return current.run(signal, handOver);
}

/**
 * Aborts when the client of the request being answered hangs up. Never aborts for a request that came in no other way.
 */
export function hangUpSignal(): AbortSignal {
  return current.getStore() ?? NEVER;
}
