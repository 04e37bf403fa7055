/** Entry point of an enrolment's worker thread. */
import { serveSteps } from '../../engine/threads/step-worker.ts';
import { performStep } from './steps.ts';

serveSteps(performStep);
