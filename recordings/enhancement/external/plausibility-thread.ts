import { spawnWorker } from '../../../engine/threads/spawn.ts';
import type { Sound } from '../types.ts';
import type { Verdict } from './plausibility.ts';
import type { AnswerCheck } from './plausibility-protocol.ts';

const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './plausibility-worker.ts' : './plausibility-worker.js',
  import.meta.url,
);

/**
 * Checks an answer in a separate thread, which ends afterwards.
 * @param answer the file that the service returned
 * @throws Error when the thread fails; the signal's reason
 */
export async function checkAnswer(
  original: Sound,
  answer: Uint8Array,
  signal: AbortSignal,
): Promise<Verdict> {
  signal.throwIfAborted();
  const order: AnswerCheck = { original, answer };
  const worker = spawnWorker(WORKER, order);
  let abort = () => {};
  try {
    return await new Promise<Verdict>((resolve, reject) => {
      abort = () => reject(signal.reason as Error);
      signal.addEventListener('abort', abort, { once: true });
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () =>
        reject(new Error('the thread that checks an answer ended without a verdict')),
      );
    });
  } finally {
    signal.removeEventListener('abort', abort);
    await worker.terminate();
  }
}
