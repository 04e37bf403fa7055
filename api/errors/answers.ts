/**
 * The formats of this server's errors, one function per format. The agents' WebSocket has its own (`openingFault` in
 * agent-worker/sockets/close-codes.ts).
 */
import type { ErrorBody, ErrorDetail } from './api-error.ts';
import { isOpenAiPath, type OpenAiErrorBody, toOpenAiAnswer } from './openai-answer.ts';
import { type PlaceOfField, toApiError } from './to-api-error.ts';

/** The response to an HTTP request: on REST, and on every stream before its first byte. */
export interface HttpAnswer {
  readonly status: number;
  /** Lower-case header names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody | OpenAiErrorBody;
}

/**
 * Returns the HTTP response for anything thrown: `{"detail": ...}`, or under /v1 the format of OpenAI's clients.
 * @param path with or without its query
 * @param placeOf where the engine's fields are in this request
 */
export function toHttpAnswer(thrown: unknown, path: string, placeOf?: PlaceOfField): HttpAnswer {
  return isOpenAiPath(path) ? toOpenAiAnswer(thrown) : toApiError(thrown, placeOf);
}

/** An error after speech has begun: `status_code` and `errors` of an SSE event or a WebSocket message. */
export interface InBandError {
  readonly status_code: number;
  readonly errors: readonly string[];
}

/** Returns the in-band form of anything thrown. Like `toApiError` it reveals nothing about unexpected errors. */
export function toInBandError(error: unknown): InBandError {
  const { status, detail } = toApiError(error);
  return {
    status_code: status,
    errors: typeof detail === 'string' ? [detail] : detail.map((item) => item.msg),
  };
}

/** The `error` event that ends a progress stream. */
export interface ProgressError {
  readonly status_code: number;
  readonly detail: ErrorDetail;
}

/** Returns the event for anything thrown. Like `toApiError` it reveals nothing about unexpected errors. */
export function toProgressError(error: unknown): ProgressError {
  const { status, body } = toApiError(error);
  return { status_code: status, ...body };
}
