import type { Worker } from 'node:worker_threads';
import { receivedError, type SendableError } from '../errors.ts';
import { UNATTENDED } from './background.ts';
import { replied } from './replied.ts';
import { spawnWorker } from './spawn.ts';

/** A thread's reply to a step. */
export type StepReply<Result> =
  | { readonly type: 'done'; readonly result: Result }
  /** The input is at fault. */
  | { readonly type: 'refused'; readonly refusal: SendableError }
  /** The engine is at fault. */
  | { readonly type: 'failed'; readonly message: string };

/** Start parameters of a thread. */
export interface StepSetup {
  readonly niceness: number;
}

export interface StepThreadOptions<Kind extends string> {
  /** The worker to run. */
  readonly module: URL;
  /** Purpose of its steps, for messages: "enrolment". */
  readonly purpose: string;
  /**
   * Steps that may be stopped by ending the thread: those that never run onnxruntime. Its binding does not survive the
   * end of the calling thread and takes the whole process down with it, so all others finish first, which takes some
   * seconds.
   */
  readonly stoppable: ReadonlySet<Kind>;
  /** Niceness of the thread, 0 (normal) to 19; default `UNATTENDED`. */
  readonly niceness?: number;
}

/**
 * One worker thread, started on its first step, running one step at a time. For work that takes seconds and may have to
 * be stopped, which means terminating the thread.
 * @typeParam Results the result of a step, by its kind
 */
export class StepThread<Step extends { readonly kind: keyof Results & string }, Results extends object> {
  readonly #options: StepThreadOptions<Step['kind']>;
  #worker: Worker | null = null;
  #settle: ((outcome: StepReply<Results[keyof Results]> | Error) => void) | null = null;
  /** Settles when the unstoppable step has finished; null when none is running. */
  #unstoppable: Promise<unknown> | null = null;
  #steps = 0;
  #last: Promise<unknown> = Promise.resolve();
  #ended: Promise<unknown> = Promise.resolve();

  constructor(options: StepThreadOptions<Step['kind']>) {
    this.#options = options;
  }

  /** Whether any step is unfinished. */
  get busy(): boolean {
    return this.#steps > 0;
  }

  get alive(): boolean {
    return this.#worker !== null;
  }

  /**
   * Runs a step after those before it. Aborting it ends the thread, since there is no other way to stop a step.
   * @throws EngineError when the input is at fault; Error when the thread failed; the signal's reason
   */
  run<S extends Step>(step: S, signal: AbortSignal): Promise<Results[S['kind']]> {
    this.#steps++;
    const result = this.#last
      .then(() => this.#perform(step, signal))
      .finally(() => {
        this.#steps--;
      });
    this.#last = result.catch(() => undefined);
    return result;
  }

  /**
   * Ends the thread as soon as possible; the running step fails with the reason immediately.
   * @returns when this thread, and any thread ended before it, is gone
   */
  async end(reason: Error): Promise<void> {
    const worker = this.#worker;
    const over = this.#unstoppable;
    this.#worker = null;
    this.#unstoppable = null;
    this.#settle?.(reason);
    if (worker) this.#ended = Promise.all([this.#ended, over]).then(() => worker.terminate());
    await this.#ended;
  }

  #perform<S extends Step>(step: S, signal: AbortSignal): Promise<Results[S['kind']]> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const { purpose, stoppable } = this.#options;
    const worker = this.#worker ?? this.#start();
    return new Promise((resolve, reject) => {
      const onAbort = (): void => void this.end(signal.reason);
      this.#settle = (outcome) => {
        this.#settle = null;
        signal.removeEventListener('abort', onAbort);
        if (outcome instanceof Error) reject(outcome);
        else if (outcome.type === 'failed') reject(new Error(`${purpose} failed: ${outcome.message}`));
        else if (outcome.type === 'refused') reject(receivedError(outcome.refusal));
        // Each kind of step has its own kind of result.
        else resolve(outcome.result as Results[S['kind']]);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      if (!stoppable.has(step.kind)) this.#unstoppable = replied(worker);
      worker.postMessage(step);
    });
  }

  #start(): Worker {
    const { module, niceness = UNATTENDED } = this.#options;
    const worker = spawnWorker(module, { niceness } satisfies StepSetup);
    this.#worker = worker;
    let cause = 'the thread ended';
    worker.on('error', (error) => {
      cause = error.message;
    });
    worker.on('message', (reply: StepReply<Results[keyof Results]>) => {
      if (this.#worker !== worker) return;
      this.#unstoppable = null;
      this.#settle?.(reply);
    });
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#settle?.(new Error(`a thread of ${this.#options.purpose} failed: ${cause}`));
    });
    return worker;
  }
}
