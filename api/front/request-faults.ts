import { type ApiError, refusal } from '../errors/api-error.ts';

/**
 * Requests that other HTTP programs on the way might read differently (RFC 9112 section 11.2, RFC 3986 section 6.2.2).
 */

type Headers = Readonly<Record<string, string>>;

/**
 * Returns the fault that makes the end of a request's body ambiguous; null if there is none. Repeated headers are
 * joined with commas, so they are refused like a list in one header.
 */
export function framingFault(headers: Headers): ApiError | null {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  if (length !== undefined && coding !== undefined) return refusal('body_length_twice');
  if (length !== undefined && !/^\d{1,15}$/.test(length)) return refusal('content_length_malformed');
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return refusal('transfer_coding_unknown');
  return null;
}

/** Encoded unreserved characters (RFC 3986 section 2.3), which mean the same without the encoding. */
const NEEDLESS = /%(?:4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a]|3[0-9]|2[de]|5f|7e)/i;
const DOTS = /(?:^|\/)\.{1,2}(?:\/|$)/;

/**
 * Returns the fault of a path that is not in its normal form; null if it is.
 * @param path as sent, without the query
 */
export function pathFault(path: string): ApiError | null {
  if (DOTS.test(path) || /[\\#]/.test(path) || path.startsWith('//') || NEEDLESS.test(path)) {
    return refusal('path_not_normal');
  }
  return null;
}
