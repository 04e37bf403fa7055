import { EngineError } from '../errors.ts';
import { FairQueue, SOON_MS } from '../scheduling/fair-queue.ts';
import { BACKGROUND, PresentOwners } from '../scheduling/present-owners.ts';
import { BackgroundLane } from './background-lane.ts';
import { type Job, Lane } from './lane.ts';
import type { LaneReply, LaneRequest, LaneResult } from './protocol.ts';
import { type Budget, DEFAULT_BUDGET } from './step-budget.ts';

type HeldBack = (owner: string, leftMs: number) => boolean;

export interface RunOptions<R extends LaneRequest> {
  /** Owner of the step. */
  readonly owner?: string;
  /** Called instead of an answer when an aborted step completes. */
  readonly unclaimed?: (result: LaneResult<R>) => void;
}

export interface PoolOptions {
  /** Where the dictionaries are; null, as by default, to read without. */
  readonly dictionaryFolder?: string | null;
  /** The worker to run; replaced only in tests. */
  readonly module?: URL;
  /** Shorter only in tests. */
  readonly budget?: Budget | undefined;
}

const LANE_MODULE = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);

/** Delays before a dead lane is restarted: none at first, then increasing while no lane completes a step. */
const RESTART_MS = [0, 0, 500, 2000, 10_000] as const;
/** How often steps are looked for that were not needed soon, and are now. */
const RECHECK_MS = 50;

/**
 * The worker threads, each running one step at a time. Waiting steps are shared fairly between owners; the steps of one
 * owner run in the order of their deadlines. While several owners are present, the last free lane is kept for steps
 * that are due, so that each owner's next sentence finds one. Steps without a listener then have one more lane, of
 * lower priority. Steps are short (tens of milliseconds), so none is interrupted: a cancelled step that is already
 * running completes, and its result is discarded. A step that exceeds its budget loses its lane, which is replaced.
 */
export class LanePool {
  readonly #queue = new FairQueue<Job>();
  /** Owners whose speech is requested at present. */
  readonly owners = new PresentOwners();
  readonly #lanes: Lane[] = [];
  readonly #background: BackgroundLane;
  readonly #dictionaryFolder: string | null;
  readonly #module: URL;
  readonly #budget: Budget;
  readonly #wanted: number;
  readonly #ready: Promise<void>;
  #closed = false;
  #busyMs = 0;
  #consecutiveCrashes = 0;
  #isDispatchDue = false;
  /** How many callers of `pauseAhead` each owner has. */
  readonly #paused = new Map<string, number>();
  #recheck: NodeJS.Timeout | null = null;

