/** One listener's loudspeaker: it plays what arrived, in real time, from the first chunk on, with nothing held back. */
export class Playout {
  #endsAtMs: number | null = null;
  #gapsMs: number[] = [];

  /** When the loudspeaker runs dry, or has; null before the first chunk. */
  get endsAtMs(): number | null {
    return this.#endsAtMs;
  }

  /** Every time it ran dry in the middle of speech: how long until sound went on. */
  get gapsMs(): readonly number[] {
    return this.#gapsMs;
  }

  /** Audio in hand, in milliseconds. */
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
