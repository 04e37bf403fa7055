import { PeriodicTask } from '../leases/periodic-task.ts';
import type { Log } from '../observability/log.ts';
import type { Settings } from '../settings/settings.ts';
import type { Database } from '../storage/database.ts';
import { clearRestoreFiles } from '../storage/restore-files.ts';
import { dropExpiredRestoreJobs } from '../storage/restore-jobs.ts';
import { failExhaustedRestoreJobs } from '../storage/restore-queue.ts';

const HOUR_MS = 3_600_000;

export interface SweeperDeps {
  readonly db: Database;
  readonly settings: Pick<Settings, 'restoreKeepHours'>;
  readonly log: Log;
  readonly now?: () => number;
}

export interface SweepOptions {
  readonly everyMs: number;
  readonly maxAttempts: number;
  /** Error text of a job that was started too many times. */
  readonly exhaustedMessage: string;
}

/**
 * Removes jobs that have expired or were deleted, with their files. Fails jobs that crash every process that runs them.
 */
export class RestoreSweeper {
  readonly #deps: SweeperDeps;
  readonly #options: SweepOptions;
  #task: PeriodicTask | null = null;

  constructor(deps: SweeperDeps, options: SweepOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  start(): void {
    this.#task = new PeriodicTask(() => this.#sweep(), this.#options.everyMs);
    this.sweep();
  }

  /** Call it when there may be something to remove. */
  sweep(): void {
    this.#task?.run();
  }

  async close(): Promise<void> {
    await this.#task?.close();
  }

  async #sweep(): Promise<void> {
    const { db, settings, log, now = Date.now } = this.#deps;
    const { maxAttempts, exhaustedMessage } = this.#options;
    try {
      const nowMs = now();
      await dropExpiredRestoreJobs(db, nowMs);
      const expiresAtMs = nowMs + settings.restoreKeepHours * HOUR_MS;
      await failExhaustedRestoreJobs(db, { nowMs, maxAttempts }, { message: exhaustedMessage, expiresAtMs });
      while (!this.#task?.isClosed && (await clearRestoreFiles(db)));
    } catch (error) {
      log.error({ err: error }, 'expired restore jobs could not be removed');
    }
  }
}
