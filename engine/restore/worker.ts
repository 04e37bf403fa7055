/** Entry of a restoration's worker thread. */
import { parentPort } from 'node:worker_threads';
import { yieldToSpeech } from '../threads/background.ts';
import { performStep } from './steps.ts';
import { RestoreError } from './types.ts';
import type { RestoreReply, Step } from './worker-protocol.ts';

const port = parentPort;
if (!port) throw new Error('restoration runs as a worker thread');

yieldToSpeech();

async function reply(step: Step): Promise<RestoreReply> {
  try {
    return { type: 'done', result: await performStep(step) };
  } catch (error) {
    if (error instanceof RestoreError) {
      return { type: 'refused', refusal: { message: error.message, fault: error.fault } };
    }
    return { type: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

port.on('message', async (step: Step) => port.postMessage(await reply(step)));
