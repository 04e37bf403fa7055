import type { ApiError } from '../errors/api-error.ts';

export type Grant = { readonly granted: true };

export type Refusal = {
  readonly granted: false;
  /** For the caller; contains no names or numbers of others. */
  readonly refusal: ApiError;
  /** Whole seconds, at least 1. */
  readonly retryAfterSeconds: number;
};

/** A held slot, such as one for a stream. `release` returns it and may be called repeatedly. */
export type Slot = Grant & { release(): void };

/**
 * Throws a refusal as its 429.
 * @throws ApiError
 */
export function orThrow<T extends Grant>(outcome: T | Refusal): T {
  if (outcome.granted) return outcome;
  throw outcome.refusal;
}
