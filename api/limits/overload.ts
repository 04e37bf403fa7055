import { readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { type ApiError, refusal } from '../errors/api-error.ts';

/** What a process can have too much of. */
export const OVERLOAD_CAUSES = ['event_loop', 'memory'] as const;
export type OverloadCause = (typeof OVERLOAD_CAUSES)[number];

/** One look at the process. */
export type Reading = Readonly<Record<OverloadCause, number>>;

interface Threshold {
  /** From here on new work is refused, and below `leave` taken again. In between it stays as it is. */
  readonly enter: number;
  readonly leave: number;
  /** So many looks in a row have to agree: a moment is no overload. */
  readonly looks: number;
}

const LOOK_EVERY_MS = 1000;
const RESOLUTION_MS = 20;
const THRESHOLDS: Readonly<Record<OverloadCause, Threshold>> = {
  /** Milliseconds that half of the event loop's turns are late by, in the second before the look. */
  event_loop: { enter: 250, leave: 100, looks: 3 },
  /** Share of the memory limit in use: a process that reaches it is killed, with all its streams. */
  memory: { enter: 0.9, leave: 0.8, looks: 2 },
};
const RETRY_AFTER_SECONDS = 5;

/** How a process is looked at. Replaced only in tests. */
export interface Probe {
  read(): Promise<Reading>;
  close(): void;
}

/**
 * Whether this process has more to do than it can: then it refuses new work, early and cheaply, while what is running
 * goes on. How much speech the lanes can bear is decided by the engine's admission, stream by stream.
 */
export class Overload {
  readonly #probe: Probe;
  readonly #state = new Map<OverloadCause, { isOver: boolean; agreeing: number }>();
  readonly #timer: NodeJS.Timeout;
  #reading: Reading = { event_loop: 0, memory: 0 };
  #isLooking = false;

  constructor(probe: Probe = processProbe()) {
    this.#probe = probe;
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  /** What was seen last. */
  get reading(): Reading {
    return this.#reading;
  }

  /** What there is too much of; null when new work is welcome. */
  get cause(): OverloadCause | null {
    return OVERLOAD_CAUSES.find((cause) => this.#state.get(cause)?.isOver) ?? null;
  }

  /** @throws ApiError 503 with Retry-After while there is too much of something */
  check(): void {
    if (this.cause !== null) throw overloaded();
  }

  /** Looks at the process, as happens every second. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#reading = await this.#probe.read();
    this.#isLooking = false;
    for (const cause of OVERLOAD_CAUSES) this.#judge(cause, this.#reading[cause]);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#probe.close();
  }

  #judge(cause: OverloadCause, value: number): void {
    const { enter, leave, looks } = THRESHOLDS[cause];
    const { isOver, agreeing } = this.#state.get(cause) ?? { isOver: false, agreeing: 0 };
    const differs = isOver ? value < leave : value >= enter;
    const turns = differs && agreeing + 1 >= looks;
    this.#state.set(cause, {
      isOver: turns ? !isOver : isOver,
      agreeing: differs && !turns ? agreeing + 1 : 0,
    });
  }
}

const overloaded = (): ApiError => refusal('server_overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS });

function processProbe(): Probe {
  const delays: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  // What the container may have, or the machine has; without a container's limit an absurdly large number is reported.
  const limitBytes = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
  return {
    read: async () => {
      const lateMs = delays.count === 0 ? 0 : delays.percentile(50) / 1e6 - RESOLUTION_MS;
      delays.reset();
      return { event_loop: Math.max(0, lateMs), memory: (await usedBytes()) / limitBytes };
    },
    close: () => delays.disable(),
  };
}

/** Memory that only this process can free: without the pages of files, such as the weights of voices. */
async function usedBytes(): Promise<number> {
  const status = await readFile('/proc/self/status', 'latin1').catch(() => '');
  let kib = 0;
  for (const [, value] of status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)) kib += Number(value);
  return kib > 0 ? kib * 1024 : process.memoryUsage.rss();
}
