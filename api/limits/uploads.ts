/** How large recordings may be, and how many of them lie in memory or are worked on at a time. */
import type { ConcurrencyOptions } from './concurrency.ts';

const MIB = 1024 * 1024;

/** A size of a file in words. */
export const inMib = (bytes: number): string => `${bytes / MIB} MiB`;

/** A recording that a voice is cloned from. */
export const MAX_CLONING_FILE_BYTES = 25 * MIB;
/** From the first byte until the voice is made. */
export const CLONING_UPLOADS: ConcurrencyOptions = {
  total: 8,
  perOwner: 4,
  what: 'uploads',
  retryAfterSeconds: 5,
};
/** Voices being learned; how many in all is the setting MAX_ENROLMENTS. A voice takes some seconds. */
export const ENROLMENTS: Omit<ConcurrencyOptions, 'total'> = {
  perOwner: 2,
  what: 'enrolments',
  retryAfterSeconds: 5,
};

/** A recording to be transcribed. OpenAI's own limit. */
export const MAX_TRANSCRIPTION_FILE_BYTES = 25 * MIB;
/** Recordings are recognised one after the other. */
export const TRANSCRIPTIONS: ConcurrencyOptions = {
  total: 4,
  perOwner: 2,
  what: 'transcriptions',
  retryAfterSeconds: 5,
};

/** A recording to be restored: ten minutes of one channel in CD quality, and some more. */
export const MAX_RESTORE_FILE_BYTES = 64 * MIB;
/** From the first byte until the recording is stored. How many may wait then is the setting RESTORE_MAX_WAITING. */
export const RESTORE_UPLOADS: ConcurrencyOptions = {
  total: 3,
  perOwner: 2,
  what: 'uploads of recordings to be restored',
  retryAfterSeconds: 5,
};
