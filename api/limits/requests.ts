/** How large an HTTP request may be. Uploads of recordings have limits of their own. */

/** All headers and the address together. Credentials and instructions of an agent may stand in a query. */
export const MAX_HEAD_BYTES = 16 * 1024;

/** Body of a REST request. */
export const MAX_JSON_BYTES = 1024 * 1024;

/**
 * What is read of a body before its route sees it: above what any route accepts, so that the route says what is too
 * large.
 */
export const MAX_READ_BYTES = 2 * 1024 * 1024;

/** JSON may take six bytes for a character (\u00e9); settings need a little more. */
const BODY_BYTES_PER_CHAR = 6;
const BODY_BYTES_AROUND_TEXT = 64 * 1024;

/** How large a JSON body with a text to be spoken may be. @param maxTextChars MAX_TEXT_CHARS of the settings */
export function maxSpeakBodyBytes(maxTextChars: number): number {
  return maxTextChars * BODY_BYTES_PER_CHAR + BODY_BYTES_AROUND_TEXT;
}
