/** Keys pressed within this time of each other belong together. */
const PAUSE_MS = 1500;
/** Longer input is passed on in parts. */
const MAX_DIGITS = 32;

/** Collects the digits a caller presses until `#` or a pause ends them. */
export class DtmfCollector {
  readonly #onDigits: (digits: readonly string[]) => void;
  readonly #pauseMs: number;
  #digits: string[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(onDigits: (digits: readonly string[]) => void, pauseMs = PAUSE_MS) {
    this.#onDigits = onDigits;
    this.#pauseMs = pauseMs;
  }

  /** @param digit one of 0-9, A-D, `*`, `#` */
  press(digit: string): void {
    this.#stop();
    // On its own, `#` is an answer too; after other digits it only ends them.
    if (digit !== '#' || this.#digits.length === 0) this.#digits.push(digit);
    if (digit === '#' || this.#digits.length >= MAX_DIGITS) this.#flush();
    else this.#timer = setTimeout(() => this.#flush(), this.#pauseMs);
  }

  /** Discards digits that were not passed on. */
  close(): void {
    this.#stop();
    this.#digits = [];
  }

  #flush(): void {
    this.#stop();
    const digits = this.#digits;
    this.#digits = [];
    this.#onDigits(digits);
  }

  #stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** Formats the digits as the caller's turn. */
export function dtmfAsTurn(digits: readonly string[]): string {
  return `I pressed ${digits.join(' ')} on the telephone keypad.`;
}
