/** Silence after which the agent asks whether the caller is still there, in ms. */
export const NUDGE_MS = 30_000;
/** Silence of the caller after which the agent hangs up, in ms. */
export const GIVE_UP_MS = 300_000;

export interface CallerAwayTimerOptions {
  readonly nudge: () => void;
  readonly giveUp: () => void;
  readonly nudgeMs?: number;
  readonly giveUpMs?: number;
}

/** Measures how long neither side has spoken. */
export class CallerAwayTimer {
  readonly #options: Required<CallerAwayTimerOptions>;
  #nudge: NodeJS.Timeout | null = null;
  #giveUp: NodeJS.Timeout | null = null;
  #isNudged = false;
  #closed = false;

  constructor(options: CallerAwayTimerOptions) {
    this.#options = { nudgeMs: NUDGE_MS, giveUpMs: GIVE_UP_MS, ...options };
  }

  /** Resets the timer when the caller does anything. */
  callerActive(): void {
    this.#isNudged = false;
    this.#restartNudge();
    if (this.#giveUp) clearTimeout(this.#giveUp);
    this.#giveUp = this.#closed ? null : setTimeout(this.#options.giveUp, this.#options.giveUpMs);
  }

  /** Silence is measured from the end of the agent's speech. */
  agentSpeaks(speaking: boolean): void {
    if (speaking) this.#stopNudge();
    else this.#restartNudge();
  }

  close(): void {
    this.#closed = true;
    this.#stopNudge();
    if (this.#giveUp) clearTimeout(this.#giveUp);
  }

  #restartNudge(): void {
    this.#stopNudge();
    if (this.#closed || this.#isNudged) return;
    this.#nudge = setTimeout(() => {
      this.#isNudged = true;
      this.#options.nudge();
    }, this.#options.nudgeMs);
  }

  #stopNudge(): void {
    if (this.#nudge) clearTimeout(this.#nudge);
    this.#nudge = null;
  }
}
