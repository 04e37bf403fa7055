import type { RestoreOptions, RestoreStage } from '../../recordings/index.ts';
import type { RestoreProgress } from '../storage/restore-queue.ts';

const MESSAGES: Readonly<Record<RestoreStage, string>> = {
  decode: 'Reading the recording',
  declip: 'Reconstructing clipped peaks',
  clean: 'Removing noise and echoes',
  finish: 'Writing the result',
};

/** Progress of a running job, stored with each renewal of its lease. */
export class JobProgress implements RestoreProgress {
  message: string = MESSAGES.decode;
  progress = 0;
  durationMs: number | null;
  /** The observer to pass to the work. */
  readonly observer: Required<Pick<RestoreOptions, 'onProgress' | 'onDuration'>> = {
    onProgress: (stage, fraction) => {
      this.message = MESSAGES[stage];
      this.progress = fraction;
    },
    onDuration: (durationMs) => {
      this.durationMs = Math.round(durationMs);
    },
  };

  /** @param durationMs of the recording; null before it has been decoded */
  constructor(durationMs: number | null) {
    this.durationMs = durationMs;
  }
}
