import { EngineError } from '../errors.ts';
import { ANYBODY, PresentOwners } from './present-owners.ts';
import { judge } from './shares.ts';

export interface AdmissionOptions {
  /** Steps that can run at once. */
  readonly lanes: number;
  /** Share of the lanes that streams in progress may claim before newcomers wait. */
  readonly targetLoad?: number;
  readonly maxWaiting?: number;
  readonly maxWaitMs?: number;
  /** The owners whose speech is requested at present, as the lanes know them. */
  readonly owners?: PresentOwners;
  readonly now?: () => number;
}

/** Held by a speaking stream for as long as it has text. */
export interface Ticket {
  release(): void;
}

interface Active {
  readonly owner: string;
  readonly leadMs: (nowMs: number) => number;
  readonly cost: () => number;
}

interface Waiter extends Active {
  readonly isLive: boolean;
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
 * Lets as many streams speak at once as the lanes can keep supplied in real time; further streams wait, and are
 * rejected with 429 when the wait becomes unreasonable. The next turn goes to the owner whose streams claim least, and
 * among one owner's streams to the one that has waited longest: an owner who opens many streams delays only their own
 * (`shares.ts` has the rules). Speech of conversations takes precedence over the owner's other speech, and waits
 * without a limit, because a caller cannot retry. The number of accepted conversations limits it. Without admission,
 * earliest-deadline-first scheduling would let newcomers starve the streams already speaking.
 */
export class Admission {
  readonly #active = new Set<Active>();
  /** Waiting streams by owner, in order of arrival; no empty lists. */
  readonly #waiting = new Map<string, Waiter[]>();
  /** Owners with streams that timed out, and how many streams they had waiting then. */
  readonly #timedOut = new Map<string, number>();
  readonly #lanes: number;
  readonly #capacity: number;
  readonly #maxWaiting: number;
  readonly #maxWaitMs: number;
  readonly #now: () => number;
  readonly #owners: PresentOwners;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: AdmissionOptions) {
    this.#lanes = options.lanes;
    this.#capacity = options.lanes * (options.targetLoad ?? 0.85);
    this.#maxWaiting = options.maxWaiting ?? MAX_WAITING;
    this.#maxWaitMs = options.maxWaitMs ?? 10_000;
    this.#now = options.now ?? (() => performance.now());
    this.#owners = options.owners ?? new PresentOwners(this.#now);
  }

