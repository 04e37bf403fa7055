import { DeadlineQueue } from './deadline-queue.ts';

/** Assumed length of a step until steps have been measured: a window of a Piper voice, in ms. */
const FIRST_STEP_MS = 50;
/** Weight of one step in the running average of their lengths. */
const STEP_SMOOTHING = 0.1;
/**
 * Upper bound of the lane time, in ms, by which an owner who returns from silence is behind the others. It is long
 * enough for the first sound of a sentence, so that owners with more lane time do not interrupt it.
 */
const CREDIT_MS = 200;
/** Upper bound of the lane time beyond their share that counts against an owner, in ms. */
const MAX_DEBT_MS = 2000;
/** Steps due within this time (ms) go before later ones, regardless of the lane time that their owner has had. */
export const SOON_MS = 1750;

interface Share<T> {
  readonly steps: DeadlineQueue<T>;
  /** Lane time that the owner has had, on a clock that all owners share: virtual time. */
  servedMs: number;
  running: number;
}

export interface Next<T> {
  readonly owner: string;
  readonly item: T;
}

/** Sort key of each owner's next step. Its parts are compared in this order, the lowest first. */
type Rank = readonly [urgency: number, servedMs: number, running: number, deadlineMs: number];

/**
 * Waiting steps, shared fairly between owners. Steps that are due go first, then those needed soon, then the rest.
 * Among equally urgent steps, those of the owner who has had the least lane time go first (start-time fair queueing,
 * with measured instead of known lengths), and among one owner's steps the one with the earliest deadline. An owner who
 * floods the queue falls behind within their own share.
 */
export class FairQueue<T> {
  readonly #shares = new Map<string, Share<T>>();
  #size = 0;
  #stepMs = FIRST_STEP_MS;

  /** Steps that wait. */
  get size(): number {
    return this.#size;
  }

  /** Number of waiting steps of all other owners. */
  sizeBeside(owner: string): number {
    return this.#size - (this.#shares.get(owner)?.steps.size ?? 0);
  }

  push(item: T, owner: string, deadlineMs: number): void {
    this.#busyShare(owner).steps.push(item, deadlineMs);
    this.#size++;
  }

  /**
   * The step that is to run next and its owner. It stays in the queue. Undefined when there is none.
   * @param isHeldBack whether an owner's next step may not run now
   */
  peek(
    nowMs: number,
    isHeldBack: (owner: string, deadlineMs: number) => boolean = () => false,
  ): Next<T> | undefined {
    let best: { readonly owner: string; readonly share: Share<T>; readonly rank: Rank } | undefined;
    for (const [owner, share] of this.#shares) {
      const deadlineMs = share.steps.deadlineMs;
      if (deadlineMs === undefined || isHeldBack(owner, deadlineMs)) continue;
      const rank: Rank = [urgency(deadlineMs - nowMs), share.servedMs, share.running, deadlineMs];
      if (!best || isBefore(rank, best.rank)) best = { owner, share, rank };
    }
    const item = best?.share.steps.first;
    return best && item !== undefined ? { owner: best.owner, item } : undefined;
  }

  /** Removes what `peek` returned. If it is run, `started` has to be called. */
  shift(owner: string): void {
    const share = this.#shares.get(owner);
    if (share?.steps.shift() === undefined) return;
    this.#size--;
  }

  /** A step of this owner begins to run. Until its length is known, it counts as long as steps are on average. */
  started(owner: string): (busyMs: number) => void {
    const share = this.#busyShare(owner);
    const assumedMs = this.#stepMs;
    share.running++;
    share.servedMs += assumedMs;
    return (busyMs) => {
      share.running--;
      share.servedMs += busyMs - assumedMs;
      this.#stepMs += STEP_SMOOTHING * (busyMs - this.#stepMs);
      share.servedMs = Math.min(share.servedMs, this.#leastServedMs(share) + MAX_DEBT_MS);
    };
  }

  /** The share of an owner who is busy from now on. */
  #busyShare(owner: string): Share<T> {
    let share = this.#shares.get(owner);
    if (share && isBusy(share)) return share;
    // An idle owner accumulates no claim to lane time.
    const floorMs = this.#leastServedMs(share) - CREDIT_MS;
    const isAlone = floorMs === Number.POSITIVE_INFINITY;
    if (isAlone) this.#shares.clear();
    else this.#forgetPaidOff(floorMs);
    const servedMs = isAlone ? 0 : Math.max(share?.servedMs ?? floorMs, floorMs);
    share = { steps: new DeadlineQueue(), servedMs, running: 0 };
    this.#shares.set(owner, share);
    return share;
  }

  /** The least lane time that a busy owner has had; Infinity when there is none beside `except`. */
  #leastServedMs(except?: Share<T>): number {
    let leastMs = Number.POSITIVE_INFINITY;
    for (const share of this.#shares.values()) {
      if (share !== except && isBusy(share)) leastMs = Math.min(leastMs, share.servedMs);
    }
    return leastMs;
  }

  /** Forgets idle owners whose lane time is no more than a new owner starts with. */
  #forgetPaidOff(floorMs: number): void {
    for (const [owner, share] of this.#shares) {
      if (!isBusy(share) && share.servedMs <= floorMs) this.#shares.delete(owner);
    }
  }
}

const isBusy = ({ steps, running }: Share<unknown>): boolean => running > 0 || steps.size > 0;

/** 0 for a step that is due, 1 for one that is needed soon, 2 for one that is computed ahead. */
function urgency(leftMs: number): number {
  if (leftMs <= 0) return 0;
  return leftMs <= SOON_MS ? 1 : 2;
}

function isBefore(a: Rank, b: Rank): boolean {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at >= 0 && (a[at] as number) < (b[at] as number);
}
