import { availableParallelism, cpus } from 'node:os';

/** What the machine's processors have done until now, all of them together, in ms. */
export interface ProcessorTimes {
  readonly processors: number;
  readonly busyMs: number;
  readonly idleMs: number;
  /** Of the busy time, what went into this process: it is there for its next work. */
  readonly ownMs: number;
}

/** How often is looked: what happens between two looks is averaged. */
const INTERVAL_MS = 500;
/** More threads than that gain little on a small model. */
const MAX_THREADS = 4;
/** How much of a thread's processor others may be using. With more, the threads that have theirs alone wait for it. */
const SHARED = 0.25;

/**
 * How many threads may work on something urgent. Threads of whisper.cpp wait for each other by spinning, so that one
 * too many costs more than it brings, and takes the time of those who speak; one too few costs the caller a tenth of a
 * second. Nobody knows what the machine will do; what it did in the last half second is the best guess.
 */
export class SpareProcessors {
  readonly #read: () => ProcessorTimes;
  readonly #most: number;
  #last: ProcessorTimes;
  /** Processors' worth of time that nobody else used. */
  #spare = 0;

  /** @param most processors that this process may run on */
  constructor(read: () => ProcessorTimes = machineTimes, most: number = availableParallelism()) {
    this.#read = read;
    this.#most = Math.min(most, MAX_THREADS);
    this.#last = read();
  }

  /** Looks again every half second, as long as the process lives otherwise. */
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

  /** One at least. */
  get threads(): number {
    return Math.max(1, Math.min(this.#most, Math.floor(this.#spare + SHARED)));
  }
}

function machineTimes(): ProcessorTimes {
  const processors = cpus();
  const { user, system } = process.cpuUsage();
  let busyMs = 0;
  let idleMs = 0;
  for (const { times } of processors) {
    busyMs += times.user + times.nice + times.sys + times.irq;
    idleMs += times.idle;
  }
  return { processors: processors.length, busyMs, idleMs, ownMs: (user + system) / 1000 };
}
