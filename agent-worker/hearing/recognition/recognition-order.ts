import { primaryLanguage, type Recogniser } from '../../../engine/index.ts';

/** Speech that waits for the recogniser. Both fields change while it waits. */
export interface Candidate {
  /** The speech is over: its caller waits for an answer. */
  readonly wanted: boolean;
  /** The caller continued to speak: the result is no longer needed. */
  readonly stale: boolean;
  /** Stops its work, because a caller who waits for an answer needs the recogniser. */
  readonly giveWay?: () => void;
}

interface Waiting {
  readonly candidate: Candidate;
  readonly go: (goes: boolean) => void;
}

/** Share of recent time beyond which a busy recogniser takes no guesses. */
const BUSY_SHARE = 0.4;
const WHILE_MS = 10_000;

/**
 * The order in which a recogniser handles the speech of all callers of this process. A local recogniser handles one job
 * at a time: callers who wait for an answer come before guesses, each in order of arrival, and a withdrawn guess is not
 * recognised at all. If the recogniser is busy most of the time, guesses wait until their text is wanted: a guess saves
 * its caller some 150 ms, but its work delays all others.
 */
export class RecognitionOrder {
  static readonly #orders = new WeakMap<Recogniser, Map<string, RecognitionOrder>>();
  readonly #most: number;
  readonly #waiting: Waiting[] = [];
  /** Recent periods of work. */
  #worked: { readonly fromMs: number; readonly toMs: number }[] = [];
  readonly #running = new Set<Candidate>();

  /** @param most largest number of jobs that are recognised at a time */
  constructor(most: number) {
    this.#most = most;
  }

  /** One order for each recogniser; languages may have their own recogniser. */
  static of(recogniser: Recogniser, lang: string): RecognitionOrder {
    const language = primaryLanguage(lang);
    const orders = RecognitionOrder.#orders.get(recogniser) ?? new Map<string, RecognitionOrder>();
    RecognitionOrder.#orders.set(recogniser, orders);
    // A recogniser without local cost runs elsewhere and has its own order.
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

  /**
   * Does the work when it is this candidate's turn; at once if nothing else runs.
   * @param work calls `release` if the recogniser is free for the next candidate earlier than the work is done
   * @returns null if the candidate became stale
   */
  async run<T>(candidate: Candidate, work: (release: () => void) => Promise<T>): Promise<T | null> {
    if (this.#running.size < this.#most && this.#mayRun(candidate)) this.#running.add(candidate);
    else if (!(await this.#turn(candidate))) return null;
    const fromMs = performance.now();
    const release = (): void => {
      if (!this.#running.delete(candidate)) return;
      const toMs = performance.now();
      // The time of a job that gives way to guesses does not count, because it does not delay them.
      if (!candidate.giveWay)
        this.#worked = [...this.#worked.filter((each) => each.toMs > toMs - WHILE_MS), { fromMs, toMs }];
      this.#next();
    };
    try {
      return await work(release);
    } finally {
      release();
    }
  }

  /**
   * Candidates have changed: stale ones are removed, and wanted ones start even if the recogniser is busy most of the
   * time.
   */
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

  /** Share of recent time in which the recogniser worked. */
  get #busyShare(): number {
    const sinceMs = performance.now() - WHILE_MS;
    const within = ({ fromMs, toMs }: { fromMs: number; toMs: number }): number =>
      Math.max(0, toMs - Math.max(fromMs, sinceMs));
    return this.#worked.reduce((busyMs, each) => busyMs + within(each), 0) / WHILE_MS;
  }
}
