import { checkFormat } from '../../media/decode/decode-audio.ts';
import { DecodeError } from '../../media/decode/decode-error.ts';
import { refusal } from '../errors/api-error.ts';
import type { IncomingBody } from '../http/forms/incoming.ts';
import { type Form, isMultipart } from '../http/forms/multipart.ts';
import { withHeldForm } from '../http/forms/read.ts';
import { ConcurrencyLimit } from '../limits/concurrency.ts';
import { orThrow } from '../limits/slots.ts';
import { MAX_RESTORE_FILE_BYTES, RESTORE_UPLOADS } from '../limits/uploads.ts';
import type { Settings } from '../settings/settings.ts';
import type { Database } from '../storage/database.ts';
import { writeRestoreFile } from '../storage/restore-files.ts';
import {
  dropRestoreJob,
  insertRestoreJob,
  queueRestoreJob,
  type RestoreUsage,
  restoreUsage,
} from '../storage/restore-jobs.ts';

/** Lower bound of the duration of a job. */
const QUEUE_RETRY_SECONDS = 30;
/** Stored files expire by themselves, within hours. */
const SPACE_RETRY_SECONDS = 3600;
/** After this time a file that is not stored is given up: the process that was storing it has ended. */
const STORING_MS = 300_000;
const MIB = 1024 * 1024;
const HOUR_MS = 3_600_000;

export interface RestoreIntakeDeps {
  readonly db: Database;
  readonly settings: Pick<
    Settings,
    'uploadTimeoutMs' | 'restoreMaxWaiting' | 'restoreMaxMib' | 'restoreMaxJobs' | 'restoreKeepHours'
  >;
  /** Called when a job was queued. */
  readonly onQueued: () => void;
  readonly now?: () => number;
}

/** A recording to restore, with its options. */
export interface RestoreOrder {
  readonly audio: Buffer;
  readonly fileName: string;
  readonly language: string;
  readonly transcript: string | null;
}

/** Accepts recordings to restore, a few at a time and with a limit per owner. */
export class RestoreIntake {
  readonly #deps: RestoreIntakeDeps;
  readonly #uploads = new ConcurrencyLimit(RESTORE_UPLOADS);

  constructor(deps: RestoreIntakeDeps) {
    this.#deps = deps;
  }

  /**
   * Reads a form and uses it while holding one of the slots that limit how many files are in memory.
   * @param use gets null when there is no body, or one that is not a multipart form
   * @throws ApiError 408, 413, 422, 429, 499; whatever `use` throws
   */
  async withForm<T>(
    ownerId: string,
    contentType: string | undefined,
    body: IncomingBody,
    use: (form: Form | null) => Promise<T>,
  ): Promise<T> {
    if (!isMultipart(contentType)) return use(null);
    // Rejected before the file is sent rather than after, and without a database query where possible.
    const full = this.#uploads.refusal(ownerId);
    if (full) orThrow(full);
    this.#check(await restoreUsage(this.#deps.db, ownerId), 1, 0);
    const limits = { maxFileBytes: MAX_RESTORE_FILE_BYTES, timeoutMs: this.#deps.settings.uploadTimeoutMs };
    return withHeldForm(orThrow(this.#uploads.enter(ownerId)), contentType, body, limits, use);
  }

  /**
   * Stores a recording and queues its job.
   * @returns the job's id
   * @throws ApiError: 400 for an unknown format, 429 when the owner has too many jobs or bytes, 499
   */
  async submit(ownerId: string, order: RestoreOrder, signal: AbortSignal): Promise<string> {
    const { db, settings, onQueued, now = Date.now } = this.#deps;
    refuseUnknown(order.audio);
    const nowMs = now();
    const { audio, ...rest } = order;
    const id = await insertRestoreJob(
      db,
      { ...rest, ownerId, sourceBytes: audio.length, expiresAtMs: nowMs + STORING_MS },
      nowMs,
    );
    try {
      // If jobs are submitted concurrently, each counts itself and all before it.
      this.#check(await restoreUsage(db, ownerId), 0, 0);
      await writeRestoreFile(db, { file: id, jobId: id }, audio, signal);
      const times = { nowMs: now(), expiresAtMs: now() + settings.restoreKeepHours * HOUR_MS };
      if (!(await queueRestoreJob(db, id, times))) throw new Error('an upload was removed too early');
    } catch (error) {
      await dropRestoreJob(db, ownerId, id, now()).catch(() => undefined);
      throw signal.aborted ? refusal('client_gone') : error;
    } finally {
      onQueued();
    }
    return id;
  }

  /** @throws ApiError 429 when the additional jobs or bytes exceed a limit */
  #check({ jobs, waiting, bytes }: RestoreUsage, moreJobs: number, moreBytes: number): void {
    const { restoreMaxWaiting, restoreMaxMib, restoreMaxJobs } = this.#deps.settings;
    if (jobs + moreJobs > restoreMaxJobs) {
      throw refusal('restore_jobs_at_limit', {
        values: { max: restoreMaxJobs },
        retryAfterSeconds: SPACE_RETRY_SECONDS,
      });
    }
    if (waiting + moreJobs > restoreMaxWaiting) {
      throw refusal('restores_waiting_at_limit', {
        values: { max: restoreMaxWaiting },
        retryAfterSeconds: QUEUE_RETRY_SECONDS,
      });
    }
    if (bytes + moreBytes > restoreMaxMib * MIB) {
      throw refusal('restore_space_at_limit', {
        values: { mib: restoreMaxMib },
        retryAfterSeconds: SPACE_RETRY_SECONDS,
      });
    }
  }
}

/** Rejects unknown formats immediately, instead of with a job that fails. */
function refuseUnknown(audio: Buffer): void {
  try {
    checkFormat(audio);
  } catch (error) {
    throw error instanceof DecodeError
      ? refusal('request_unreadable', { values: { reason: error.message } })
      : error;
  }
}
