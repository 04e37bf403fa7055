import { EngineError } from '../errors.ts';

export interface AdmissionOptions {
  /** Steps that can run at once. */
  readonly lanes: number;
  /** Share of the lanes that streams in progress may claim before newcomers wait. */
  readonly targetLoad?: number;
  readonly maxWaiting?: number;
  readonly maxWaitMs?: number;
  readonly now?: () => number;
}

/** Held by a speaking stream for as long as it has text. */
export interface Ticket {
  release(): void;
}

interface Active {
  readonly leadMs: (nowMs: number) => number;
  readonly cost: () => number;
}

interface Waiter extends Active {
  readonly admit: (ticket: Ticket) => void;
  readonly refuse: (error: Error) => void;
}

/**
 * How far admission looks ahead. A stream that is ahead of its listener needs lanes only for the rest of this time: one
 * with half of it already delivered counts half, one with all of it delivered does not count.
 */
const HORIZON_MS = 10_000;
/** Waiting costs next to nothing; the timeout takes effect before this limit does. */
const MAX_WAITING = 1000;
/** Leads shrink with time and no event, so waiting streams are rechecked this often. */
const RECHECK_MS = 40;

/**
 * Lets as many streams speak at once as the lanes can keep supplied in real time; newcomers beyond that wait their
 * turn, first come, first served, and are rejected with 429 when the wait becomes unreasonable. Without it,
 * earliest-deadline-first scheduling would let newcomers starve the streams already speaking.
 */
export class Admission {
  readonly #active = new Set<Active>();
  readonly #waiting: Waiter[] = [];
  readonly #capacity: number;
  readonly #maxWaiting: number;
  readonly #maxWaitMs: number;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: AdmissionOptions) {
    this.#capacity = options.lanes * (options.targetLoad ?? 0.85);
    this.#maxWaiting = options.maxWaiting ?? MAX_WAITING;
    this.#maxWaitMs = options.maxWaitMs ?? 10_000;
    this.#now = options.now ?? (() => performance.now());
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get active(): number {
    return this.#active.size;
  }

  /**
   * Waits until the stream may begin to speak.
   * @param leadMs how far ahead of its listener the stream is; Infinity while the listener is not reading
   * @param cost lanes it occupies while it speaks in real time (its real-time factor)
   * @throws EngineError 429 when too many are waiting or the wait was too long; the signal's reason when aborted
   */
  acquire(leadMs: Active['leadMs'], cost: Active['cost'], signal: AbortSignal): Promise<Ticket> {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    const candidate = { leadMs, cost };
    if (this.#waiting.length === 0 && this.#fits(candidate)) return Promise.resolve(this.#admit(candidate));
    if (this.#waiting.length >= this.#maxWaiting) return Promise.reject(overloaded(this.#maxWaitMs));
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        ...candidate,
        admit: (ticket) => {
          settle();
          resolve(ticket);
        },
        refuse: (error) => {
          settle();
          reject(error);
        },
      };
      const leave = (error: Error): void => {
        const at = this.#waiting.indexOf(waiter);
        if (at >= 0) this.#waiting.splice(at, 1);
        waiter.refuse(error);
        this.#recheck();
      };
      const onAbort = (): void => leave(signal.reason as Error);
      const deadline = setTimeout(() => leave(overloaded(this.#maxWaitMs)), this.#maxWaitMs);
      const settle = (): void => {
        clearTimeout(deadline);
        signal.removeEventListener('abort', onAbort);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(waiter);
      this.#watch();
    });
  }

  #fits(candidate: Active): boolean {
    const nowMs = this.#now();
    let load = 0;
    for (const stream of this.#active) {
      load += stream.cost() * Math.max(0, 1 - stream.leadMs(nowMs) / HORIZON_MS);
    }
    return load === 0 || load + candidate.cost() <= this.#capacity;
  }

  #admit(candidate: Active): Ticket {
    this.#active.add(candidate);
    return {
      release: () => {
        if (this.#active.delete(candidate)) this.#recheck();
      },
    };
  }

  #recheck(): void {
    for (;;) {
      const next = this.#waiting[0];
      if (!next || !this.#fits(next)) break;
      this.#waiting.shift();
      next.admit(this.#admit(next));
    }
    this.#watch();
  }

  #watch(): void {
    if (this.#waiting.length > 0 && this.#timer === null) {
      this.#timer = setInterval(() => this.#recheck(), RECHECK_MS);
    } else if (this.#waiting.length === 0 && this.#timer !== null) {
      clearInterval(this.#timer);
      this.#timer = null;
    }
  }
}

function overloaded(maxWaitMs: number): EngineError {
  return new EngineError('speech_overloaded', { retryAfterMs: Math.ceil(maxWaitMs / 5) });
}
