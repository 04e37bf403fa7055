/** Size limits of HTTP requests. Uploads of recordings have their own limits. */

/** All headers and the URL together. A query may contain credentials and an agent's instructions. */
export const MAX_HEAD_BYTES = 16 * 1024;

/** Body of a REST request. */
export const MAX_JSON_BYTES = 1024 * 1024;

/**
 * How much of a body is read before its route sees it: more than any route accepts, so that the route itself reports
 * what is too large.
 */
export const MAX_READ_BYTES = 2 * 1024 * 1024;

/** JSON may need six bytes per character (\u00e9); the settings need a little more. */
const BODY_BYTES_PER_CHAR = 6;
const BODY_BYTES_AROUND_TEXT = 64 * 1024;

/** Size limit of a JSON body with text to be spoken. @param maxTextChars MAX_TEXT_CHARS of the settings */
export function maxSpeakBodyBytes(maxTextChars: number): number {
  return maxTextChars * BODY_BYTES_PER_CHAR + BODY_BYTES_AROUND_TEXT;
}
