import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type ProcessorTimes, processorTimes } from '../../machine/processor-times.ts';

/** Measuring interval; usage within it is averaged. */
const INTERVAL_MS = 500;
/** Load varies: the busiest of this many intervals counts. */
const REMEMBERED = 4;
/** More threads than this gain little on a small model. */
const MAX_THREADS = 4;
/** Share of a thread's processor that other programs may use. Above it, the other threads wait for this one. */
const SHARED = 0.25;

/**
 * Number of threads for urgent work. Threads of whisper.cpp wait for each other by spinning: with a thread that shares
 * its processor, an utterance of three seconds took 2 to 15 s, and 0.4 s with a single thread; one thread too few costs
 * the caller a tenth of a second. Therefore one processor is always left to other programs, and more than one thread is
 * used only if the machine has been idle for two seconds and nothing else is running.
 */
export class SpareProcessors {
  readonly #read: () => ProcessorTimes;
  readonly #others: () => number;
  readonly #most: number;
  #last: ProcessorTimes;
  /** Number of processors that other processes left unused, in each of the last intervals. */
  #spare: number[] = [];

  /**
   * @param most number of processors available to this process
   * @param others number of other programs' threads that are running or ready to run
   */
  constructor(
    read: () => ProcessorTimes = processorTimes,
    most: number = availableParallelism(),
    others: () => number = runnableThreads,
  ) {
    this.#read = read;
    this.#others = others;
    this.#most = Math.max(1, Math.min(most - 1, MAX_THREADS));
    this.#last = read();
  }

  /** Measures every half second, without keeping the process alive. */
  start(): void {
    setInterval(() => this.look(), INTERVAL_MS).unref();
  }

  look(): void {
    const now = this.#read();
    const idleMs = now.idleMs - this.#last.idleMs;
    const allMs = idleMs + now.busyMs - this.#last.busyMs;
    const ownMs = now.ownMs - this.#last.ownMs;
    this.#last = now;
    if (allMs <= 0) return;
    this.#spare.push(((idleMs + ownMs) / allMs) * now.processors);
    this.#spare = this.#spare.slice(-REMEMBERED);
  }

  /** At least one. */
  get threads(): number {
    if (this.#spare.length === 0) return 1;
    const threads = Math.min(this.#most, Math.floor(Math.min(...this.#spare) + SHARED));
    if (threads <= 1) return 1;
    return Math.max(1, Math.min(threads, this.#last.processors - this.#others()));
  }
}

/** On Linux (see proc_loadavg(5)), without the reading thread; unknown elsewhere. */
function runnableThreads(): number {
  try {
    const [, running = '1'] = /(\d+)\/\d+/.exec(readFileSync('/proc/loadavg', 'latin1')) ?? [];
    return Math.max(0, Number(running) - 1);
  } catch {
    return 0;
  }
}
