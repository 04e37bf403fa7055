import { EnrolmentError, SpeakError, TranscriptionError } from '../../engine/index.ts';
import { ApiError, refusal, retryAfter, type ValidationItem } from './api-error.ts';
import { UnavailableError } from './unavailable-error.ts';

/** Says where a field of the engine stands in the request: the `loc` of what is wrong with it. */
export type PlaceOfField = (field: string) => ValidationItem['loc'];

/** Speech settings stand in the body of SSE and in the query of a WebSocket, and the language in the path of both. */
export const speechFieldsIn =
  (part: 'body' | 'query'): PlaceOfField =>
  (field) => [field === 'lang_code' ? 'path' : part, field];

/**
 * The error answer for anything thrown. A database that does not answer is a 503; what nobody foresaw is a 500
 * that tells nothing.
 * @param placeOf where the fields of this request stand
 */
export function toApiError(error: unknown, placeOf: PlaceOfField = speechFieldsIn('body')): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof SpeakError) return fromSpeakError(error, placeOf);
  if (error instanceof EnrolmentError) return fromEnrolmentError(error, placeOf);
  if (error instanceof TranscriptionError) return fromTranscriptionError(error, placeOf);
  if (error instanceof UnavailableError) return refusal('database_unavailable', { cause: error });
  return refusal('internal', { cause: error });
}

function fromSpeakError(error: SpeakError, placeOf: PlaceOfField): ApiError {
  const { type, status, message, field, retryAfterMs } = error;
  switch (status) {
    case 422:
      return new ApiError(type, status, [{ loc: placeOf(field), msg: message, type }]);
    case 429:
    case 503:
      return new ApiError(type, status, message, { headers: retryAfter((retryAfterMs ?? 1000) / 1000) });
    case 404:
      return new ApiError(type, status, message);
    case 500:
      return refusal('internal', { cause: error });
  }
}

/** Learning a voice and transcribing take some seconds. */
const RECORDING_RETRY_SECONDS = 5;

function fromEnrolmentError(
  { fault, status, field, message }: EnrolmentError,
  placeOf: PlaceOfField,
): ApiError {
  switch (status) {
    case 400:
      return new ApiError(fault, status, message);
    case 422:
      return new ApiError(fault, status, [{ loc: placeOf(field), msg: message, type: fault }]);
    case 503:
      return new ApiError(fault, status, message, { headers: retryAfter(RECORDING_RETRY_SECONDS) });
  }
}

function fromTranscriptionError({ fault, message }: TranscriptionError, placeOf: PlaceOfField): ApiError {
  switch (fault) {
    case 'not_audio':
    case 'too_long':
      return new ApiError(fault, 422, [{ loc: placeOf('file'), msg: message, type: fault }]);
    case 'language_unsupported':
      return new ApiError(fault, 422, [{ loc: placeOf('language'), msg: message, type: fault }]);
    case 'unavailable':
    case 'busy':
      return new ApiError(fault, 503, message, { headers: retryAfter(RECORDING_RETRY_SECONDS) });
  }
}
