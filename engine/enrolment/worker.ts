/** Entry of an enrolment's worker thread. */
import { parentPort } from 'node:worker_threads';
import { yieldToSpeech } from '../threads/background.ts';
import { performStep } from './steps.ts';
import { EnrolmentError } from './types.ts';
import type { Step, StepReply } from './worker-protocol.ts';

const port = parentPort;
if (!port) throw new Error('enrolment runs as a worker thread');

yieldToSpeech();

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
