import { spawnWorker } from '../../engine/setup.ts';
import type { Place } from '../call/doors/door.ts';
import type { FailureSound } from '../call/failure-sound.ts';
import type { Scenario } from '../file/scenario.ts';
import type { ModelEndpoint } from '../model/endpoint.ts';
import type { RunReport } from '../report/report.ts';

const EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
const WORKER = new URL(`./run-worker${EXTENSION}`, import.meta.url);
/** Of the JavaScript heap, which does not contain sound. */
const HEAP = { maxOldGenerationSizeMb: 256 };

export interface RunOrder {
  readonly scenarios: readonly Scenario[];
  readonly place: Place;
  readonly agentId: string;
  readonly repeat: number;
  readonly jobs: number;
  readonly seed: number;
  /** Of callers with a goal, and of judgements; null for none. */
  readonly model: ModelEndpoint | null;
  /** How much the callers may say in all, not counting callers with a goal. */
  readonly maxSaidMs: number;
}

/** A run of a scenario that is over. */
export interface DoneRun {
  /** Its index in the order. */
  readonly scenario: number;
  readonly report: RunReport;
  readonly sound: FailureSound | null;
}

/** Messages of the thread. `reason` is why it ended early; null where it did not. */
export type FromThread =
  | { readonly kind: 'asks' }
  | { readonly kind: 'ran'; readonly done: DoneRun }
  | { readonly kind: 'ended'; readonly reason: string | null };

export interface RunListener {
  /** Settles when the next call may begin. */
  mayCall(): Promise<void>;
  onRun(done: DoneRun): void;
}

/**
 * Runs scenarios in a thread, because their patterns may take any time. Call it with scenarios that `parseScenarios`
 * has checked. The speech of callers, too, comes from the server at the place.
 * @param signal ends the calls at once
 * @throws Error that says why the run ended before it was complete
 */
export async function runInThread(
  order: RunOrder,
  listener: RunListener,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const worker = spawnWorker(WORKER, order, HEAP);
  const stop = (): void => void worker.terminate();
  signal.addEventListener('abort', stop);
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'asks') void listener.mayCall().then(() => worker.postMessage(null));
      else if (message.kind === 'ran') listener.onRun(message.done);
      else if (message.reason === null) resolve();
      else reject(new Error(message.reason));
    });
    worker.on('error', reject);
    worker.on('exit', () => reject(signal.aborted ? signal.reason : new Error('the thread ended')));
  }).finally(() => {
    signal.removeEventListener('abort', stop);
    stop();
  });
}
