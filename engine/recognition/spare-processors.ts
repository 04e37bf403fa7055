import { availableParallelism } from 'node:os';
import { type ProcessorTimes, processorTimes } from '../machine/processor-times.ts';

/** Measuring interval; usage within it is averaged. */
const INTERVAL_MS = 500;
/** More threads than this gain little on a small model. */
const MAX_THREADS = 4;
/** How much of a thread's processor others may be using. With more, the threads that have theirs alone wait for it. */
const SHARED = 0.25;

/**
 * How many threads urgent work may use. Threads of whisper.cpp wait for each other by spinning, so one too many costs
 * more than it gains and takes time from speech synthesis; one too few costs the caller a tenth of a second. The best
 * prediction of the machine's load is that of the last half second.
 */
export class SpareProcessors {
  readonly #read: () => ProcessorTimes;
  readonly #most: number;
  #last: ProcessorTimes;
  /** Number of processors that nobody else used. */
  #spare = 0;

  /** @param most number of processors available to this process */
  constructor(read: () => ProcessorTimes = processorTimes, most: number = availableParallelism()) {
    this.#read = read;
    this.#most = Math.min(most, MAX_THREADS);
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
    if (allMs > 0) this.#spare = ((idleMs + ownMs) / allMs) * now.processors;
  }

  /** At least one. */
  get threads(): number {
    return Math.max(1, Math.min(this.#most, Math.floor(this.#spare + SHARED)));
  }
}
