import { setTimeout as sleep } from 'node:timers/promises';
import type { ResourceLimits, Worker } from 'node:worker_threads';
import type { EngineError } from '../errors.ts';
import { spawnWorker } from '../threads/spawn.ts';
import { handedOn } from './handed-on.ts';
import { createNativeCalls, endThread, type NativeCalls } from './native-calls.ts';
import type { LaneMessage, LaneOrder, LaneReply, LaneRequest, LaneSetup } from './protocol.ts';
import { type Budget, StepBudget } from './step-budget.ts';

/** Result of a step: the lane's reply, or an error of the pool itself. */
export type Settled = LaneReply & { readonly error?: EngineError };

export interface Job {
  readonly request: LaneRequest;
  /** Null for a step that every lane runs, such as loading a voice. */
  readonly owner: string | null;
  readonly settle: (reply: Settled) => void;
  cancelled: boolean;
}

export interface LaneOptions {
  /** The worker to run. */
  readonly module: URL;
  /** Whether this lane serves a lone stream. */
  readonly boost: boolean;
  /** Whether its steps have no listener: it then has a lower priority. */
  readonly background?: boolean;
  /** Folder of the dictionaries; null to read without them. */
  readonly dictionaryFolder: string | null;
  readonly budget: Budget;
  /** Steps for this lane only, which its predecessor did not run. */
  readonly own: Job[];
  /** Called when the lane is ready or has sent a message about its step. */
  readonly onChange: () => void;
  /** Called when a step has succeeded or failed, before it is settled. */
  readonly onDone: (busyMs: number) => void;
  /** Called when a step has exceeded its budget. */
  readonly onOverdue: () => void;
  /** Called when the thread has ended by itself. Its step, if there was one, fails with the same error. */
  readonly onCrash: (failure: LaneReply) => void;
}

// Without this, the inference runtime keeps a device id on disk for telemetry. It reads the variable from the process
// environment, of which threads only have a copy.
process.env.ORT_DISABLE_TELEMETRY ??= '1';

/** Far more heap than a lane's bounded steps need. Tensors and espeak-ng's memory do not count. */
const HEAP: ResourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };
/** Longest wait for a step in progress when closing, in ms. Only loading a voice takes more than a moment. */
const MAX_STEP_WAIT_MS = 10_000;

/** One worker thread and the step that it runs. */
export class Lane {
  readonly own: Job[];
  /** Resolves when the lane is ready; rejects when it cannot start. */
  readonly started: Promise<void>;
  readonly #worker: Worker;
  readonly #nativeCalls: NativeCalls;
  readonly #budget: StepBudget;
  readonly #options: LaneOptions;
  #job: Job | null = null;
  /** Called with the time for which the job occupied the lane, in ms. */
  #charge: ((busyMs: number) => void) | null = null;
  #isReady = false;
  /** Whether another lane has replaced it. */
  #isLost = false;
  #isClosed = false;

  constructor(options: LaneOptions) {
    const { module, boost, background = false, dictionaryFolder, budget, own, onOverdue } = options;
    this.#options = options;
    this.own = own;
    this.#nativeCalls = createNativeCalls();
    this.#budget = new StepBudget(budget, onOverdue);
    const setup: LaneSetup = { boost, background, dictionaryFolder, nativeCalls: this.#nativeCalls };
    this.#worker = spawnWorker(module, setup, HEAP);
    this.started = this.#listen();
    this.started.catch(() => undefined);
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** The step that it runs. */
  get job(): Job | null {
    return this.#job;
  }

  get isIdle(): boolean {
    return this.#isReady && this.#job === null;
  }

  /**
   * Begins a step; only for a lane that is idle.
   * @param charge is told how many milliseconds it took
   * @param alone whether nothing else runs or waits
   */
  begin(job: Job, charge: ((busyMs: number) => void) | null, alone: boolean): void {
    this.#job = job;
    this.#charge = charge;
    this.#budget.begin();
    const { request } = job;
    const handed = request.kind === 'render' ? handedOn(request.state) : [];
    this.#worker.postMessage({ request, alone } satisfies LaneOrder, handed);
  }

  /** Ends a thread that does not finish its step. @returns the step, which is charged `busyMs` and not settled */
  lose(busyMs: number): Job | null {
    const job = this.#vacate(busyMs);
    this.#isLost = true;
    void endThread(this.#worker, this.#nativeCalls);
    return job;
  }

  /** Fails its step at once and ends the thread when that has finished it. */
  async close(failure: LaneReply): Promise<void> {
    this.#isClosed = true;
    const job = this.#job;
    this.#job = null;
    this.#budget.end();
    job?.settle(failure);
    const gone = endThread(this.#worker, this.#nativeCalls);
    await Promise.race([gone, sleep(MAX_STEP_WAIT_MS, undefined, { ref: false })]);
    this.#worker.unref();
  }

  #listen(): Promise<void> {
    const { onChange, onDone, onCrash } = this.#options;
    return new Promise((resolve, reject) => {
      this.#worker.on('message', (message: LaneMessage) => {
        if (this.#isLost) return;
        if (message.type === 'ready') {
          this.#isReady = true;
          resolve();
        } else if (message.type === 'loading') {
          this.#budget.load();
        } else if (message.type === 'loaded') {
          this.#budget.begin();
        } else {
          onDone(message.busyMs);
          this.#vacate(message.busyMs)?.settle(message);
        }
        onChange();
      });
      let cause = 'the thread ended';
      this.#worker.on('error', (error) => {
        cause = error.message;
      });
      this.#worker.on('exit', () => {
        if (this.#isClosed || this.#isLost) return;
        const job = this.#vacate(0);
        this.#isReady = false;
        const message = `a synthesis thread failed: ${cause}`;
        const failure: LaneReply = { type: 'failed', message, busyMs: 0 };
        job?.settle(failure);
        reject(new Error(`a synthesis thread could not start: ${cause}`));
        onCrash(failure);
      });
    });
  }

  /** @returns the job that the lane has finished or lost */
  #vacate(busyMs: number): Job | null {
    const job = this.#job;
    const charge = this.#charge;
    this.#budget.end();
    this.#job = null;
    this.#charge = null;
    charge?.(busyMs);
    return job;
  }
}
