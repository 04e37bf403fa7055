import { EngineError } from '../../engine/errors.ts';
import { ATTENDED } from '../../engine/threads/background.ts';
import { StepThread } from '../../engine/threads/step-thread.ts';
import type { Step, StepResults } from './worker-protocol.ts';

export interface ThreadLimits {
  /** Number of enrolments that have a thread at the same time. */
  readonly running: number;
  /** Number of enrolments that may wait for one. More are refused. */
  readonly waiting: number;
  /** Time after which an idle thread is ended, which frees its memory. */
  readonly idleMs: number;
  /** Niceness of the threads. Default: that of work that a user waits for. */
  readonly niceness?: number;
}

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);

/** Steps that never run onnxruntime. */
const STOPPABLE: ReadonlySet<Step['kind']> = new Set<Step['kind']>([
  'decode',
  'check',
  'slow',
  'embed',
  'align',
  'take',
  'score',
  'loudness',
  'learn',
]);

interface Waiting {
  readonly admit: () => void;
  readonly refuse: (reason: Error) => void;
}

/**
 * The worker threads of enrolments. They are not lanes, because a step may take seconds, and a decoder that works on a
 * hostile file can only be stopped by ending its thread.
 */
export class EnrolmentThreads {
  readonly #limits: ThreadLimits;
  readonly #module: URL;
  readonly #waiting: Waiting[] = [];
  readonly #spare: EnrolmentThread[] = [];
  readonly #used = new Set<EnrolmentThread>();
  /** Threads that are being ended, and may still be at a step that must not be stopped. */
  readonly #ending = new Set<Promise<void>>();
  /** Places that are taken, including those of enrolments that were admitted and have no thread yet. */
  #taken = 0;
  #idle: NodeJS.Timeout | null = null;
  #closed = false;

  /** @param module the worker, which tests replace */
  constructor(limits: ThreadLimits, module: URL = WORKER) {
    this.#limits = limits;
    this.#module = module;
  }

  /** Threads that exist. */
  get size(): number {
    return [...this.#spare, ...this.#used].filter((thread) => thread.alive).length;
  }

  /**
   * Waits for a thread, which has to be returned by `leave`.
   * @throws EngineError busy; the signal's reason when aborted
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

  /** A further thread for an enrolment, for work beside its first one; it must be returned. */
  lend(): EnrolmentThread {
    const thread = this.#spare.pop() ?? new EnrolmentThread(this.#module, this.#limits.niceness);
    this.#used.add(thread);
    return thread;
  }

  giveBack(thread: EnrolmentThread): void {
    this.#used.delete(thread);
    // A thread that is not alive may still be running its last step.
    if (!this.#closed && !thread.busy && thread.alive) this.#spare.push(thread);
    else this.#end(thread);
    if (this.#idle) clearTimeout(this.#idle);
    if (!this.#closed) this.#idle = setTimeout(() => this.#endSpare(), this.#limits.idleMs).unref();
  }

  /** Ends all threads; over when none is left, also of those that were given back before. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#idle) clearTimeout(this.#idle);
    for (const { refuse } of this.#waiting.splice(0)) refuse(shuttingDown());
    this.#endSpare();
    for (const thread of this.#used) this.#end(thread);
    while (this.#ending.size > 0) await Promise.all(this.#ending);
  }

  #endSpare(): void {
    for (const thread of this.#spare.splice(0)) this.#end(thread);
  }

  #end(thread: EnrolmentThread): void {
    const ending = thread.end(shuttingDown()).finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.#limits.waiting) {
      throw new EngineError('enrolments_busy');
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

/** One worker thread of an enrolment. */
export class EnrolmentThread extends StepThread<Step, StepResults> {
  constructor(module: URL, niceness = ATTENDED) {
    super({
      module,
      purpose: 'enrolment',
      stoppable: STOPPABLE,
      niceness,
    });
  }
}

const shuttingDown = (): EngineError => new EngineError('enrolment_closing');
