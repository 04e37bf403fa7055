/**
 * Timeouts after which a step's lane is replaced. Steps are bounded, and the longest takes a second or two on a slow
 * machine, so only unforeseen failures exceed these.
 */
export interface Budget {
  readonly stepMs: number;
  /** Timeout of loading a voice, which may have to rewrite its model first. */
  readonly loadMs: number;
}

export const DEFAULT_BUDGET: Budget = { stepMs: 60_000, loadMs: 15 * 60_000 };

/** Number of timer ticks in a budget. */
const TICKS = 30;

/**
 * Measures the time of running steps in timer ticks instead of clock time, so that a budget is not consumed while this
 * process is stopped or gets no CPU time.
 */
export class StepBudget {
  readonly #budget: Budget;
  readonly #exhausted: () => void;
  #ticks = 0;
  #limitMs = 0;
  #timer: NodeJS.Timeout | null = null;

  /** @param exhausted called when a step has exceeded its budget, at most once per step */
  constructor(budget: Budget, exhausted: () => void) {
    this.#budget = budget;
    this.#exhausted = exhausted;
  }

  /** Starts the budget of a step that begins, or that continues after loading its voice. */
  begin(): void {
    this.#count(this.#budget.stepMs);
  }

  /** Starts the budget for loading a voice. */
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
