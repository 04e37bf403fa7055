import { AgentError } from '../../agent-worker/errors.ts';
import { EngineError } from '../../engine/index.ts';
import { ApiError, refusal, retryAfter, type ValidationItem } from './api-error.ts';
import { UnavailableError } from './unavailable-error.ts';

/** Says where a field of the engine stands in the request: the `loc` of what is wrong with it. */
export type PlaceOfField = (field: string) => ValidationItem['loc'];

/** Speech settings stand in the body of SSE and in the query of a WebSocket, and the language in the path of both. */
export const speechFieldsIn =
  (part: 'body' | 'query'): PlaceOfField =>
  (field) => [field === 'lang_code' ? 'path' : part, field];

/**
 * The error answer for anything thrown. A database that does not answer is a 503; what nobody foresaw is a 500 that
 * tells nothing.
 * @param placeOf where the fields of the engine stand in this request
 */
export function toApiError(error: unknown, placeOf: PlaceOfField = speechFieldsIn('body')): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof EngineError) return fromEngine(error, placeOf);
  if (error instanceof AgentError && error.status !== null) return fromAgent(error, error.status);
  if (error instanceof UnavailableError) return refusal('database_unavailable', { cause: error });
  return refusal('internal', { cause: error });
}

function fromEngine(error: EngineError, placeOf: PlaceOfField): ApiError {
  const { kind, type, status, message, field, retryAfterMs } = error;
  switch (status) {
    case 400:
      return new ApiError(kind, status, message);
    case 422:
      return new ApiError(kind, status, [{ loc: placeOf(field), msg: message, type }]);
    case 429:
    case 503:
      return new ApiError(kind, status, message, { headers: retryAfter((retryAfterMs ?? 1000) / 1000) });
    case 500:
      return refusal('internal', { cause: error });
  }
}

function fromAgent({ kind, message, retryAfterSeconds }: AgentError, status: number): ApiError {
  return new ApiError(kind, status, message, {
    headers: retryAfterSeconds === null ? {} : retryAfter(retryAfterSeconds),
  });
}
