import { primaryLanguage, type Recogniser } from '../../../engine/index.ts';

/** Speech to be recognised. Both change while it waits. */
export interface Candidate {
  /** The speech is over: its caller waits for an answer. */
  readonly wanted: boolean;
  /** The caller went on speaking: nobody needs it any more. */
  readonly stale: boolean;
  /** Ends its work, which a caller who waits for an answer needs more. */
  readonly giveWay?: () => void;
}

interface Waiting {
  readonly candidate: Candidate;
  readonly go: (goes: boolean) => void;
}

/** A recogniser that worked for more than this share of the last while has no time for guesses. */
const BUSY_SHARE = 0.4;
const WHILE_MS = 10_000;

/**
 * Whose speech a recogniser hears next, of all callers of this process. One on this machine hears one after the other:
 * callers who wait for an answer go before guesses, each in the order in which they came, and a guess that came to
 * nothing meanwhile is not recognised at all. Where it works most of the time, guesses wait until they are wanted: they
 * save a caller some 150 ms, and cost all others what they take.
 */
export class RecognitionOrder {
  static readonly #orders = new WeakMap<Recogniser, Map<string, RecognitionOrder>>();
  readonly #most: number;
  readonly #waiting: Waiting[] = [];
  /** When it worked, in the last while. */
  #worked: { readonly fromMs: number; readonly toMs: number }[] = [];
  readonly #running = new Set<Candidate>();

  /** @param most that are recognised at a time */
  constructor(most: number) {
    this.#most = most;
  }

  /** The same for all whose speech goes to the same recogniser: languages may have their own. */
  static of(recogniser: Recogniser, lang: string): RecognitionOrder {
    const language = primaryLanguage(lang);
    const orders = RecognitionOrder.#orders.get(recogniser) ?? new Map<string, RecognitionOrder>();
    RecognitionOrder.#orders.set(recogniser, orders);
    // What costs nothing here runs elsewhere, and has its own order.
    const order =
      orders.get(language) ??
      new RecognitionOrder(recogniser.utteranceCpuSeconds === 0 ? Number.POSITIVE_INFINITY : 1);
    orders.set(language, order);
    return order;
  }

  /** Whether a speculative job could start now. */
  get hasTime(): boolean {
    return this.#running.size < this.#most && this.#mayRun({ wanted: false, stale: false });
  }

  /** Does the work in this candidate's turn; at once if nothing else is done. @returns null when it went stale */
  async run<T>(candidate: Candidate, work: () => Promise<T>): Promise<T | null> {
    if (this.#running.size < this.#most && this.#mayRun(candidate)) this.#running.add(candidate);
    else if (!(await this.#turn(candidate))) return null;
    const fromMs = performance.now();
    try {
      return await work();
    } finally {
      const toMs = performance.now();
      // A job that gives way delays no guess, so its time does not count.
      if (!candidate.giveWay)
        this.#worked = [...this.#worked.filter((each) => each.toMs > toMs - WHILE_MS), { fromMs, toMs }];
      this.#running.delete(candidate);
      this.#next();
    }
  }

  /** Candidates have changed: stale ones make way at once, and a wanted one need not wait for a quiet moment. */
  update(): void {
    for (let i = this.#waiting.length - 1; i >= 0; i--) {
      if (this.#waiting[i]!.candidate.stale) this.#waiting.splice(i, 1)[0]!.go(false);
    }
    this.#makeWay();
    this.#next();
  }

  #turn(candidate: Candidate): Promise<boolean> {
    return new Promise((go) => {
      this.#waiting.push({ candidate, go });
      this.#makeWay();
    });
  }

  #makeWay(): void {
    if (!this.#waiting.some(({ candidate }) => candidate.wanted)) return;
    for (const { giveWay } of this.#running) giveWay?.();
  }

  #next(): void {
    if (this.#running.size >= this.#most) return;
    const wanted = this.#waiting.findIndex(({ candidate }) => candidate.wanted);
    const next = this.#waiting[Math.max(0, wanted)];
    if (next === undefined || !this.#mayRun(next.candidate)) return;
    this.#running.add(next.candidate);
    this.#waiting.splice(Math.max(0, wanted), 1);
    next.go(true);
  }

  #mayRun(candidate: Candidate): boolean {
    return candidate.wanted || this.#most > 1 || this.#busyShare <= BUSY_SHARE;
  }

  /** Share of the last while in which it worked. */
  get #busyShare(): number {
    const sinceMs = performance.now() - WHILE_MS;
    const within = ({ fromMs, toMs }: { fromMs: number; toMs: number }): number =>
      Math.max(0, toMs - Math.max(fromMs, sinceMs));
    return this.#worked.reduce((busyMs, each) => busyMs + within(each), 0) / WHILE_MS;
  }
}
