import { cpus } from 'node:os';

/** Total CPU time of the machine's processors so far, in ms. */
export interface ProcessorTimes {
  readonly processors: number;
  readonly busyMs: number;
  readonly idleMs: number;
  /** Part of the busy time that this process used, and can use again for its next work. */
  readonly ownMs: number;
}

export function processorTimes(): ProcessorTimes {
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

/** Measures the machine's CPU load between two calls. */
export class MachineLoad {
  readonly #read: () => ProcessorTimes;
  #last: ProcessorTimes;

  constructor(read: () => ProcessorTimes = processorTimes) {
    this.#read = read;
    this.#last = read();
  }

  /** Returns the load of all processors together since the last call, 0 to 1. */
  take(): number {
    const now = this.#read();
    const busyMs = now.busyMs - this.#last.busyMs;
    const allMs = busyMs + now.idleMs - this.#last.idleMs;
    this.#last = now;
    return allMs > 0 ? busyMs / allMs : 0;
  }
}
