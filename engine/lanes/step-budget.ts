/**
 * How long a step may take before its lane is given up. Steps are bounded, and the longest takes a second or two on a
 * slow machine; this is for what was not foreseen.
 */
export interface Budget {
  readonly stepMs: number;
  /** For loading a voice, which may have to rewrite its model first. */
  readonly loadMs: number;
}

export const DEFAULT_BUDGET: Budget = { stepMs: 60_000, loadMs: 15 * 60_000 };

/** Time is counted in so many ticks of a budget. */
const TICKS = 30;

/**
 * Counts the time of running steps. Counted are ticks of a timer and not the clock: while this process is stopped or
 * gets no CPU time at all, the budget is not used up.
 */
export class StepBudget {
  readonly #budget: Budget;
  readonly #exhausted: () => void;
  #ticks = 0;
  #limitMs = 0;
  #timer: NodeJS.Timeout | null = null;

  /** @param exhausted called when a step has used up its budget, at most once for each */
  constructor(budget: Budget, exhausted: () => void) {
    this.#budget = budget;
    this.#exhausted = exhausted;
  }

  /** A step begins, or has loaded its voice and goes on. */
  begin(): void {
    this.#count(this.#budget.stepMs);
  }

  /** The step loads a voice first. */
  load(): void {
    this.#count(this.#budget.loadMs);
  }

  end(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #count(limitMs: number): void {
    this.#ticks = 0;
    if (this.#timer && limitMs === this.#limitMs) return;
    this.end();
    this.#limitMs = limitMs;
    this.#timer = setInterval(() => {
      if (++this.#ticks < TICKS) return;
      this.end();
      this.#exhausted();
    }, limitMs / TICKS).unref();
  }
}
