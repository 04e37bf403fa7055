import { Restorer } from '../../recordings/index.ts';
import type { Authenticator } from '../credentials/authenticator.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Settings } from '../settings/settings.ts';
import type { Database } from '../storage/database.ts';
import { FileLinks } from './file-links.ts';
import { RestoreIntake } from './intake.ts';
import { TranscriptCheck, type TranscriptCheckDeps } from './transcript-check.ts';
import { RestoreWorker } from './worker.ts';

export interface RestoresDeps {
  readonly db: Database;
  readonly engine: TranscriptCheckDeps['engine'];
  readonly transcriber: TranscriptCheckDeps['transcriber'];
  readonly authenticator: Authenticator;
  readonly settings: Settings;
  readonly metrics: Metrics;
  readonly log: Log;
  /** The clock that all processes on the database share, in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** Restore jobs in this process: accepting them, processing them, and serving the results. */
export interface Restores {
  readonly intake: RestoreIntake;
  readonly worker: RestoreWorker;
  readonly links: FileLinks;
  /** Returns running jobs to the queue. */
  close(): Promise<void>;
}

/** No job is processed before `worker.start()`. */
export function createRestores(deps: RestoresDeps): Restores {
  const { modelsDir, restoreMaxSeconds } = deps.settings;
  const restorer = new Restorer({ modelsFolder: modelsDir, maxSeconds: restoreMaxSeconds });
  const transcripts = new TranscriptCheck(deps);
  const worker = new RestoreWorker({
    ...deps,
    transcripts,
    restore: (audio, options) => restorer.restore(audio, options),
  });
  return {
    worker,
    intake: new RestoreIntake({ ...deps, onQueued: () => worker.wake() }),
    links: new FileLinks(deps),
    close: async () => {
      await worker.close();
      await restorer.close();
    },
  };
}
