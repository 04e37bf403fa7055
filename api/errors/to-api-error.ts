import { AgentError } from '../../agent-worker/errors.ts';
import { EngineError } from '../../engine/index.ts';
import { ApiError, refusal, retryAfter, type ValidationItem } from './api-error.ts';
import { UnavailableError } from './unavailable-error.ts';

/** Where an engine field is in the request: the `loc` of its faults. */
export type PlaceOfField = (field: string) => ValidationItem['loc'];

/** Speech settings are in the body for SSE and in the query for a WebSocket; the language is in the path for both. */
export const speechFieldsIn =
  (part: 'body' | 'query'): PlaceOfField =>
  (field) => [field === 'lang_code' ? 'path' : part, field];

/** The disk of the database is full: SQLite's result code, PostgreSQL's SQLSTATE (appendix A of its manual). */
const FULL: readonly unknown[] = ['SQLITE_FULL', '53100'];
/** SQLite's primary result codes for a file that cannot be used at the moment. Extended codes begin with them. */
const UNUSABLE = /^SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN|READONLY)/;

/**
 * Returns the error response for anything thrown. A full disk is a 507, an unavailable database a 503; an unexpected
 * error is a 500 that reveals nothing.
 * @param placeOf where the engine's fields are in this request
 */
export function toApiError(error: unknown, placeOf: PlaceOfField = speechFieldsIn('body')): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof EngineError) return fromEngine(error, placeOf);
  if (error instanceof AgentError && error.status !== null) return fromAgent(error, error.status);
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (FULL.includes(code)) return refusal('storage_full', { cause: error });
  if (error instanceof UnavailableError || UNUSABLE.test(String(code))) {
    return refusal('database_unavailable', { cause: error });
  }
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
