/** One listener's playback: it plays what arrived, in real time, from the first chunk on, without buffering first. */
export class Playout {
  #endsAtMs: number | null = null;
  #gapsMs: number[] = [];

  /** When the buffer runs empty, or has; null before the first chunk. */
  get endsAtMs(): number | null {
    return this.#endsAtMs;
  }

  /** Duration of each gap within the speech. */
  get gapsMs(): readonly number[] {
    return this.#gapsMs;
  }

  /** Buffered audio, in ms. */
  leadMs(nowMs: number): number {
    return Math.max(0, (this.#endsAtMs ?? 0) - nowMs);
  }

  arrive(durationMs: number, nowMs: number): void {
    if (durationMs <= 0) return;
    const dryMs = this.#endsAtMs === null ? 0 : nowMs - this.#endsAtMs;
    if (dryMs > 0) this.#gapsMs.push(dryMs);
    this.#endsAtMs = Math.max(this.#endsAtMs ?? nowMs, nowMs) + durationMs;
  }
}