  get waiting(): number {
    let waiting = 0;
    for (const waiters of this.#waiting.values()) waiting += waiters.length;
    return waiting;
  }

  get active(): number {
    return this.#active.size;
  }

  /** Admission of one owner's streams. @param isLive whether they are speech of a conversation */
  of(owner: string, isLive = false): Pick<Admission, 'acquire'> {
    return { acquire: (leadMs, cost, signal) => this.acquire(leadMs, cost, signal, owner, isLive) };
  }

  /**
   * Waits until the stream may begin to speak.
   * @param leadMs how far ahead of its listener the stream is; Infinity while the listener is not reading
   * @param cost lanes it occupies while it speaks in real time (its real-time factor)
   * @param isLive whether it is speech of a conversation
   * @throws EngineError 429 when too many streams wait, or this one has waited too long; never for a conversation; the
   * signal's reason when aborted
   */
  acquire(
    leadMs: Active['leadMs'],
    cost: Active['cost'],
    signal: AbortSignal,
    owner: string = ANYBODY,
    isLive = false,
  ): Promise<Ticket> {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    this.#owners.see(owner);
    if (!isLive && this.#wouldTimeOut(owner)) return Promise.reject(overloaded(this.#maxWaitMs));
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        owner,
        isLive,
        leadMs,
        cost,
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
        this.#remove(waiter);
        waiter.refuse(error);
        this.#recheck();
      };
      const onAbort = (): void => leave(signal.reason as Error);
      const timeOut = (): void => {
        this.#timedOut.set(owner, this.#waiting.get(owner)?.length ?? 0);
        leave(overloaded(this.#maxWaitMs));
      };
      const deadline = isLive ? undefined : setTimeout(timeOut, this.#maxWaitMs);
      const settle = (): void => {
        clearTimeout(deadline);
        signal.removeEventListener('abort', onAbort);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#enqueue(waiter);
      this.#recheck();
      if (this.waiting > this.#maxWaiting) this.#refuseOne();
    });
  }

  /**
   * Whether one more stream of this owner would probably time out. After a timeout this holds until only half as many
   * of the owner's streams wait. The client gets the error immediately and can turn to another server.
   */
  #wouldTimeOut(owner: string): boolean {
    const timedOut = this.#timedOut.get(owner);
    if (timedOut === undefined) return false;
    if ((this.#waiting.get(owner)?.length ?? 0) > timedOut / 2) return true;
    this.#timedOut.delete(owner);
    return false;
  }

  /** Refuses the newest waiting stream of the owner with most waiting: a flood displaces only its own streams. */
  #refuseOne(): void {
    let longest: readonly Waiter[] = [];
    // If several owners have equally many, the last of them.
    for (const queue of this.#waiting.values()) if (queue.length >= longest.length) longest = queue;
    const last = longest.at(-1);
    if (!last) return;
    this.#remove(last);
    last.refuse(overloaded(this.#maxWaitMs));
  }

  #enqueue(waiter: Waiter): void {
    const queue = this.#waiting.get(waiter.owner) ?? [];
    this.#waiting.set(waiter.owner, queue);
    const behind = waiter.isLive ? queue.findIndex(({ isLive }) => !isLive) : -1;
    if (behind < 0) queue.push(waiter);
    else queue.splice(behind, 0, waiter);
  }

  #remove(waiter: Waiter): void {
    const queue = this.#waiting.get(waiter.owner);
    const at = queue?.indexOf(waiter) ?? -1;
    if (!queue || at < 0) return;
    queue.splice(at, 1);
    if (queue.length > 0) return;
    this.#waiting.delete(waiter.owner);
    this.#timedOut.delete(waiter.owner);
  }

  /** Claims of the speaking streams of each owner, in lanes. */
  #loads(): Map<string, number> {
    const nowMs = this.#now();
    const loads = new Map<string, number>();
    for (const { owner, cost, leadMs } of this.#active) {
      const load = cost() * Math.max(0, 1 - leadMs(nowMs) / HORIZON_MS);
      if (load > 0) loads.set(owner, (loads.get(owner) ?? 0) + load);
    }
    return loads;
  }

  #admit(waiter: Waiter): Ticket {
    const { owner, cost, leadMs } = waiter;
    const active: Active = { owner, cost, leadMs };
    this.#remove(waiter);
    this.#active.add(active);
    return {
      release: () => {
        if (this.#active.delete(active)) this.#recheck();
      },
    };
  }

  #recheck(): void {
    if (this.#waiting.size > 0) this.#admitWhoFit();
    this.#watch();
  }

  #admitWhoFit(): void {
    const loads = this.#loads();
    const capacity = { total: this.#capacity, lanes: this.#lanes };
    // Owners who have to leave room for others are passed over.
    const passed = new Set<string>();
    for (;;) {
      const next = this.#firstInTurn(loads, passed);
      if (!next) return;
      const { owner } = next;
      const claim = { owner, load: loads.get(owner) ?? 0, cost: next.cost() };
      const verdict = judge(claim, loads, this.#owners.beside(owner), capacity);
      if (verdict === 'full') return;
      if (verdict === 'beyond_share') {
        passed.add(owner);
        continue;
      }
      next.admit(this.#admit(next));
      loads.set(owner, claim.load + claim.cost);
    }
  }

  #firstInTurn(loads: ReadonlyMap<string, number>, passed: ReadonlySet<string>): Waiter | undefined {
    let first: Waiter | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [owner, [waiter]] of this.#waiting) {
      const load = loads.get(owner) ?? 0;
      if (load >= least || passed.has(owner)) continue;
      first = waiter;
      least = load;
    }
    return first;
  }

  #watch(): void {
    if (this.#waiting.size > 0 && this.#timer === null) {
      this.#timer = setInterval(() => this.#recheck(), RECHECK_MS);
    } else if (this.#waiting.size === 0 && this.#timer !== null) {
      clearInterval(this.#timer);
      this.#timer = null;
    }
  }
}

function overloaded(maxWaitMs: number): EngineError {
  return new EngineError('speech_overloaded', { retryAfterMs: Math.ceil(maxWaitMs / 5) });
}
