/**
 * Ends a lane safely. JavaScript and WebAssembly (espeak-ng) can be stopped at any moment, but a call of onnxruntime
 * cannot: if its thread ends during a call, the binding crashes the whole process. So a lane counts the calls in
 * progress, and its thread is ended when there are none.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { InferenceSession } from 'onnxruntime-node';

/** Shared memory: number of calls in progress on the thread, and whether the thread has to end. */
export type NativeCalls = Int32Array<SharedArrayBuffer>;

const INSIDE = 0;
const ENDING = 1;
const POLL_MS = 50;

export function createNativeCalls(): NativeCalls {
  return new Int32Array(new SharedArrayBuffer(8));
}

/** Counts the calls of onnxruntime on the calling thread, and rejects them once the thread has to end. */
export function countNativeCalls(calls: NativeCalls): void {
  const counted = <This, Arguments extends unknown[], Result>(
    call: (this: This, ...args: Arguments) => Promise<Result>,
  ) =>
    async function (this: This, ...args: Arguments): Promise<Result> {
      Atomics.add(calls, INSIDE, 1);
      try {
        // `endThread` sets ENDING before it reads INSIDE, so at least one of the two threads sees the other's write.
        if (Atomics.load(calls, ENDING) === 1) throw new Error('the thread is to end');
        return await call.apply(this, args);
      } finally {
        Atomics.sub(calls, INSIDE, 1);
      }
    };
  const { prototype } = InferenceSession as unknown as { prototype: InferenceSession };
  prototype.run = counted(prototype.run as (...args: unknown[]) => ReturnType<InferenceSession['run']>);
  InferenceSession.create = counted(
    InferenceSession.create as (...args: unknown[]) => Promise<InferenceSession>,
  );
}

/** Ends a thread as soon as no call is in progress. Settles when the thread has ended. */
export async function endThread(worker: Worker, calls: NativeCalls): Promise<void> {
  let isGone = false;
  worker.on('exit', () => {
    isGone = true;
  });
  Atomics.store(calls, ENDING, 1);
  while (!isGone && Atomics.load(calls, INSIDE) > 0) await sleep(POLL_MS, undefined, { ref: false });
  await worker.terminate();
}
