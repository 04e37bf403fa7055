/**
 * The clock of one listener: when the audio delivered so far will have played out. Deadlines are derived from it. The
 * server does not know when the listener plays it, so it assumes continuous playback from the first chunk.
 */
export class Playback {
  #endsAtMs = 0;
  #underruns = 0;

  /** Milliseconds of delivered audio not played yet; 0 when the listener has nothing left. */
  leadMs(nowMs: number): number {
    return Math.max(0, this.#endsAtMs - nowMs);
  }

  /** When the listener runs out of audio, or ran out. */
  get endsAtMs(): number {
    return this.#endsAtMs;
  }

  get underruns(): number {
    return this.#underruns;
  }

  /**
   * Records a chunk.
   * @param askedAtMs when the listener was ready to take it
   * @param continues whether it continues speech that is already playing, so that a gap would be heard
   * @returns milliseconds of audible gap before this chunk; 0 when in time or when the listener itself was late
   */
  deliver(durationMs: number, askedAtMs: number, nowMs: number, continues: boolean): number {
    const gapMs = nowMs - this.#endsAtMs;
    const audible = continues && gapMs > 0 && askedAtMs < this.#endsAtMs;
    if (audible) this.#underruns++;
    this.#endsAtMs = Math.max(this.#endsAtMs, nowMs) + durationMs;
    return audible ? gapMs : 0;
  }

  /** Forgets what was delivered, because the listener was told to discard it. */
  reset(): void {
    this.#endsAtMs = 0;
  }
}
