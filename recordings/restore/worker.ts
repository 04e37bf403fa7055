/** Entry point of a restoration's worker thread. */
import { serveSteps } from '../../engine/threads/step-worker.ts';
import { performStep } from './steps.ts';

serveSteps(performStep);
