import { SpeakError } from '../engine/index.ts';
import { UnavailableError } from './storage/faults.ts';

/** One fault of a request: where it is, what is wrong in words, and a stable kind. */
export interface ValidationItem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

export type ErrorDetail = string | readonly ValidationItem[];

/** The part of a request a `loc` begins with. */
export type RequestPart = 'body' | 'query' | 'path' | 'header';

/** The body of every error answer. */
export interface ErrorBody {
  readonly detail: ErrorDetail;
}

/** An error answer before the first byte: status, body and extra headers. */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: ErrorDetail;
  /** Lower-case header names. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: ErrorDetail, headers: Readonly<Record<string, string>> = {}) {
    super(typeof detail === 'string' ? detail : detail.map((item) => item.msg).join('; '));
    this.name = 'ApiError';
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }

  get body(): ErrorBody {
    return { detail: this.detail };
  }
}

export const NOT_FOUND = 'Not Found';
export const INTERNAL = 'Internal Server Error';

/** 401 with the challenge that RFC 9110 section 11.6.1 asks for. */
export function unauthorized(detail: string): ApiError {
  return new ApiError(401, detail, { 'www-authenticate': 'Bearer' });
}

export function notFound(detail: string = NOT_FOUND): ApiError {
  return new ApiError(404, detail);
}

/** 422 for a single fault. */
export function invalid(loc: ValidationItem['loc'], msg: string, type: string): ApiError {
  return new ApiError(422, [{ loc, msg, type }]);
}

/** For logs and counts: nobody is left to read it. */
export function clientGone(): ApiError {
  return new ApiError(499, 'The client is gone');
}

/** 429; the wait is rounded up to the whole seconds of the Retry-After header (RFC 9110 section 10.2.3). */
export function tooManyRequests(detail: string, retryAfterSeconds: number): ApiError {
  return new ApiError(429, detail, { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) });
}

/**
 * The error answer for anything thrown. A database that does not answer is a 503; what is neither that nor an ApiError or
 * a SpeakError is a 500 that tells nothing.
 * @param settingsPart where the speech settings of this request stand: `body` on SSE, `query` on a WebSocket.
 */
export function toApiError(error: unknown, settingsPart: 'body' | 'query' = 'body'): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof SpeakError) return fromSpeakError(error, settingsPart);
  if (error instanceof UnavailableError) {
    return new ApiError(503, 'The database does not answer; try again', { 'retry-after': '1' });
  }
  return new ApiError(500, INTERNAL);
}

function fromSpeakError(error: SpeakError, settingsPart: 'body' | 'query'): ApiError {
  switch (error.status) {
    case 422: {
      const part: RequestPart = error.field === 'lang_code' ? 'path' : settingsPart;
      return invalid([part, error.field], error.message, error.type);
    }
    case 429:
      return tooManyRequests(error.message, (error.retryAfterMs ?? 1000) / 1000);
    case 503:
      return new ApiError(503, error.message, {
        'retry-after': String(Math.max(1, Math.ceil((error.retryAfterMs ?? 1000) / 1000))),
      });
    case 404:
      return notFound(error.message);
    case 500:
      return new ApiError(500, INTERNAL);
  }
}

/** An error after the stream began: `status_code` and `errors` of an SSE event or a WebSocket message. */
export interface InBandError {
  readonly status_code: number;
  readonly errors: readonly string[];
}

/** The in-band form of anything thrown; like `toApiError` it tells nothing about unexpected errors. */
export function toInBandError(error: unknown): InBandError {
  const { status, detail } = toApiError(error);
  return {
    status_code: status,
    errors: typeof detail === 'string' ? [detail] : detail.map((item) => item.msg),
  };
}
