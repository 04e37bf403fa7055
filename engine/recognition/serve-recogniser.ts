/** The process of a local recogniser: one model, one job at a time. */
import { setPriority } from 'node:os';
import type { LocalJob, LocalMessage, LocalOrder, LocalSetup, LocalText } from './local-protocol.ts';

/** Transcribes a recording. It may stop when the signal is aborted; otherwise the process is killed. */
export type Recognise = (job: LocalJob, signal: AbortSignal) => Promise<LocalText>;

/**
 * Loads a model and recognises what the server sends, in a process that `LocalRecogniser` has started.
 * @param load the model from its files, in the order of the catalogue
 */
export function serveRecogniser(load: (files: readonly string[]) => Promise<Recognise>): void {
  // Also ends if the server was killed and could not stop this process.
  process.on('disconnect', () => process.exit());
  // Ctrl+C reaches the whole process group; the server decides when recognition ends.
  process.on('SIGINT', () => undefined);
  const { files, niceness } = JSON.parse(process.argv[2] ?? '') as LocalSetup;
  try {
    setPriority(niceness);
  } catch {
    // Best effort.
  }
  load(files).then(serve, (error: Error) =>
    process.send?.({ type: 'failed', message: error.message } satisfies LocalMessage, () => process.exit(1)),
  );
}

function serve(recognise: Recognise): void {
  let running = new AbortController();
  const send = (message: LocalMessage) => process.send?.(message);
  process.on('message', async (order: LocalOrder) => {
    if (order.type === 'stop') return running.abort();
    running = new AbortController();
    try {
      const before = process.cpuUsage();
      const written = await recognise(order, running.signal);
      const { user, system } = process.cpuUsage(before);
      send({ type: 'done', ...written, cpuMs: (user + system) / 1000 });
    } catch (error) {
      send({ type: 'failed', message: (error as Error).message });
    }
  });
  send({ type: 'ready' });
}
