export interface SampleClockOptions {
  /** Samples per second. */
  readonly rate: number;
  /** Samples that come later than that after the expected time follow a gap. */
  readonly lateMs: number;
  /** Samples that come earlier by up to that much belong to the expected time still. */
  readonly earlyMs: number;
}

/**
 * Gives pieces of a stream their places on the time line. Pieces come in bursts and late, as networks and timers have
 * it; the sound in them is without gaps: each follows the one before unless it comes too late, or too early, for
 * that.
 */
export class SampleClock {
  readonly #late: number;
  readonly #early: number;
  #next: number | null = null;

  constructor({ rate, lateMs, earlyMs }: SampleClockOptions) {
    this.#late = (lateMs * rate) / 1000;
    this.#early = (earlyMs * rate) / 1000;
  }

  /** What comes next begins a stream anew. */
  restart(): void {
    this.#next = null;
  }

  /** @param length samples of a piece @param now sample of the time line at which it came @returns where it begins */
  place(length: number, now: number): number {
    const expected = this.#next ?? now;
    const follows = now <= expected + this.#late && now >= expected - this.#early;
    const start = follows ? expected : now;
    this.#next = start + length;
    return start;
  }
}
