/** Entry point of a worker thread: one DeepFilterNet, on one core. */
import { parentPort } from 'node:worker_threads';
import { createDeepFilterNet, type Sound } from '../../recordings/index.ts';
import type { WorkerOrder, WorkerReply } from './worker-protocol.ts';

const port = parentPort;
if (!port) throw new Error('it runs as a worker thread');

const enhancer = await createDeepFilterNet();
let running: AbortController | null = null;

async function enhance(sound: Sound): Promise<WorkerReply> {
  running = new AbortController();
  try {
    const { samples } = await enhancer.enhance(sound, { signal: running.signal });
    return { type: 'done', samples };
  } catch (error) {
    return { type: 'failed', message: error instanceof Error ? error.message : String(error) };
  } finally {
    running = null;
  }
}

port.on('message', async (order: WorkerOrder) => {
  if (order.type === 'stop') return running?.abort();
  const reply = await enhance(order.sound);
  port.postMessage(reply, reply.type === 'done' ? [reply.samples.buffer as ArrayBuffer] : []);
});
port.postMessage({ type: 'ready' } satisfies WorkerReply);
