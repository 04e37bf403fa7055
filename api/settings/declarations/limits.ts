import { availableParallelism } from 'node:os';
import { setting } from '../declaration.ts';
import { wholeNumber } from '../kinds.ts';

const DAY_MS = 86_400_000;
/**
 * Per core. A core speaks some ten natural voices in real time, but a tab or a call holds a socket that is mostly idle,
 * so many more sockets are ordinary.
 */
const STREAMS_PER_CORE = 250;
/**
 * Per core. A natural voice speaks some 14 000 characters a minute, a robotic one ten times as many; a listener hears
 * 900.
 */
const CHARACTERS_PER_CORE = 100_000;

/** Concurrency and time limits of the server. */
export const LIMIT_SETTINGS = {
  lanes: setting(
    'LANES',
    wholeNumber(1, 256),
    () => availableParallelism(),
    'Worker threads that compute speech (lanes), one CPU core each.',
    { fallbackText: 'number of CPU cores' },
  ),
  maxStreamsPerKey: setting(
    'MAX_STREAMS_PER_KEY',
    wholeNumber(0, 1_000_000),
    () => STREAMS_PER_CORE * availableParallelism(),
    'Speech streams and conversations one API key may have open at a time, idle sockets included.',
    { fallbackText: `${STREAMS_PER_CORE} per CPU core` },
  ),
  maxCharactersPerMinute: setting(
    'MAX_CHARACTERS_PER_MINUTE',
    wholeNumber(0, 1_000_000_000),
    () => CHARACTERS_PER_CORE * availableParallelism(),
    'Characters one API key may have spoken per minute; a full minute may be used at once.',
    { fallbackText: `${CHARACTERS_PER_CORE} per CPU core` },
  ),
  maxTextChars: setting(
    'MAX_TEXT_CHARS',
    wholeNumber(1, 500_000),
    100_000,
    'Maximum length of `text` in `POST /sse/speak/{lang_code}`.',
  ),
  maxWrongCredentialsPerMinute: setting(
    'MAX_WRONG_CREDENTIALS_PER_MINUTE',
    wholeNumber(0, 1_000_000),
    30,
    '[Wrong credentials](operations.md#what-the-port-refuses) per minute and client address, ' +
      'as many at once. Behind a proxy it needs `TRUSTED_PROXIES`.',
  ),
  maxUnfinishedPerAddress: setting(
    'MAX_UNFINISHED_PER_ADDRESS',
    wholeNumber(0, 1_000_000),
    100,
    'Requests of one client address whose bodies have not arrived completely. Behind a proxy it needs `TRUSTED_PROXIES`.',
  ),
  shutdownDelayMs: setting(
    'SHUTDOWN_DELAY_MS',
    wholeNumber(0, 600_000),
    0,
    'Time after SIGTERM or SIGINT during which `/readyz` answers 503 and the port still ' +
      'accepts clients, for load balancers.',
  ),
  shutdownGraceMs: setting(
    'SHUTDOWN_GRACE_MS',
    wholeNumber(0, 3_600_000),
    10_000,
    'Time that open streams get to finish after SIGTERM or SIGINT.',
  ),
  idleSocketMs: setting(
    'IDLE_SOCKET_MS',
    wholeNumber(1000, DAY_MS),
    600_000,
    'A WebSocket on which the client sends nothing is closed after this time.',
  ),
  slowReaderMs: setting(
    'SLOW_READER_MS',
    wholeNumber(100, DAY_MS),
    30_000,
    'A client that does not read its data is disconnected after this time.',
  ),
  uploadTimeoutMs: setting(
    'UPLOAD_TIMEOUT_MS',
    wholeNumber(1000, DAY_MS),
    120_000,
    'Time limit for the upload of a file.',
  ),
  maxEnrolments: setting(
    'MAX_ENROLMENTS',
    wholeNumber(1, 64),
    2,
    'Voices that are learned concurrently, at most 2 of them for one owner. Each keeps a CPU core busy for ' +
      'some seconds; assisted cloning keeps two busy.',
  ),
  restoreJobs: setting(
    'RESTORE_JOBS',
    wholeNumber(0, 16),
    1,
    'Recordings that this process restores concurrently, one CPU core each, at a lower ' +
      'priority than speech. With 0 it leaves the work to other processes on the same database.',
  ),
  restoreMaxSeconds: setting(
    'RESTORE_MAX_SECONDS',
    wholeNumber(10, 3600),
    600,
    'Maximum length of a recording to restore. Each second takes up to a megabyte of memory.',
  ),
  restoreMaxWaiting: setting(
    'RESTORE_MAX_WAITING',
    wholeNumber(1, 10_000),
    10,
    'Restore jobs of one owner that wait.',
  ),
  restoreMaxMib: setting(
    'RESTORE_MAX_MIB',
    wholeNumber(64, 1_000_000),
    1024,
    "Size of one owner's recordings in the database, uploaded and restored.",
  ),
  restoreKeepHours: setting(
    'RESTORE_KEEP_HOURS',
    wholeNumber(1, 8760),
    72,
    'Restored recordings are deleted after this time.',
  ),
} as const;
