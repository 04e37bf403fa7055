import type { Worker } from 'node:worker_threads';
import { receivedError, type SendableError } from '../errors.ts';
import { spawnWorker } from './spawn.ts';

/** What a thread answers to a step. */
export type StepReply<Result> =
  | { readonly type: 'done'; readonly result: Result }
  /** What was to be worked on is to blame. */
  | { readonly type: 'refused'; readonly refusal: SendableError }
  /** We are. */
  | { readonly type: 'failed'; readonly message: string };

export interface StepThreadOptions<Kind extends string> {
  /** The worker to run. */
  readonly module: URL;
  /** What its steps are part of, for messages: "enrolment". */
  readonly purpose: string;
  /**
   * Steps at which onnxruntime works. Its binding does not survive the end of the thread that called it and takes the
   * whole process with it, so that these steps are not stopped, but left alone to come to their end: some seconds.
   */
  readonly unstoppable: ReadonlySet<Kind>;
}

/**
 * One worker thread, started with its first step; it does one step after the other. For work of seconds that may have
 * to be stopped: that takes the end of the thread.
 * @typeParam Results what comes of a step, by its kind
 */
export class StepThread<Step extends { readonly kind: keyof Results & string }, Results extends object> {
  readonly #options: StepThreadOptions<Step['kind']>;
  #worker: Worker | null = null;
  #settle: ((outcome: StepReply<Results[keyof Results]> | Error) => void) | null = null;
  /** Settles when the step that must not be stopped is over; null when there is none. */
  #unstoppable: Promise<unknown> | null = null;
  #steps = 0;
  #last: Promise<unknown> = Promise.resolve();
  #ended: Promise<unknown> = Promise.resolve();

  constructor(options: StepThreadOptions<Step['kind']>) {
    this.#options = options;
  }

  /** Whether there are steps that it has not finished. */
  get busy(): boolean {
    return this.#steps > 0;
  }

  get alive(): boolean {
    return this.#worker !== null;
  }

  /**
   * Has a step done when those before it are. Its thread ends with it when it is aborted: there is no other way to stop
   * it.
   * @throws EngineError when what was to be worked on is to blame; Error when the thread failed; the signal's reason
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
   * Ends the thread, as soon as that can be; the step it is at fails for the reason, at once.
   * @returns when it is no more, and no other that was ended before it
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
    const { purpose, unstoppable } = this.#options;
    const worker = this.#worker ?? this.#start();
    return new Promise((resolve, reject) => {
      const onAbort = (): void => void this.end(signal.reason);
      this.#settle = (outcome) => {
        this.#settle = null;
        signal.removeEventListener('abort', onAbort);
        if (outcome instanceof Error) reject(outcome);
        else if (outcome.type === 'failed') reject(new Error(`${purpose} failed: ${outcome.message}`));
        else if (outcome.type === 'refused') reject(receivedError(outcome.refusal));
        // Each kind of step has its kind of result.
        else resolve(outcome.result as Results[S['kind']]);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      if (unstoppable.has(step.kind)) this.#unstoppable = replied(worker);
      worker.postMessage(step);
    });
  }

  #start(): Worker {
    const worker = spawnWorker(this.#options.module, null);
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

/** When a thread has answered, or is no more. */
function replied(worker: Worker): Promise<void> {
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
