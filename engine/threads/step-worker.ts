import { parentPort, workerData } from 'node:worker_threads';
import { EngineError } from '../errors.ts';
import { yieldToSpeech } from './background.ts';
import type { StepReply, StepSetup } from './step-thread.ts';

/**
 * Runs the steps that a `StepThread` sends to the calling worker thread, for as long as the thread lives.
 * @param perform runs one step; throws an EngineError when the uploaded recording is at fault
 */
export function serveSteps<Step, Result>(perform: (step: Step) => Promise<Result>): void {
  const port = parentPort;
  if (!port) throw new Error('steps are done in a worker thread');
  yieldToSpeech((workerData as StepSetup).niceness);

  async function reply(step: Step): Promise<StepReply<Result>> {
    try {
      return { type: 'done', result: await perform(step) };
    } catch (error) {
      if (error instanceof EngineError) return { type: 'refused', refusal: error.sendable };
      return { type: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  port.on('message', async (step: Step) => port.postMessage(await reply(step)));
}
