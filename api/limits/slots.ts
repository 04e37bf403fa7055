import type { ApiError } from '../errors/api-error.ts';

export type Grant = { readonly granted: true };

export type Refusal = {
  readonly granted: false;
  /** For the caller, without names or numbers of others. */
  readonly refusal: ApiError;
  /** Whole seconds, at least 1. */
  readonly retryAfterSeconds: number;
};

/** A slot that is held, such as one for a stream; `release` returns it and may be called more than once. */
export type Slot = Grant & { release(): void };

/** Turns a refusal into the 429 it stands for. @throws ApiError */
export function orThrow<T extends Grant>(outcome: T | Refusal): T {
  if (outcome.granted) return outcome;
  throw outcome.refusal;
}
