import type { RestoreOptions, RestoreStage } from '../../engine/index.ts';
import type { Database } from '../storage/database.ts';
import { beatRestoreJob, type RestoreClaim } from '../storage/restore-queue.ts';

/** The job now belongs to another process, or to none; its result is no longer needed. */
export class LeaseLost extends Error {
  constructor() {
    super('the restore job belongs to another process now');
    this.name = 'LeaseLost';
  }
}

const MESSAGES: Readonly<Record<RestoreStage, string>> = {
  decode: 'Reading the recording',
  declip: 'Reconstructing clipped peaks',
  clean: 'Removing noise and echoes',
  finish: 'Writing the result',
};

/** Regularly reports that a job is being worked on, and its progress. */
export class Heartbeat {
  readonly #db: Database;
  readonly #claim: RestoreClaim;
  readonly #leaseMs: number;
  readonly #now: () => number;
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;
  /** When the lease expires, as far as this process knows. */
  #leaseUntilMs: number;
  #message: string = MESSAGES.decode;
  #progress = 0;
  #durationMs: number | null;
  #beating: Promise<void> | null = null;

  constructor(
    db: Database,
    claim: RestoreClaim,
    timing: { readonly leaseMs: number; readonly beatMs: number; readonly now: () => number },
  ) {
    this.#db = db;
    this.#claim = claim;
    this.#leaseMs = timing.leaseMs;
    this.#now = timing.now;
    this.#leaseUntilMs = performance.now() + timing.leaseMs;
    this.#durationMs = claim.job.durationMs;
    this.#timer = setInterval(() => {
      this.#beating ??= this.#beat().finally(() => {
        this.#beating = null;
      });
    }, timing.beatMs);
  }

  /** Aborts when the lease is lost. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** The observer to pass to the work. */
  get observer(): Required<Pick<RestoreOptions, 'onProgress' | 'onDuration'>> {
    return {
      onProgress: (stage, fraction) => {
        this.#message = MESSAGES[stage];
        this.#progress = fraction;
      },
      onDuration: (durationMs) => {
        this.#durationMs = Math.round(durationMs);
      },
    };
  }

  /** The recording is restored, and its transcript is compared with it. */
  compares(): void {
    this.#message = 'Comparing the transcript';
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
  }

  async #beat(): Promise<void> {
    const startMs = performance.now();
    try {
      const isOurs = await beatRestoreJob(this.#db, this.#claim, {
        nowMs: this.#now(),
        leaseMs: this.#leaseMs,
        progress: this.#progress,
        message: this.#message,
        durationMs: this.#durationMs,
      });
      if (isOurs) this.#leaseUntilMs = startMs + this.#leaseMs;
      else this.#lost.abort(new LeaseLost());
    } catch {
      // The database may recover in time; otherwise another process starts the job over.
      if (performance.now() > this.#leaseUntilMs) this.#lost.abort(new LeaseLost());
    }
  }
}
