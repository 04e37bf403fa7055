/** Limits of HTTP requests. Uploads of recordings have limits of their own. */
import type { ConcurrencyOptions } from './concurrency.ts';
import type { BucketOptions } from './limit-store.ts';

/** Limit of all headers and the URL together. A query may contain credentials and an agent's instructions. */
export const MAX_HEAD_BYTES = 16 * 1024;

/** Body of a REST request. */
export const MAX_JSON_BYTES = 1024 * 1024;

/** Body limit of a request that needs no credentials: a few short fields. */
export const MAX_OPEN_JSON_BYTES = 16 * 1024;

/** Smaller bodies are bounded by `Turns`, like requests without a body. */
export const LARGE_JSON_BYTES = 64 * 1024;

/**
 * Limit of large JSON per client. Receiving and parsing a mebibyte blocks the thread that sends all audio for some ten
 * milliseconds.
 */
export const LARGE_JSON: BucketOptions = {
  kind: 'large-json',
  capacity: 8 * MAX_JSON_BYTES,
  perMinute: 60 * MAX_JSON_BYTES,
};

/** Requests whose bodies have not arrived completely. The limit per address is a setting. */
export const UNFINISHED_REQUESTS: Omit<ConcurrencyOptions, 'perOwner'> = {
  total: Number.POSITIVE_INFINITY,
  what: 'unfinished requests',
  retryAfterSeconds: 1,
};

/** AAC files that are being encoded. Each has a thread, which takes 14 MB. */
export const AAC_FILES: ConcurrencyOptions = {
  total: 16,
  perOwner: 8,
  what: 'AAC files',
  retryAfterSeconds: 1,
};

/** JSON may need six bytes per character (\u00e9); the settings need a little more. */
const BODY_BYTES_PER_CHAR = 6;
const BODY_BYTES_AROUND_TEXT = 64 * 1024;

/**
 * Returns the size limit of a JSON body with text to be spoken.
 * @param maxTextChars MAX_TEXT_CHARS of the settings
 */
export function maxSpeakBodyBytes(maxTextChars: number): number {
  return maxTextChars * BODY_BYTES_PER_CHAR + BODY_BYTES_AROUND_TEXT;
}
