/**
 * Ends a lane safely. JavaScript and WebAssembly (espeak-ng) can be stopped at any moment, but a call of onnxruntime
 * cannot, and its binding does not survive the end of the calling thread: it would take the whole process down. So a
 * lane tells whether it is inside such a call, and is ended when it is not.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { InferenceSession } from 'onnxruntime-node';

/** In shared memory: how many calls the thread is inside of, and whether it is to end. */
export type NativeCalls = Int32Array<SharedArrayBuffer>;

const INSIDE = 0;
const ENDING = 1;
const POLL_MS = 50;

export function createNativeCalls(): NativeCalls {
  return new Int32Array(new SharedArrayBuffer(8));
}

/** Counts all calls of onnxruntime in the calling thread, and refuses them once it is to end. */
export function countNativeCalls(calls: NativeCalls): void {
  const counted = <This, Arguments extends unknown[], Result>(
    call: (this: This, ...args: Arguments) => Promise<Result>,
  ) =>
    async function (this: This, ...args: Arguments): Promise<Result> {
      Atomics.add(calls, INSIDE, 1);
      try {
        // The side that ends the thread sets this first and then reads the other: one of the two sides sees the other.
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

/** Ends a thread as soon as no call would be cut off. Settles when it is gone. */
export async function endThread(worker: Worker, calls: NativeCalls): Promise<void> {
  let isGone = false;
  worker.on('exit', () => {
    isGone = true;
  });
  Atomics.store(calls, ENDING, 1);
  while (!isGone && Atomics.load(calls, INSIDE) > 0) await sleep(POLL_MS, undefined, { ref: false });
  await worker.terminate();
}
