/** Restore jobs as their owners see them: creating, listing and deleting. Claiming them is in `restore-queue.ts`. */
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database } from './database.ts';
import { isoTime } from './iso-time.ts';
import type { RestoreJobsTable } from './schema.ts';
import { isUuid } from './uuid.ts';

/** The states of a job that clients see. */
export const RESTORE_STATES = ['queued', 'running', 'Finished', 'Failed'] as const;
export type RestoreState = (typeof RESTORE_STATES)[number];

/**
 * States of jobs that are not done. Clients see neither `receiving` jobs nor `gone` ones, which are only waiting to be
 * removed.
 */
export const WAITING_STATES = ['receiving', 'queued', 'running'] as const;

/** A job as stored. Times are ISO 8601 in UTC. */
export interface RestoreJobRecord {
  /** A UUID. */
  readonly id: string;
  readonly ownerId: string;
  readonly status: RestoreState;
  readonly language: string;
  /** "" for none. */
  readonly fileName: string;
  readonly transcript: string | null;
  /** Null until the recording has been decoded. */
  readonly durationMs: number | null;
  readonly message: string;
  /** 0 to 1. */
  readonly progress: number;
  readonly attempts: number;
  readonly sourceBytes: number;
  readonly resultBytes: number | null;
  /** The file of its result; null while there is none. */
  readonly resultFile: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiresAt: string;
}

export interface NewRestoreJob {
  readonly ownerId: string;
  readonly language: string;
  readonly fileName: string;
  readonly transcript: string | null;
  readonly sourceBytes: number;
  /** Deadline for writing all of its audio, in milliseconds since the epoch. */
  readonly expiresAtMs: number;
}

export interface RestoreUsage {
  /** All jobs that clients see, and those whose upload is in progress. */
  readonly jobs: number;
  /** Jobs that are not done. */
  readonly waiting: number;
  /** Bytes of audio, of waiting and finished jobs. */
  readonly bytes: number;
}

export const WAITING_MESSAGE = 'Waiting in the queue';

/**
 * Creates a hidden job. Its audio is written next, and `queueRestoreJob` makes it visible.
 * @returns its id
 */
export async function insertRestoreJob(db: Database, job: NewRestoreJob, nowMs: number): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('restore_jobs')
    .values({
      id,
      owner_id: job.ownerId,
      status: 'receiving',
      language: job.language,
      file_name: job.fileName,
      transcript: job.transcript,
      duration_ms: null,
      message: WAITING_MESSAGE,
      progress: 0,
      attempts: 0,
      available_at: isoTime(nowMs),
      lease: null,
      lease_until: null,
      claimed_at: null,
      source_bytes: job.sourceBytes,
      result_bytes: null,
      result_file: null,
      created_at: isoTime(nowMs),
      updated_at: isoTime(nowMs),
      expires_at: isoTime(job.expiresAtMs),
    })
    .execute();
  return id;
}

/**
 * Queues a job whose upload is complete: any idle worker may start it.
 * @param expiresAtMs when the job expires if no worker has started it
 * @returns false when it was removed meanwhile
 */
export async function queueRestoreJob(
  db: Database,
  id: string,
  { nowMs, expiresAtMs }: { readonly nowMs: number; readonly expiresAtMs: number },
): Promise<boolean> {
  const now = isoTime(nowMs);
  const row = await db
    .updateTable('restore_jobs')
    .set({ status: 'queued', available_at: now, updated_at: now, expires_at: isoTime(expiresAtMs) })
    .where('id', '=', id)
    .where('status', '=', 'receiving')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns an owner's usage, for the limits. */
export async function restoreUsage(db: Database, ownerId: string): Promise<RestoreUsage> {
  const rows = await db
    .selectFrom('restore_jobs')
    .select(['status', 'source_bytes', 'result_bytes'])
    .where('owner_id', '=', ownerId)
    .where('status', '!=', 'gone')
    .execute();
  let [waiting, bytes] = [0, 0];
  for (const { status, source_bytes, result_bytes } of rows) {
    // The upload is deleted when the job is done.
    if (status === 'Finished') bytes += result_bytes ?? 0;
    else if (status !== 'Failed') {
      waiting++;
      bytes += source_bytes;
    }
  }
  return { jobs: rows.length, waiting, bytes };
}

/** Lists the most recent jobs of an owner, newest first. */
export async function listRestoreJobs(
  db: Database,
  ownerId: string,
  atMost: number,
): Promise<RestoreJobRecord[]> {
  const rows = await db
    .selectFrom('restore_jobs')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('status', 'in', RESTORE_STATES)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(atMost)
    .execute();
  return rows.map(toRestoreJob);
}

/** Finds a job by its id, unless it belongs to another owner. */
export async function findRestoreJob(
  db: Database,
  ownerId: string,
  id: string,
): Promise<RestoreJobRecord | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await db
    .selectFrom('restore_jobs')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('status', 'in', RESTORE_STATES)
    .executeTakeFirst();
  return row && toRestoreJob(row);
}

/**
 * Hides a job, and revokes its worker's lease. Its audio is removed afterwards, which takes long.
 * @returns false when the owner has no such job
 */
export async function dropRestoreJob(
  db: Database,
  ownerId: string,
  id: string,
  nowMs: number,
): Promise<boolean> {
  if (!isUuid(id)) return false;
  const row = await db
    .updateTable('restore_jobs')
    .set({ ...GONE, updated_at: isoTime(nowMs) })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('status', '!=', 'gone')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Drops expired jobs.
 * @returns how many
 */
export async function dropExpiredRestoreJobs(db: Database, nowMs: number): Promise<number> {
  const result = await db
    .updateTable('restore_jobs')
    .set({ ...GONE, updated_at: isoTime(nowMs) })
    .where('expires_at', '<=', isoTime(nowMs))
    // A running job expires only after it is done.
    .where('status', 'in', ['receiving', 'queued', 'Finished', 'Failed'])
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Values that clear all personal data from the row. */
const GONE = {
  status: 'gone',
  lease: null,
  lease_until: null,
  result_file: null,
  transcript: null,
  file_name: '',
} as const;

export function toRestoreJob(row: Selectable<RestoreJobsTable>): RestoreJobRecord {
  const { status } = row;
  if (status === 'receiving' || status === 'gone') throw new Error(`a ${status} restore job is nobody's`);
  return {
    id: row.id,
    ownerId: row.owner_id,
    status,
    language: row.language,
    fileName: row.file_name,
    transcript: row.transcript,
    durationMs: row.duration_ms,
    message: row.message,
    progress: row.progress,
    attempts: row.attempts,
    sourceBytes: row.source_bytes,
    resultBytes: row.result_bytes,
    resultFile: row.result_file,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
  };
}
