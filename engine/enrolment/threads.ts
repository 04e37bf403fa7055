import type { Worker } from 'node:worker_threads';
import { spawnWorker } from '../lanes/spawn.ts';
import { EnrolmentError } from './types.ts';
import type { Step, StepReply, StepResult } from './worker-protocol.ts';

export interface ThreadLimits {
  /** Enrolments that have a thread at the same time. */
  readonly running: number;
  /** Enrolments that wait for one; more are refused. */
  readonly waiting: number;
  /** A thread that had nothing to do for so long is ended, and its memory given back. */
  readonly idleMs: number;
}

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);

/**
 * Steps at which onnxruntime works. Its binding does not survive the end of the thread that called it and takes the whole
 * process with it, so that these steps are not stopped, but left alone to come to their end: some seconds.
 */
const UNSTOPPABLE: ReadonlySet<Step['kind']> = new Set<Step['kind']>(['enhance']);

interface Waiting {
  readonly admit: () => void;
  readonly refuse: (reason: Error) => void;
}

/**
 * The worker threads of enrolments. Not the lanes: a step here may take seconds, and a decoder at work on a hostile file
 * can only be stopped by ending its thread.
 */
export class Threads {
  readonly #limits: ThreadLimits;
  readonly #module: URL;
  readonly #waiting: Waiting[] = [];
  readonly #spare: EnrolmentThread[] = [];
  readonly #used = new Set<EnrolmentThread>();
  /** Places taken, also by those who were just let in and have no thread yet. */
  #taken = 0;
  #idle: NodeJS.Timeout | null = null;
  #closed = false;

  /** @param module the worker to run; another one than ours only in tests */
  constructor(limits: ThreadLimits, module: URL = WORKER) {
    this.#limits = limits;
    this.#module = module;
  }

  /** Threads that exist. */
  get size(): number {
    return [...this.#spare, ...this.#used].filter((thread) => thread.alive).length;
  }

  /**
   * Waits for a thread, which must be given back.
   * @throws EnrolmentError busy; the signal's reason when aborted
   */
  async enter(signal: AbortSignal): Promise<EnrolmentThread> {
    signal.throwIfAborted();
    if (this.#closed) throw shuttingDown();
    if (this.#taken >= this.#limits.running) await this.#wait(signal);
    else this.#taken++;
    return this.lend();
  }

  /** Gives its thread back, and its place to the next. */
  leave(thread: EnrolmentThread): void {
    this.giveBack(thread);
    const next = this.#waiting.shift();
    if (next) next.admit();
    else this.#taken--;
  }

  /** Another thread for an enrolment that has one, for what can be done beside; it must be given back. */
  lend(): EnrolmentThread {
    const thread = this.#spare.pop() ?? new EnrolmentThread(this.#module);
    this.#used.add(thread);
    return thread;
  }

  giveBack(thread: EnrolmentThread): void {
    this.#used.delete(thread);
    if (this.#closed || thread.busy) void thread.end(shuttingDown());
    else if (thread.alive) this.#spare.push(thread);
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#endSpare(), this.#limits.idleMs).unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#idle) clearTimeout(this.#idle);
    for (const { refuse } of this.#waiting.splice(0)) refuse(shuttingDown());
    await Promise.all([this.#endSpare(), ...[...this.#used].map((thread) => thread.end(shuttingDown()))]);
  }

  async #endSpare(): Promise<void> {
    await Promise.all(this.#spare.splice(0).map((thread) => thread.end(shuttingDown())));
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.#limits.waiting) {
      throw new EnrolmentError(
        'Too many voices are being learned at the moment; try again in a few seconds',
        {
          fault: 'busy',
          status: 503,
        },
      );
    }
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal.reason);
      };
      const waiting: Waiting = {
        admit: () => {
          signal.removeEventListener('abort', onAbort);
          resolve();
        },
        refuse: (reason) => {
          signal.removeEventListener('abort', onAbort);
          reject(reason);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(waiting);
    });
  }
}

/** One worker thread, started with its first step; it does one step after the other. */
export class EnrolmentThread {
  readonly #module: URL;
  #worker: Worker | null = null;
  #settle: ((outcome: StepReply | Error) => void) | null = null;
  /** Settles when the step that must not be stopped is over; null when there is none. */
  #unstoppable: Promise<unknown> | null = null;
  #steps = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(module: URL) {
    this.#module = module;
  }

  /** Whether there are steps that it has not finished. */
  get busy(): boolean {
    return this.#steps > 0;
  }

  get alive(): boolean {
    return this.#worker !== null;
  }

  /**
   * Has a step done when those before it are. Its thread ends with it when it is aborted: there is no other way to stop it.
   * @throws EnrolmentError when the recording is to blame; Error when the thread failed; the signal's reason
   */
  run<S extends Step>(step: S, signal: AbortSignal): Promise<StepResult<S>> {
    this.#steps++;
    const result = this.#last
      .then(() => this.#perform(step, signal))
      .finally(() => {
        this.#steps--;
      });
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Ends the thread, as soon as that can be; the step it is at fails for the reason, at once. */
  async end(reason: Error): Promise<void> {
    const worker = this.#worker;
    const over = this.#unstoppable;
    this.#worker = null;
    this.#unstoppable = null;
    this.#settle?.(reason);
    await over;
    await worker?.terminate();
  }

  #perform<S extends Step>(step: S, signal: AbortSignal): Promise<StepResult<S>> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const worker = this.#worker ?? this.#start();
    return new Promise((resolve, reject) => {
      const onAbort = (): void => void this.end(signal.reason);
      this.#settle = (outcome) => {
        this.#settle = null;
        signal.removeEventListener('abort', onAbort);
        if (outcome instanceof Error) reject(outcome);
        else if (outcome.type === 'failed') reject(new Error(`enrolment failed: ${outcome.message}`));
        else if (outcome.type === 'refused')
          reject(new EnrolmentError(outcome.refusal.message, outcome.refusal));
        // Each kind of step has its kind of result.
        else resolve(outcome.result as StepResult<S>);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      if (UNSTOPPABLE.has(step.kind)) this.#unstoppable = replied(worker);
      worker.postMessage(step);
    });
  }

  #start(): Worker {
    const worker = spawnWorker(this.#module, null);
    this.#worker = worker;
    let cause = 'the thread ended';
    worker.on('error', (error) => {
      cause = error.message;
    });
    worker.on('message', (reply: StepReply) => {
      if (this.#worker !== worker) return;
      this.#unstoppable = null;
      this.#settle?.(reply);
    });
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#settle?.(new Error(`an enrolment thread failed: ${cause}`));
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

const shuttingDown = (): EnrolmentError =>
  new EnrolmentError('The server is shutting down', { fault: 'busy', status: 503 });
