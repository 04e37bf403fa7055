import type { Worker } from 'node:worker_threads';

/**
 * Resolves when a thread has replied or exited. A thread in which onnxruntime is computing must not be terminated
 * before that: its binding would throw into the ended thread, which aborts the whole process.
 */
export function replied(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const over = (): void => {
      worker.off('message', over);
      worker.off('exit', over);
      resolve();
    };
    worker.on('message', over);
    worker.on('exit', over);
  });
}
