/**
 * Leases on restore jobs, renewed with the job's progress. A worker that stops renewing loses the job to the next one
 * that claims it, and can neither finish nor fail it any more.
 */
import type { ExpressionBuilder, ExpressionWrapper, SqlBool, Updateable } from 'kysely';
import { type ClaimOptions, claimNext } from './claim-next.ts';
import type { Database } from './database.ts';
import { isoTime } from './iso-time.ts';
import { type RestoreJobRecord, toRestoreJob, WAITING_MESSAGE } from './restore-jobs.ts';
import type { RestoreJobsTable, Schema } from './schema.ts';

export interface RestoreClaim {
  readonly job: RestoreJobRecord;
  /** Id of the claim. The result is stored in the file of this name. */
  readonly lease: string;
}

/**
 * Claims the oldest job of the owner who was served longest ago. Concurrent callers get different jobs.
 * @returns undefined when there is nothing to do
 */
export function claimRestoreJob(db: Database, options: ClaimOptions): Promise<RestoreClaim | undefined> {
  const { nowMs, leaseMs } = options;
  const find = () =>
    db
      .selectFrom('restore_jobs as job')
      .select('job.id')
      .where((eb) => isFree(eb as unknown as JobExpressions, options))
      .orderBy(({ fn, selectFrom, val }) =>
        fn.coalesce(
          selectFrom('restore_jobs as served')
            .select((eb) => eb.fn.max('served.claimed_at').as('at'))
            .whereRef('served.owner_id', '=', 'job.owner_id'),
          val(''),
        ),
      )
      .orderBy('job.created_at')
      .orderBy('job.id')
      .limit(1)
      .executeTakeFirst();
  return claimNext(find, async ({ id }, lease) => {
    const row = await db
      .updateTable('restore_jobs')
      .set((eb) => ({
        status: 'running',
        lease,
        lease_until: isoTime(nowMs + leaseMs),
        claimed_at: isoTime(nowMs),
        updated_at: isoTime(nowMs),
        attempts: eb('attempts', '+', 1),
        progress: 0,
        message: 'Being restored',
      }))
      .where('id', '=', id)
      // Checked again, since another process may have been faster.
      .where((eb) => isFree(eb, options))
      .returningAll()
      .executeTakeFirst();
    return row && { job: toRestoreJob(row), lease };
  });
}

type JobExpressions = ExpressionBuilder<Schema, 'restore_jobs'>;

/** Matches jobs that wait, or were abandoned by their worker. */
function isFree(
  { and, or, eb }: JobExpressions,
  { nowMs, maxAttempts }: ClaimOptions,
): ExpressionWrapper<Schema, 'restore_jobs', SqlBool> {
  return and([
    eb('attempts', '<', maxAttempts),
    or([
      and([eb('status', '=', 'queued'), eb('available_at', '<=', isoTime(nowMs))]),
      and([eb('status', '=', 'running'), eb('lease_until', '<=', isoTime(nowMs))]),
    ]),
  ]);
}

export interface RestoreProgress {
  /** Completed fraction, 0 to 1. */
  readonly progress: number;
  readonly message: string;
  readonly durationMs: number | null;
}

/**
 * Renews the lease.
 * @returns false when the lease is lost: the job was deleted, or taken by another process
 */
export async function renewRestoreJob(
  db: Database,
  claim: RestoreClaim,
  { nowMs, leaseMs }: Pick<ClaimOptions, 'nowMs' | 'leaseMs'>,
  { progress, message, durationMs }: RestoreProgress,
): Promise<boolean> {
  const lease_until = isoTime(nowMs + leaseMs);
  return update(db, claim, nowMs, { lease_until, progress, message, duration_ms: durationMs });
}

export interface RestoreOutcome {
  readonly nowMs: number;
  readonly message: string;
  readonly expiresAtMs: number;
}

/**
 * Marks the job as done. The result is in the file named after the lease.
 * @returns false when the lease is lost
 */
export async function finishRestoreJob(
  db: Database,
  claim: RestoreClaim,
  { nowMs, message, expiresAtMs }: RestoreOutcome,
  result: { readonly bytes: number; readonly durationMs: number },
): Promise<boolean> {
  return update(db, claim, nowMs, {
    ...LET_GO,
    status: 'Finished',
    message,
    progress: 1,
    result_file: claim.lease,
    result_bytes: result.bytes,
    duration_ms: result.durationMs,
    expires_at: isoTime(expiresAtMs),
  });
}

/**
 * Marks the job as failed, because a retry is pointless.
 * @returns false when the lease is lost
 */
export async function failRestoreJob(
  db: Database,
  claim: RestoreClaim,
  { nowMs, message, expiresAtMs }: RestoreOutcome,
): Promise<boolean> {
  return update(db, claim, nowMs, {
    ...LET_GO,
    status: 'Failed',
    message,
    expires_at: isoTime(expiresAtMs),
  });
}

/**
 * Returns a job to the queue, to be started again later.
 * @param options.counts whether it counts as an attempt: not when this process is merely shutting down
 * @returns false when the lease is lost
 */
export async function returnRestoreJob(
  db: Database,
  claim: RestoreClaim,
  { nowMs, availableAtMs, counts }: { nowMs: number; availableAtMs: number; counts: boolean },
): Promise<boolean> {
  const { attempts } = claim.job;
  return update(db, claim, nowMs, {
    ...LET_GO,
    status: 'queued',
    message: counts ? 'Waiting for another attempt' : WAITING_MESSAGE,
    progress: 0,
    available_at: isoTime(availableAtMs),
    attempts: counts ? attempts : attempts - 1,
  });
}

/**
 * Fails jobs that were started too often, by processes that all crashed on them.
 * @returns how many
 */
export async function failExhaustedRestoreJobs(
  db: Database,
  { nowMs, maxAttempts }: Pick<ClaimOptions, 'nowMs' | 'maxAttempts'>,
  { message, expiresAtMs }: Omit<RestoreOutcome, 'nowMs'>,
): Promise<number> {
  const result = await db
    .updateTable('restore_jobs')
    .set({
      ...LET_GO,
      status: 'Failed',
      message,
      updated_at: isoTime(nowMs),
      expires_at: isoTime(expiresAtMs),
    })
    .where('attempts', '>=', maxAttempts)
    .where(({ or, and, eb }) =>
      or([
        eb('status', '=', 'queued'),
        and([eb('status', '=', 'running'), eb('lease_until', '<=', isoTime(nowMs))]),
      ]),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

const LET_GO = { lease: null, lease_until: null } as const;

async function update(
  db: Database,
  { job, lease }: RestoreClaim,
  nowMs: number,
  changes: Updateable<RestoreJobsTable>,
): Promise<boolean> {
  const row = await db
    .updateTable('restore_jobs')
    .set({ ...changes, updated_at: isoTime(nowMs) })
    .where('id', '=', job.id)
    .where('lease', '=', lease)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
