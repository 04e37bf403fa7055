import { EngineError } from '../errors.ts';
import { type Job, Lane, type Settled } from './lane.ts';
import type { Budget } from './step-budget.ts';

/** Time after the last step until the lane ends, in ms: its models take memory. */
const IDLE_MS = 60_000;
/** Delay before the lane is restarted after its thread has failed, in ms. */
const REST_MS = 5000;

export interface BackgroundLaneOptions {
  /** The worker to run. */
  readonly module: URL;
  readonly dictionaryFolder: string | null;
  readonly budget: Budget;
  /** Called when the lane can take a step. */
  readonly onFree: () => void;
  readonly onDone: (busyMs: number) => void;
}

/**
 * An additional lane of lower priority for steps without a listener. It starts when it is first needed and ends after
 * an idle time.
 */
export class BackgroundLane {
  readonly #options: BackgroundLaneOptions;
  #lane: Lane | null = null;
  #idle: NodeJS.Timeout | null = null;
  #notBeforeMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(options: BackgroundLaneOptions) {
    this.#options = options;
  }

  /** Whether it can take a step now. If it is not running, this starts it, and `onFree` is called when it is ready. */
  get isFree(): boolean {
    if (this.#isClosed) return false;
    if (this.#lane === null && performance.now() >= this.#notBeforeMs) this.#start();
    return this.#lane?.isIdle ?? false;
  }

  /** Begins a step; only while it is free. @param charge is called with the step's duration in ms */
  begin(job: Job, charge: ((busyMs: number) => void) | null): void {
    if (this.#idle) clearTimeout(this.#idle);
    this.#lane?.begin(job, charge, false);
  }

  /** Fails its step at once and ends the thread. */
  async close(failure: Settled): Promise<void> {
    this.#isClosed = true;
    await this.#end(failure);
  }

  #start(): void {
    const { module, dictionaryFolder, budget, onFree, onDone } = this.#options;
    const lane = new Lane({
      module,
      boost: false,
      background: true,
      dictionaryFolder,
      budget,
      own: [],
      onChange: () => {
        if (lane.isIdle) this.#endLater();
        onFree();
      },
      onDone,
      onOverdue: () => {
        const job = lane.lose(budget.stepMs);
        this.#forget(lane);
        onDone(budget.stepMs);
        const error = new EngineError('synthesis_given_up');
        job?.settle({ type: 'failed', message: error.message, error, busyMs: budget.stepMs });
        onFree();
      },
      onCrash: () => this.#forget(lane),
    });
    this.#lane = lane;
  }

  #forget(lane: Lane): void {
    if (this.#lane !== lane) return;
    this.#lane = null;
    this.#notBeforeMs = performance.now() + REST_MS;
  }

  #endLater(): void {
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = setTimeout(
      () => void this.#end({ type: 'failed', message: 'nothing was to be done', busyMs: 0 }),
      IDLE_MS,
    ).unref();
  }

  async #end(failure: Settled): Promise<void> {
    const lane = this.#lane;
    this.#lane = null;
    if (this.#idle) clearTimeout(this.#idle);
    await lane?.close(failure);
  }
}
