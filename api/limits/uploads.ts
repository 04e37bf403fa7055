/** Size limits of recordings, and how many of them may be in memory or processed concurrently. */
import type { ConcurrencyOptions } from './concurrency.ts';

const MIB = 1024 * 1024;

/** Formats a file size. */
export const inMib = (bytes: number): string => `${bytes / MIB} MiB`;

/** A recording to clone a voice from. */
export const MAX_CLONING_FILE_BYTES = 25 * MIB;
/** Held from the first byte until the voice is created. */
export const CLONING_UPLOADS: ConcurrencyOptions = {
  total: 8,
  perOwner: 4,
  what: 'uploads',
  retryAfterSeconds: 5,
};
/** Enrolments in progress. Their total is the setting MAX_ENROLMENTS. Each takes a few seconds. */
export const ENROLMENTS: Omit<ConcurrencyOptions, 'total'> = {
  perOwner: 2,
  what: 'enrolments',
  retryAfterSeconds: 5,
};

/** A recording to transcribe: an hour of telephone calls, or of MP3 at 128 kbit/s. */
export const MAX_TRANSCRIPTION_FILE_BYTES = 64 * MIB;
/** Recordings are transcribed one at a time. */
export const TRANSCRIPTIONS: ConcurrencyOptions = {
  total: 4,
  perOwner: 2,
  what: 'transcriptions',
  retryAfterSeconds: 5,
};

/** A recording to restore: ten minutes of one channel in CD quality, plus some. */
export const MAX_RESTORE_FILE_BYTES = 64 * MIB;
/**
 * Held from the first byte until the recording is stored. The length of the queue is the setting RESTORE_MAX_WAITING.
 */
export const RESTORE_UPLOADS: ConcurrencyOptions = {
  total: 3,
  perOwner: 2,
  what: 'uploads of recordings to be restored',
  retryAfterSeconds: 5,
};
