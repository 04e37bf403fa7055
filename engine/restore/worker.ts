/** Entry of a restoration's worker thread. */
import { serveSteps } from '../threads/step-worker.ts';
import { performStep } from './steps.ts';
import { RestoreError } from './types.ts';
import type { Refusal } from './worker-protocol.ts';

serveSteps(performStep, (error): Refusal | null =>
  error instanceof RestoreError ? { message: error.message, fault: error.fault } : null,
);
