/**
 * An enhancer as a separate process: DeepFilterNet3 behind HTTP. Ends on SIGTERM and SIGINT after its current work, and
 * with the server that has started it.
 */
import { setPriority } from 'node:os';
import { DEEP_FILTER_NET, ModelStore, pullWithReport } from '../../engine/setup.ts';
import type { EnhancerReady } from '../../recordings/index.ts';
import { EnhancerServer } from './server.ts';
import { type EnhancerSettings, enhancerSettings } from './settings.ts';
import { Crew } from './worker-pool.ts';

/** Exit codes: an orderly end, a start that failed or workers that do not run, a wrong setting. */
const EXIT = { done: 0, failed: 1, settings: 2 } as const;
/** Length of the queue of recordings, for each worker. */
const WAITING_PER_JOB = 2;
/** Longer than the timeout of any client. */
const GRACE_MS = 45_000;
/** On the server's machine, speech that is being played takes precedence. */
const NICENESS = 10;

// Threads have a copy of the environment; the inference runtime reads it from the process.
process.env.ORT_DISABLE_TELEMETRY ??= '1';

function log(event: string, facts: Readonly<Record<string, string | number>>): void {
  console.log(JSON.stringify({ time: new Date().toISOString(), event, ...facts }));
}

/** Aborted by the first signal; a second one ends the process at once. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort(signal));
  process.once('disconnect', () => stop.abort('the server has ended'));
  return stop.signal;
}

async function serve({ host, port, jobs }: EnhancerSettings, stop: AbortSignal): Promise<void> {
  const store = new ModelStore();
  if (!(await store.isInstalled(DEEP_FILTER_NET))) {
    await pullWithReport(store, DEEP_FILTER_NET, { signal: stop });
  }
  let end = (_error?: Error): void => {};
  const ended = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  ended.catch(() => undefined);
  stop.addEventListener('abort', () => end());
  const crew = new Crew(jobs, end);
  try {
    const server = new EnhancerServer({
      host,
      port,
      places: jobs * (1 + WAITING_PER_JOB),
      enhance: (sound, signal) => crew.enhance(sound, signal),
      log,
    });
    const listening = await server.listen();
    log('listening', { host, port: listening, jobs });
    process.send?.({ port: listening } satisfies EnhancerReady);
    await ended;
    log('shutting down', { signal: String(stop.reason) });
    await server.close(GRACE_MS);
  } finally {
    await crew.close();
  }
}

async function main(): Promise<number> {
  let settings: EnhancerSettings;
  try {
    settings = enhancerSettings();
  } catch (error) {
    console.error((error as Error).message);
    return EXIT.settings;
  }
  const stop = stopSignal();
  if (process.connected) setPriority(NICENESS);
  try {
    await serve(settings, stop);
    return EXIT.done;
  } catch (error) {
    if (stop.aborted) return EXIT.done;
    console.error(error instanceof Error ? error.message : String(error));
    return EXIT.failed;
  }
}

// The listener's connections and threads have ended by then. Anything else must not keep the process alive.
process.exit(await main());
