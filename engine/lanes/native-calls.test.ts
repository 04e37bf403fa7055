import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { createNativeCalls, endThread } from './native-calls.ts';

/** Spends a moment in a call, during which the thread must not be ended, and then computes endlessly. */
const SCRIPT = `
const { parentPort, workerData: { calls, cutOff } } = require('node:worker_threads');
Atomics.store(cutOff, 0, 1);
Atomics.store(calls, 0, 1);
parentPort.postMessage('inside');
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
Atomics.store(cutOff, 0, 0);
Atomics.store(calls, 0, 0);
for (;;);
`;

test('a thread is ended, but not inside a native call', async () => {
  const calls = createNativeCalls();
  const cutOff = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(SCRIPT, { eval: true, workerData: { calls, cutOff } });
  await once(worker, 'message');
  await endThread(worker, calls);
  expect(Atomics.load(cutOff, 0)).toBe(0);
  // Later calls are rejected.
  expect(Atomics.load(calls, 1)).toBe(1);
});

test('a thread that died inside a native call is not waited for', async () => {
  const calls = createNativeCalls();
  const worker = new Worker(`process.exit(1)`, { eval: true });
  Atomics.store(calls, 0, 1);
  await endThread(worker, calls);
});
