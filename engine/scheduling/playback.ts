/**
 * The clock of one listener: when the audio already delivered will have played out. It is what deadlines are made
 * of; nobody tells the server what the listener really does, so continuous playing from the first chunk is assumed.
 */
export class Playback {
  #endsAtMs = 0;
  #underruns = 0;

  /** Milliseconds of delivered audio still unplayed; 0 when the listener has nothing left. */
  leadMs(nowMs: number): number {
    return Math.max(0, this.#endsAtMs - nowMs);
  }

  /** When the listener runs dry, or has. */
  get endsAtMs(): number {
    return this.#endsAtMs;
  }

  get underruns(): number {
    return this.#underruns;
  }

  /**
   * Records a chunk.
   * @param askedAtMs when the listener was ready to take it
   * @param continues whether it belongs to speech already under way, so that a gap would be heard
   * @returns milliseconds of audible gap before this chunk; 0 when in time or when the listener itself was late
   */
  deliver(durationMs: number, askedAtMs: number, nowMs: number, continues: boolean): number {
    const gapMs = nowMs - this.#endsAtMs;
    const audible = continues && gapMs > 0 && askedAtMs < this.#endsAtMs;
    if (audible) this.#underruns++;
    this.#endsAtMs = Math.max(this.#endsAtMs, nowMs) + durationMs;
    return audible ? gapMs : 0;
  }

  /** Forgets what was delivered, because the listener was told to drop it. */
  reset(): void {
    this.#endsAtMs = 0;
  }
}
