import { readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { type ApiError, refusal } from '../errors/api-error.ts';

/** Resources that a process can run out of. */
export const OVERLOAD_CAUSES = ['event_loop', 'memory'] as const;
export type OverloadCause = (typeof OVERLOAD_CAUSES)[number];

/** One measurement of the process. */
export type Reading = Readonly<Record<OverloadCause, number>>;

interface Threshold {
  /**
   * Threshold above which new work is refused. Below `leave` it is accepted again. In between, the state does not
   * change.
   */
  readonly enter: number;
  readonly leave: number;
  /** Number of consecutive measurements that have to agree, so that a short peak is not an overload. */
  readonly looks: number;
}

const LOOK_EVERY_MS = 1000;
const RESOLUTION_MS = 20;
const THRESHOLDS: Readonly<Record<OverloadCause, Threshold>> = {
  /** Median lateness of the event loop's turns in the second before the measurement, in ms. */
  event_loop: { enter: 250, leave: 100, looks: 3 },
  /** Share of the memory limit in use. A process that reaches the limit is killed, with all its streams. */
  memory: { enter: 0.9, leave: 0.8, looks: 2 },
};
const RETRY_AFTER_SECONDS = 5;

/** The measurements of a process. Replaced only in tests. */
export interface Probe {
  read(): Promise<Reading>;
  close(): void;
}

/**
 * Detects whether this process is overloaded. It then refuses new work, early and cheaply, while running work
 * continues. How much speech the lanes can compute is decided by the engine's admission, stream by stream.
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

  /** The last measurement. */
  get reading(): Reading {
    return this.#reading;
  }

  /** The cause of the overload; null when new work is accepted. */
  get cause(): OverloadCause | null {
    return OVERLOAD_CAUSES.find((cause) => this.#state.get(cause)?.isOver) ?? null;
  }

  /** @throws ApiError 503 with Retry-After during overload */
  check(): void {
    if (this.cause !== null) throw overloaded();
  }

  /** Takes one measurement, as happens every second. */
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
  // The limit of the container or the memory of the machine. Without a container's limit an absurdly large number is
  // reported.
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

/** Memory that only this process can free. Excludes the pages of files, such as the weights of voices. */
async function usedBytes(): Promise<number> {
  const status = await readFile('/proc/self/status', 'latin1').catch(() => '');
  let kib = 0;
  for (const [, value] of status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)) kib += Number(value);
  return kib > 0 ? kib * 1024 : process.memoryUsage.rss();
}
