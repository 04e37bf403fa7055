import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<AbortSignal>();
const NEVER = new AbortController().signal;

/**
 * Passes a request to the REST application together with a signal that aborts when its client disconnects, because an
 * injected request has no connection of its own.
 */
export function withHangUp<T>(signal: AbortSignal, handOver: () => Promise<T>): Promise<T> {
  return current.run(signal, handOver);
}

/**
 * Returns a signal that aborts when the client of the current request disconnects. It never aborts for a request that
 * did not come through `withHangUp`.
 */
export function hangUpSignal(): AbortSignal {
  return current.getStore() ?? NEVER;
}
