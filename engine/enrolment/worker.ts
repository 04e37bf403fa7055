/** Entry of an enrolment's worker thread. */
import { serveSteps } from '../threads/step-worker.ts';
import { performStep, toRefusal } from './steps.ts';

serveSteps(performStep, toRefusal);
