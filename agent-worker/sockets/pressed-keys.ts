/** Keys that follow one another within this time belong together. */
const PAUSE_MS = 1500;
/** Longer numbers are handed over in parts. */
const MAX_KEYS = 32;

/** Gathers the keys that a caller presses until `#`, or a pause, ends them. */
export class PressedKeys {
  readonly #onKeys: (keys: readonly string[]) => void;
  readonly #pauseMs: number;
  #keys: string[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(onKeys: (keys: readonly string[]) => void, pauseMs = PAUSE_MS) {
    this.#onKeys = onKeys;
    this.#pauseMs = pauseMs;
  }

  /** @param key one of 0-9, A-D, `*`, `#` */
  press(key: string): void {
    this.#stop();
    // Alone it is an answer, too; after others it only ends them.
    if (key !== '#' || this.#keys.length === 0) this.#keys.push(key);
    if (key === '#' || this.#keys.length >= MAX_KEYS) this.#hand();
    else this.#timer = setTimeout(() => this.#hand(), this.#pauseMs);
  }

  /** Forgets what was not handed over. */
  close(): void {
    this.#stop();
    this.#keys = [];
  }

  #hand(): void {
    this.#stop();
    const keys = this.#keys;
    this.#keys = [];
    this.#onKeys(keys);
  }

  #stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** The keys as the caller's turn. */
export function keysAsTurn(keys: readonly string[]): string {
  return `I pressed ${keys.join(' ')} on the telephone keypad.`;
}
