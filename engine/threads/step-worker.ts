import { parentPort } from 'node:worker_threads';
import { yieldToSpeech } from './background.ts';
import type { StepReply } from './step-thread.ts';

/**
 * Does the steps that a `StepThread` sends to the worker thread that calls this, for as long as the thread lives.
 * @param perform one step; what it throws is an error of ours unless `toRefusal` knows it
 * @param toRefusal what is told of an error for which the uploaded recording is to blame; null for all other errors
 */
export function serveSteps<Step, Result, Refusal>(
  perform: (step: Step) => Promise<Result>,
  toRefusal: (error: unknown) => Refusal | null,
): void {
  const port = parentPort;
  if (!port) throw new Error('steps are done in a worker thread');
  yieldToSpeech();

  async function reply(step: Step): Promise<StepReply<Result, Refusal>> {
    try {
      return { type: 'done', result: await perform(step) };
    } catch (error) {
      const refusal = toRefusal(error);
      if (refusal) return { type: 'refused', refusal };
      return { type: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  port.on('message', async (step: Step) => port.postMessage(await reply(step)));
}
