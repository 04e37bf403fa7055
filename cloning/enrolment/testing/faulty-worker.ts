/** The worker of enrolments, with faults in the steps that the upload names ("die:learn\n" before its bytes). */
import { serveSteps } from '../../../engine/threads/step-worker.ts';
import { performStep } from '../steps.ts';
import type { Step, StepResult } from '../worker-protocol.ts';

/** Never changes. */
const still = new Int32Array(new SharedArrayBuffer(4));
let fault = '';

serveSteps(async (step: Step): Promise<StepResult<Step>> => {
  let todo = step;
  if (step.kind === 'decode') {
    const [, order, length] =
      /^((?:die|hang|throw):\w+)(\n)/.exec(Buffer.from(step.audio.subarray(0, 40)).toString('latin1')) ?? [];
    fault = order ?? '';
    if (order) todo = { ...step, audio: step.audio.subarray(order.length + (length?.length ?? 0)) };
  }
  const [what, where] = fault.split(':');
  if (where === step.kind) {
    if (what === 'die') process.exit(7);
    // Blocks the thread like an endless step, without using the core.
    if (what === 'hang') while (true) Atomics.wait(still, 0, 0, 1000);
    throw new TypeError('as ordered');
  }
  return performStep(todo);
});
