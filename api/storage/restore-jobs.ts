/** Restore jobs as their owners see them: making, listing and deleting; who works on them is `restore-claims`. */
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database } from './database.ts';
import type { RestoreJobsTable } from './schema.ts';

/** What clients see a job go through. */
export const RESTORE_STATES = ['queued', 'running', 'Finished', 'Failed'] as const;
export type RestoreState = (typeof RESTORE_STATES)[number];

/** Hidden: what is still being received, and what is only left to be cleared away. */
export const WAITING_STATES = ['receiving', 'queued', 'running'] as const;

/** A job as stored. Moments are ISO 8601 in UTC. */
export interface RestoreJobRecord {
  /** A UUID. */
  readonly id: string;
  readonly ownerId: string;
  readonly status: RestoreState;
  readonly language: string;
  /** "" for none. */
  readonly fileName: string;
  readonly transcript: string | null;
  /** Null before it was decoded. */
  readonly durationMs: number | null;
  readonly message: string;
  /** 0 to 1. */
  readonly progress: number;
  readonly attempts: number;
  readonly sourceBytes: number;
  readonly resultBytes: number | null;
  /** Where its result is kept; null while there is none. */
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
  /** By when all of its sound must have been written. In milliseconds since the epoch. */
  readonly expiresAtMs: number;
}

export interface RestoreUsage {
  /** Jobs that are not done. */
  readonly waiting: number;
  /** Of sound, waiting or done. */
  readonly bytes: number;
}

/** Ids are UUIDs; nothing else is looked up. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const WAITING_MESSAGE = 'Waiting in the queue';

/** A job nobody sees yet: its sound is written next, and `queueRestoreJob` makes it one. @returns its id */
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
      available_at: moment(nowMs),
      lease: null,
      lease_until: null,
      claimed_at: null,
      source_bytes: job.sourceBytes,
      result_bytes: null,
      result_file: null,
      created_at: moment(nowMs),
      updated_at: moment(nowMs),
      expires_at: moment(job.expiresAtMs),
    })
    .execute();
  return id;
}

/**
 * All of it is there: whoever is free may begin.
 * @param expiresAtMs when it means nothing any more, should nobody have begun
 * @returns false when it was cleared away meanwhile
 */
export async function queueRestoreJob(
  db: Database,
  id: string,
  { nowMs, expiresAtMs }: { readonly nowMs: number; readonly expiresAtMs: number },
): Promise<boolean> {
  const now = moment(nowMs);
  const row = await db
    .updateTable('restore_jobs')
    .set({ status: 'queued', available_at: now, updated_at: now, expires_at: moment(expiresAtMs) })
    .where('id', '=', id)
    .where('status', '=', 'receiving')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What of an owner's counts against the limits. */
export async function restoreUsage(db: Database, ownerId: string): Promise<RestoreUsage> {
  const rows = await db
    .selectFrom('restore_jobs')
    .select(['status', 'source_bytes', 'result_bytes'])
    .where('owner_id', '=', ownerId)
    .where('status', 'in', [...WAITING_STATES, 'Finished'])
    .execute();
  let [waiting, bytes] = [0, 0];
  for (const { status, source_bytes, result_bytes } of rows) {
    // What was uploaded is dropped when the job is done.
    if (status === 'Finished') bytes += result_bytes ?? 0;
    else {
      waiting++;
      bytes += source_bytes;
    }
  }
  return { waiting, bytes };
}

/** The latest jobs of an owner, newest first. */
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

/** A job by its id, unless it is somebody else's. */
export async function findRestoreJob(
  db: Database,
  ownerId: string,
  id: string,
): Promise<RestoreJobRecord | undefined> {
  if (!UUID.test(id)) return undefined;
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
 * Nobody finds a job any more, and whoever works on it loses it. Its sound is cleared away afterwards: that takes long.
 * @returns false when the owner has no such job
 */
export async function dropRestoreJob(
  db: Database,
  ownerId: string,
  id: string,
  nowMs: number,
): Promise<boolean> {
  if (!UUID.test(id)) return false;
  const row = await db
    .updateTable('restore_jobs')
    .set({ ...GONE, updated_at: moment(nowMs) })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('status', '!=', 'gone')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Drops what has expired. @returns how many */
export async function dropExpiredRestoreJobs(db: Database, nowMs: number): Promise<number> {
  const result = await db
    .updateTable('restore_jobs')
    .set({ ...GONE, updated_at: moment(nowMs) })
    .where('expires_at', '<=', moment(nowMs))
    // What is being worked on expires when it is done.
    .where('status', 'in', ['receiving', 'queued', 'Finished', 'Failed'])
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Nothing that a person said is left in the row. */
const GONE = {
  status: 'gone',
  lease: null,
  lease_until: null,
  result_file: null,
  transcript: null,
  file_name: '',
} as const;

/** All of one length, so that they compare as texts like the moments they stand for. */
export const moment = (ms: number): string => new Date(ms).toISOString();

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