  constructor(size: number, options: PoolOptions = {}) {
    const { dictionaryFolder = null, module = LANE_MODULE, budget = DEFAULT_BUDGET } = options;
    this.#dictionaryFolder = dictionaryFolder;
    this.#module = module;
    this.#budget = budget;
    this.#wanted = size;
    this.#background = new BackgroundLane({
      module,
      dictionaryFolder,
      budget,
      onFree: () => this.#dispatchSoon(),
      onDone: (busyMs) => {
        this.#busyMs += busyMs;
      },
    });
    const started: Promise<void>[] = [];
    for (let i = 0; i < size; i++) started.push(this.#start(i));
    this.#ready = Promise.all(started).then(() => undefined);
    this.#ready.catch(() => undefined);
  }

  /** Resolves when all lanes are ready; rejects when one cannot be started. */
  ready(): Promise<void> {
    return this.#ready;
  }

  get size(): number {
    return this.#lanes.length;
  }

  get queued(): number {
    return this.#queue.size;
  }

  /** Number of idle lanes. */
  get idle(): number {
    return this.#lanes.filter((lane) => lane.isIdle).length;
  }

  /** Time spent on steps, summed over all lanes. */
  get busyMs(): number {
    return this.#busyMs;
  }

  /** The lanes as one owner uses them. */
  of(owner: string): Pick<LanePool, 'run' | 'idle'> {
    const pool = this;
    return {
      get idle() {
        return pool.idle;
      },
      run: (request, deadlineMs, signal, options) =>
        pool.run(request, deadlineMs, signal, { ...options, owner }),
    };
  }

  /**
   * Runs a step on the next free lane.
   * @param deadlineMs on the clock of `performance.now()`; of one owner's steps the earliest goes first
   * @returns the result and how long the step occupied its lane
   * @throws the signal's reason when aborted, whether waiting or running; Error when the step or its lane failed
   */
  run<R extends LaneRequest>(
    request: R,
    deadlineMs: number,
    signal: AbortSignal,
    { owner = BACKGROUND, unclaimed }: RunOptions<R> = {},
  ): Promise<{ result: LaneResult<R>; busyMs: number }> {
    if (this.#closed) return Promise.reject(new Error('the engine is closed'));
    if (this.#consecutiveCrashes >= RESTART_MS.length && this.#lanes.every((lane) => !lane.isReady)) {
      return Promise.reject(new Error('no synthesis thread could be started'));
    }
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    this.owners.see(owner);
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        job.cancelled = true;
        reject(signal.reason as Error);
      };
      const job: Job = {
        request,
        owner,
        cancelled: false,
        settle: (reply) => {
          signal.removeEventListener('abort', onAbort);
          if (reply.type === 'failed') {
            reject(reply.error ?? new Error(reply.message));
            return;
          }
          // The protocol pairs each kind of request with its kind of result.
          const result = reply.result as LaneResult<R>;
          if (job.cancelled) unclaimed?.(result);
          else resolve({ result, busyMs: reply.busyMs });
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#queue.push(job, owner, deadlineMs);
      this.#dispatch();
    });
  }

  /** Runs a step on every lane, ahead of anything waiting; for loading a voice, for example. */
  async runOnAll(request: LaneRequest): Promise<void> {
    await Promise.all(
      this.#lanes.map(
        (lane) =>
          new Promise<void>((resolve, reject) => {
            lane.own.push({
              request,
              owner: null,
              cancelled: false,
              settle: (reply) => (reply.type === 'failed' ? reject(new Error(reply.message)) : resolve()),
            });
            this.#dispatch();
          }),
      ),
    );
  }

  /**
   * Leaves the processors to other work that an owner waits for: until the returned function is called, steps of this
   * owner and background steps do not begin before they are needed soon.
   */
  pauseAhead(owner: string): () => void {
    this.#paused.set(owner, (this.#paused.get(owner) ?? 0) + 1);
    return () => {
      const left = this.#paused.get(owner)! - 1;
      if (left === 0) this.#paused.delete(owner);
      else this.#paused.set(owner, left);
      this.#dispatch();
    };
  }

  #isPaused(owner: string, leftMs: number): boolean {
    if (leftMs <= SOON_MS) return false;
    return this.#paused.has(owner) || (owner === BACKGROUND && this.#paused.size > 0);
  }

  /** Fails all steps at once and ends the threads, each when it has finished the step it is computing. */
  async close(): Promise<void> {
    this.#closed = true;
    const failure: LaneReply = { type: 'failed', message: 'the engine is closed', busyMs: 0 };
    this.#failWaiting(failure);
    await Promise.all([...this.#lanes.map((lane) => lane.close(failure)), this.#background.close(failure)]);
  }

  #failWaiting(failure: LaneReply): void {
    for (let next = this.#queue.peek(0); next; next = this.#queue.peek(0)) {
      this.#queue.shift(next.owner);
      next.item.settle(failure);
    }
    for (const lane of this.#lanes) for (const job of lane.own.splice(0)) job.settle(failure);
  }

  #start(index: number): Promise<void> {
    const lane = new Lane({
      module: this.#module,
      dictionaryFolder: this.#dictionaryFolder,
      // The first lane is also the first to receive work, so it is the one that serves a lone stream.
      boost: index === 0 && this.#wanted > 1,
      budget: this.#budget,
      own: this.#lanes[index]?.own ?? [],
      onChange: () => this.#dispatchSoon(),
      onDone: (busyMs) => {
        this.#busyMs += busyMs;
        this.#consecutiveCrashes = 0;
      },
      onOverdue: () => this.#giveUp(index),
      onCrash: (failure) => this.#restart(index, failure),
    });
    this.#lanes[index] = lane;
    return lane.started;
  }

  /** Replaces a lane that has died. */
  #restart(index: number, failure: LaneReply): void {
    const delayMs = RESTART_MS[Math.min(this.#consecutiveCrashes++, RESTART_MS.length - 1)] ?? 0;
    // No step should wait for lanes that fail to start.
    if (delayMs > 0 && this.#lanes.every((other) => !other.isReady)) this.#failWaiting(failure);
    setTimeout(() => {
      if (!this.#closed) this.#start(index);
    }, delayMs).unref();
  }

  /** Fails the step that a lane does not finish, and replaces the lane. */
  #giveUp(index: number): void {
    const lane = this.#lanes[index];
    if (!lane?.job || this.#closed) return;
    const busyMs = this.#budget.stepMs;
    this.#busyMs += busyMs;
    const job = lane.lose(busyMs);
    this.#start(index);
    const error = new EngineError('synthesis_given_up');
    job?.settle({ type: 'failed', message: error.message, error, busyMs });
  }

  /**
   * A stream that received a result requests its next step first. Otherwise that step would always wait behind another
   * one.
   */
  #dispatchSoon(): void {
    if (this.#isDispatchDue) return;
    this.#isDispatchDue = true;
    setImmediate(() => {
      this.#isDispatchDue = false;
      this.#dispatch();
    });
  }

  #dispatch(): void {
    const isHeldBack: HeldBack = (owner, leftMs) => leftMs > 0 && this.#isLastFor(owner);
    for (const lane of this.#lanes) {
      if (!lane.isIdle) continue;
      const job = lane.own.shift() ?? this.#next(isHeldBack);
      if (!job) continue;
      const isAlone =
        this.#queue.sizeBeside(BACKGROUND) === 0 &&
        this.#lanes.every((other) => other === lane || !other.job);
      lane.begin(job, this.#chargeOf(job), isAlone);
    }
    if (this.#paused.size > 0 && this.#queue.size > 0) this.#dispatchLater();
    const waits = this.#queue.size > this.#queue.sizeBeside(BACKGROUND);
    if (!waits || this.owners.beside(BACKGROUND) === 0 || !this.#background.isFree) return;
    const job = this.#next((owner) => owner !== BACKGROUND);
    if (job) this.#background.begin(job, this.#chargeOf(job));
  }

  #dispatchLater(): void {
    this.#recheck ??= setTimeout(() => {
      this.#recheck = null;
      this.#dispatch();
    }, RECHECK_MS).unref();
  }

  #chargeOf({ owner }: Job): ((busyMs: number) => void) | null {
    return owner === null ? null : this.#queue.started(owner);
  }

  /** The waiting step that is to run now on a free lane; undefined when there is none. */
  #next(isHeldBack: HeldBack): Job | undefined {
    const nowMs = performance.now();
    for (;;) {
      const next = this.#queue.peek(nowMs, (owner, deadlineMs) => {
        const leftMs = deadlineMs - nowMs;
        return this.#isPaused(owner, leftMs) || isHeldBack(owner, leftMs);
      });
      if (!next) return undefined;
      this.#queue.shift(next.owner);
      if (!next.item.cancelled) return next.item;
    }
  }

  /** Whether all lanes but one work for this owner, and other owners may need the last one. */
  #isLastFor(owner: string): boolean {
    if (this.owners.beside(owner) === 0) return false;
    if (owner === BACKGROUND) return true;
    if (this.#lanes.length === 1) return false;
    const taken = this.#lanes.filter((lane) => lane.job?.owner === owner);
    return taken.length === this.#lanes.length - 1;
  }
}
