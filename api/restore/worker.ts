import { EngineError } from '../../engine/index.ts';
import type { Restored, RestoreOptions } from '../../recordings/index.ts';
import { Lease } from '../leases/lease.ts';
import { PollLoop } from '../leases/poll-loop.ts';
import type { QueueTiming } from '../leases/timing.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Settings } from '../settings/settings.ts';
import type { Database } from '../storage/database.ts';
import { readRestoreFile, writeRestoreFile } from '../storage/restore-files.ts';
import {
  claimRestoreJob,
  failRestoreJob,
  finishRestoreJob,
  type RestoreClaim,
  renewRestoreJob,
  returnRestoreJob,
} from '../storage/restore-queue.ts';
import { JobProgress } from './job-progress.ts';
import { RestoreSweeper } from './sweeper.ts';
import type { TranscriptCheck } from './transcript-check.ts';

export interface RestoreTiming extends QueueTiming {
  /** Time limit of one attempt. */
  readonly attemptMs: number;
  readonly sweepMs: number;
}

const TIMING: RestoreTiming = {
  leaseMs: 15_000,
  renewMs: 2000,
  pollMs: 3000,
  backoffMs: [5000, 30_000],
  attemptMs: 1_800_000,
  sweepMs: 60_000,
};
const HOUR_MS = 3_600_000;

const DONE = 'The recording has been restored';
const ATTEMPTS_EXHAUSTED = 'The recording could not be restored in several attempts; send it again later';

export interface RestoreWorkerDeps {
  readonly db: Database;
  /** Runs the restoration, off the main thread. */
  readonly restore: (audio: Uint8Array, options: RestoreOptions) => Promise<Restored>;
  /** Compares recordings with their transcripts. */
  readonly transcripts: Pick<TranscriptCheck, 'report'>;
  readonly settings: Pick<Settings, 'restoreJobs' | 'restoreKeepHours'>;
  readonly metrics: Pick<Metrics, 'restoreJobs' | 'restoreSeconds'>;
  readonly log: Log;
  readonly timing?: Partial<RestoreTiming>;
  /** The clock that all processes on the database share, in milliseconds since the epoch. */
  readonly now?: () => number;
}

type Outcome = 'finished' | 'refused' | 'failed' | 'retried' | 'returned' | 'lost';

/** Processes restore jobs, one or a few at a time. Any number of other processes may do the same. */
export class RestoreWorker {
  readonly #deps: RestoreWorkerDeps;
  readonly #timing: RestoreTiming;
  readonly #now: () => number;
  readonly #loop: PollLoop;
  /** Leases of the running jobs, by the jobs' ids. */
  readonly #leases = new Map<string, Lease>();
  readonly #sweeper: RestoreSweeper;

