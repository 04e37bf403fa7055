import { EngineError, type Restored, type RestoreOptions } from '../../engine/index.ts';
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
  returnRestoreJob,
} from '../storage/restore-queue.ts';
import { Heartbeat, LeaseLost } from './heartbeat.ts';
import { RestoreSweeper } from './sweeper.ts';
import type { TranscriptCheck } from './transcript-check.ts';

export interface RestoreTiming {
  /** A job without a heartbeat for this long may be taken by any process. */
  readonly leaseMs: number;
  /** Interval of heartbeats. */
  readonly beatMs: number;
  /** How often an idle worker looks for jobs accepted by other processes. */
  readonly pollMs: number;
  /** Delay of a job after its first failure, its second, ... */
  readonly backoffMs: readonly number[];
  /** Time limit of one attempt. */
  readonly attemptMs: number;
  readonly sweepMs: number;
}

const TIMING: RestoreTiming = {
  leaseMs: 15_000,
  beatMs: 2000,
  pollMs: 3000,
  backoffMs: [5000, 30_000],
  attemptMs: 1_800_000,
  sweepMs: 60_000,
};
const HOUR_MS = 3_600_000;

const DONE = 'The recording has been restored';
const WORN_OUT = 'The recording could not be restored in several attempts; send it again later';

export interface RestoreWorkerDeps {
  readonly db: Database;
  /** Does the work, off the main thread. */
  readonly restore: (audio: Uint8Array, options: RestoreOptions) => Promise<Restored>;
  /** Compares recordings with their transcripts. */
  readonly transcripts: Pick<TranscriptCheck, 'report'>;
  readonly settings: Pick<Settings, 'restoreJobs' | 'restoreKeepHours'>;
  readonly metrics: Pick<Metrics, 'restoreJobs' | 'restoreSeconds'>;
  readonly log: Log;
  readonly timing?: Partial<RestoreTiming>;
  /** The clock that all processes on the database have, in milliseconds since the epoch. */
  readonly now?: () => number;
}

type Outcome = 'finished' | 'refused' | 'failed' | 'retried' | 'returned' | 'lost';

/** Works on restore jobs, one or a few at a time, alongside any number of other processes that do the same. */
export class RestoreWorker {
  readonly #deps: RestoreWorkerDeps;
  readonly #timing: RestoreTiming;
  readonly #now: () => number;
  readonly #closing = new AbortController();
  readonly #running = new Map<string, AbortController>();
  readonly #sweeper: RestoreSweeper;
  #loops: Promise<void>[] = [];
  #wakers = new Set<() => void>();

  constructor(deps: RestoreWorkerDeps) {
    this.#deps = deps;
    this.#timing = { ...TIMING, ...deps.timing };
    this.#now = deps.now ?? Date.now;
    this.#sweeper = new RestoreSweeper(deps, {
      everyMs: this.#timing.sweepMs,
      maxAttempts: this.#maxAttempts,
      wornOut: WORN_OUT,
    });
  }

  /** Starts looking for jobs. */
  start(): void {
    this.#sweeper.start();
    this.#loops = Array.from({ length: this.#deps.settings.restoreJobs }, () => this.#loop());
  }

  /** There may be a job. */
  wake(): void {
    for (const waker of this.#wakers) waker();
  }

  /** A job was deleted: if it is running here it ends at once, and its audio is removed. */
  drop(jobId: string): void {
    this.#running.get(jobId)?.abort(new LeaseLost());
    this.#sweeper.sweep();
  }

  /** Returns its current jobs to the queue; settles when none of their work is left in this process. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The server is shutting down'));
    this.wake();
    await Promise.all([...this.#loops, this.#sweeper.close()]);
  }

  get #maxAttempts(): number {
    return this.#timing.backoffMs.length + 1;
  }

  async #loop(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const claim = await this.#claim();
      if (claim) await this.#attempt(claim);
      else await this.#rest();
    }
  }

  async #claim(): Promise<RestoreClaim | undefined> {
    const { db, log } = this.#deps;
    const { leaseMs } = this.#timing;
    try {
      return await claimRestoreJob(db, { nowMs: this.#now(), leaseMs, maxAttempts: this.#maxAttempts });
    } catch (error) {
      log.error({ err: error }, 'could not look for restore jobs');
      return undefined;
    }
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => {
      const over = (): void => {
        clearTimeout(timer);
        this.#wakers.delete(over);
        resolve();
      };
      const timer = setTimeout(over, this.#timing.pollMs);
      this.#wakers.add(over);
      if (this.#closing.signal.aborted) over();
    });
  }

  async #attempt(claim: RestoreClaim): Promise<void> {
    const { log, metrics } = this.#deps;
    const startMs = performance.now();
    let outcome: Outcome = 'failed';
    try {
      outcome = await this.#work(claim);
    } catch (error) {
      // Then the lease expires, and any process may take the job.
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
    const { job, lease } = claim;
    const dropped = new AbortController();
    this.#running.set(job.id, dropped);
    const slow = AbortSignal.timeout(this.#timing.attemptMs);
    const heartbeat = new Heartbeat(db, claim, { ...this.#timing, now: this.#now });
    const signal = AbortSignal.any([this.#closing.signal, dropped.signal, heartbeat.lost, slow]);
    try {
      const audio = await readRestoreFile(db, job.id, job.sourceBytes, signal);
      const { wav, durationMs } = await restore(audio, { signal, ...heartbeat.observer });
      await writeRestoreFile(db, { file: lease, jobId: job.id }, wav, signal);
      const { transcript } = job;
      let message = DONE;
      if (transcript !== null) {
        heartbeat.compares();
        message += `; ${await transcripts.report(wav, durationMs, { ...job, transcript }, signal)}`;
      }
      const result = { bytes: wav.length, durationMs: Math.round(durationMs) };
      return (await finishRestoreJob(db, claim, this.#outcome(message), result)) ? 'finished' : 'lost';
    } catch (error) {
      if (dropped.signal.aborted || heartbeat.lost.aborted) return 'lost';
      return await this.#fail(claim, error);
    } finally {
      await heartbeat.stop();
      this.#running.delete(job.id);
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
    if (this.#closing.signal.aborted) {
      const back = await returnRestoreJob(db, claim, { nowMs, availableAtMs: nowMs, counts: false });
      return back ? 'returned' : 'lost';
    }
    log.error({ err: error, job: claim.job.id, attempt: claim.job.attempts }, 'a restore job failed');
    const waitMs = backoffMs[claim.job.attempts - 1];
    if (waitMs === undefined) {
      return (await failRestoreJob(db, claim, this.#outcome(WORN_OUT))) ? 'failed' : 'lost';
    }
    const again = { nowMs, availableAtMs: nowMs + waitMs, counts: true };
    return (await returnRestoreJob(db, claim, again)) ? 'retried' : 'lost';
  }

  #outcome(message: string): { message: string; nowMs: number; expiresAtMs: number } {
    const nowMs = this.#now();
    return { message, nowMs, expiresAtMs: nowMs + this.#deps.settings.restoreKeepHours * HOUR_MS };
  }
}
