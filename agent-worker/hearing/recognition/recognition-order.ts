import type { Recogniser } from '../../../engine/index.ts';

/** Speech to be recognised. Both change while it waits. */
export interface Candidate {
  /** The speech is over: its caller waits for an answer. */
  readonly wanted: boolean;
  /** The caller went on speaking: nobody needs it any more. */
  readonly stale: boolean;
}

interface Waiting {
  readonly candidate: Candidate;
  readonly go: (goes: boolean) => void;
}

/**
 * Whose speech a recogniser hears next, of all callers of this process. One on this machine hears one after the other:
 * callers who wait for an answer go before guesses, each in the order in which they came, and a guess that came to
 * nothing meanwhile is not recognised at all. So the busier it is, the less of its time goes into guesses.
 */
export class RecognitionOrder {
  static readonly #orders = new WeakMap<Recogniser, Map<string, RecognitionOrder>>();
  readonly #most: number;
  readonly #waiting: Waiting[] = [];
  #running = 0;

  /** @param most that are recognised at a time */
  constructor(most: number) {
    this.#most = most;
  }

  /** The same for all whose speech goes to the same recogniser: languages may have their own. */
  static of(recogniser: Recogniser, lang: string): RecognitionOrder {
    const [language = lang] = lang.split('-');
    const orders = RecognitionOrder.#orders.get(recogniser) ?? new Map<string, RecognitionOrder>();
    RecognitionOrder.#orders.set(recogniser, orders);
    // What costs nothing here runs elsewhere, and has its own order.
    const order =
      orders.get(language) ??
      new RecognitionOrder(recogniser.utteranceCpuSeconds === 0 ? Number.POSITIVE_INFINITY : 1);
    orders.set(language, order);
    return order;
  }

  /** Does the work in this candidate's turn; at once if nothing else is done. @returns null when it went stale */
  async run<T>(candidate: Candidate, work: () => Promise<T>): Promise<T | null> {
    if (this.#running < this.#most) this.#running++;
    else if (!(await this.#turn(candidate))) return null;
    try {
      return await work();
    } finally {
      this.#running--;
      this.#next();
    }
  }

  /** A candidate has gone stale: it makes way at once. */
  update(): void {
    for (let i = this.#waiting.length - 1; i >= 0; i--) {
      if (this.#waiting[i]!.candidate.stale) this.#waiting.splice(i, 1)[0]!.go(false);
    }
  }

  #turn(candidate: Candidate): Promise<boolean> {
    return new Promise((go) => this.#waiting.push({ candidate, go }));
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    this.#running++;
    const wanted = this.#waiting.findIndex(({ candidate }) => candidate.wanted);
    this.#waiting.splice(Math.max(0, wanted), 1)[0]!.go(true);
  }
}