  constructor(deps: RestoreWorkerDeps) {
    this.#deps = deps;
    this.#timing = { ...TIMING, ...deps.timing };
    this.#now = deps.now ?? Date.now;
    this.#sweeper = new RestoreSweeper(deps, {
      everyMs: this.#timing.sweepMs,
      maxAttempts: this.#maxAttempts,
      exhaustedMessage: ATTEMPTS_EXHAUSTED,
    });
    this.#loop = new PollLoop({
      next: () => this.#next(),
      onError: (error) => deps.log.error({ err: error }, 'could not look for restore jobs'),
      pollMs: this.#timing.pollMs,
    });
  }

  /** Starts looking for jobs. */
  start(): void {
    this.#sweeper.start();
    this.#loop.start(this.#deps.settings.restoreJobs);
  }

  /** Call it when there may be a job. */
  wake(): void {
    this.#loop.wake();
  }

  /** Handles the deletion of a job: if it is running here it ends at once, and its audio is removed. */
  drop(jobId: string): void {
    this.#leases.get(jobId)?.lose();
    this.#sweeper.sweep();
  }

  /** Returns the running jobs to the queue. Settles when no work on them is left in this process. */
  async close(): Promise<void> {
    await Promise.all([this.#loop.close(), this.#sweeper.close()]);
  }

  get #maxAttempts(): number {
    return this.#timing.backoffMs.length + 1;
  }

  async #next(): Promise<boolean> {
    const { leaseMs } = this.#timing;
    const options = { nowMs: this.#now(), leaseMs, maxAttempts: this.#maxAttempts };
    const claim = await claimRestoreJob(this.#deps.db, options);
    if (claim) await this.#attempt(claim);
    return claim !== undefined;
  }

  async #attempt(claim: RestoreClaim): Promise<void> {
    const { log, metrics } = this.#deps;
    const startMs = performance.now();
    let outcome: Outcome = 'failed';
    try {
      outcome = await this.#work(claim);
    } catch (error) {
      // The lease will expire, and any process may then take the job.
      log.error({ err: error, job: claim.job.id }, 'the outcome of a restore job could not be stored');
    }
    const seconds = (performance.now() - startMs) / 1000;
    metrics.restoreJobs.inc({ outcome });
    if (outcome === 'finished') metrics.restoreSeconds.observe(seconds);
    log.info({ job: claim.job.id, outcome, seconds, attempt: claim.job.attempts }, 'a restore job ended');
    this.#sweeper.sweep();
  }

  async #work(claim: RestoreClaim): Promise<Outcome> {
    const { db, restore, transcripts } = this.#deps;
    const { job } = claim;
    const { leaseMs, attemptMs } = this.#timing;
    const progress = new JobProgress(job.durationMs);
    const renew = () => renewRestoreJob(db, claim, { nowMs: this.#now(), leaseMs }, progress);
    const lease = new Lease(renew, this.#timing);
    this.#leases.set(job.id, lease);
    const slow = AbortSignal.timeout(attemptMs);
    const signal = AbortSignal.any([this.#loop.closing, lease.lost, slow]);
    try {
      const audio = await readRestoreFile(db, job.id, job.sourceBytes, signal);
      const { wav, durationMs } = await restore(audio, { signal, ...progress.observer });
      await writeRestoreFile(db, { file: claim.lease, jobId: job.id }, wav, signal);
      const { transcript } = job;
      let message = DONE;
      if (transcript !== null) {
        progress.message = 'Comparing the transcript';
        message += `; ${await transcripts.report(wav, durationMs, { ...job, transcript }, signal)}`;
      }
      const result = { bytes: wav.length, durationMs: Math.round(durationMs) };
      return (await finishRestoreJob(db, claim, this.#outcome(message), result)) ? 'finished' : 'lost';
    } catch (error) {
      if (lease.lost.aborted) return 'lost';
      return await this.#fail(claim, error);
    } finally {
      await lease.stop();
      this.#leases.delete(job.id);
    }
  }

  /** Decides what happens to a job that was not finished. */
  async #fail(claim: RestoreClaim, error: unknown): Promise<Outcome> {
    const { db, log } = this.#deps;
    const { backoffMs } = this.#timing;
    const nowMs = this.#now();
    if (error instanceof EngineError) {
      return (await failRestoreJob(db, claim, this.#outcome(error.message))) ? 'refused' : 'lost';
    }
    if (this.#loop.closing.aborted) {
      const back = await returnRestoreJob(db, claim, { nowMs, availableAtMs: nowMs, counts: false });
      return back ? 'returned' : 'lost';
    }
    log.error({ err: error, job: claim.job.id, attempt: claim.job.attempts }, 'a restore job failed');
    const waitMs = backoffMs[claim.job.attempts - 1];
    if (waitMs === undefined) {
      return (await failRestoreJob(db, claim, this.#outcome(ATTEMPTS_EXHAUSTED))) ? 'failed' : 'lost';
    }
    const again = { nowMs, availableAtMs: nowMs + waitMs, counts: true };
    return (await returnRestoreJob(db, claim, again)) ? 'retried' : 'lost';
  }

  #outcome(message: string): { message: string; nowMs: number; expiresAtMs: number } {
    const nowMs = this.#now();
    return { message, nowMs, expiresAtMs: nowMs + this.#deps.settings.restoreKeepHours * HOUR_MS };
  }
}
