/** Threshold (RMS of 16-bit samples) above which a block of 10 ms is the agent's voice and not comfort noise. */
export const VOICE_LEVEL = 250;
export const BLOCK_MS = 10;

/** Records when a listener heard the agent's voice: the times of voiced blocks of 10 ms. */
export class HeardSound {
  #timesMs: number[] = [];
  #onVoice: (() => void)[] = [];

  /** @param atMs by one clock, in ascending order */
  voiced(atMs: number): void {
    this.#timesMs.push(atMs);
    for (const wake of this.#onVoice.splice(0)) wake();
  }

  /** Discards audio after this time, because the listener was told to stop. */
  forgetAfter(atMs: number): void {
    this.#timesMs = this.#timesMs.filter((timeMs) => timeMs <= atMs);
  }

  firstAfter(atMs: number): number | null {
    return this.#timesMs.find((timeMs) => timeMs > atMs) ?? null;
  }

  /** @returns null when nothing was heard in between */
  lastBetween(fromMs: number, toMs: number): number | null {
    return this.#timesMs.findLast((timeMs) => timeMs >= fromMs && timeMs <= toMs) ?? null;
  }

  /** Times of all voiced blocks, in order. */
  get all(): readonly number[] {
    return this.#timesMs;
  }

  /** Duration of the voice between two times, in ms. */
  voicedBetween(fromMs: number, toMs: number): number {
    return BLOCK_MS * this.#timesMs.filter((timeMs) => timeMs > fromMs && timeMs <= toMs).length;
  }

  get lastMs(): number {
    return this.#timesMs.at(-1) ?? Number.NEGATIVE_INFINITY;
  }

  /** Waits for the first voice after a time. Returns null after the timeout. */
  async waitAfter(atMs: number, withinMs: number): Promise<number | null> {
    const deadlineMs = performance.now() + withinMs;
    for (;;) {
      const heard = this.firstAfter(atMs);
      const leftMs = deadlineMs - performance.now();
      if (heard !== null || leftMs <= 0) return heard;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        this.#onVoice.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  /**
   * Waits for a silence of this duration.
   * @throws Error after a minute
   */
  async silence(ms: number): Promise<void> {
    const sinceMs = performance.now();
    for (;;) {
      const leftMs = Math.max(this.lastMs, sinceMs - ms) + ms - performance.now();
      if (leftMs <= 0) return;
      if (performance.now() - sinceMs > 60_000) throw new Error('the agent does not stop talking');
      await new Promise((resolve) => setTimeout(resolve, Math.max(5, leftMs)));
    }
  }
}
