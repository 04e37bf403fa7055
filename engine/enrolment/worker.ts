/** Entry of an enrolment's worker thread. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { performStep } from './steps.ts';
import { EnrolmentError } from './types.ts';
import type { Step, StepReply } from './worker-protocol.ts';

/** Speech that is being played must not wait for a voice that is being learned. */
const NICENESS = 5;

const port = parentPort;
if (!port) throw new Error('enrolment runs as a worker thread');

// Linux alone gives each thread a priority of its own; elsewhere this would slow down the whole server.
if (process.platform === 'linux') {
  try {
    setPriority(NICENESS);
  } catch {
    // A wish, not a need.
  }
}

async function reply(step: Step): Promise<StepReply> {
  try {
    return { type: 'done', result: await performStep(step) };
  } catch (error) {
    if (error instanceof EnrolmentError) {
      const { message, fault, status, field } = error;
      return { type: 'refused', refusal: { message, fault, status, field } };
    }
    return { type: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

port.on('message', async (step: Step) => port.postMessage(await reply(step)));
