/** For tests: the worker of enrolments, which goes wrong where the upload says so ("die:learn\n" before its bytes). */
import { parentPort } from 'node:worker_threads';
import { performStep } from '../steps.ts';
import { EnrolmentError } from '../types.ts';
import type { Step, StepReply } from '../worker-protocol.ts';

let fault = '';

parentPort?.on('message', async (step: Step) => {
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
    if (what === 'hang') while (true);
  }
  let reply: StepReply;
  try {
    if (where === step.kind) throw new TypeError('as ordered');
    reply = { type: 'done', result: await performStep(todo) };
  } catch (error) {
    if (error instanceof EnrolmentError) {
      const { message, fault: kind, status, field } = error;
      reply = { type: 'refused', refusal: { message, fault: kind, status, field } };
    } else reply = { type: 'failed', message: String(error) };
  }
  parentPort?.postMessage(reply);
});
