export interface SampleClockOptions {
  /** Samples per second. */
  readonly rate: number;
  /** Samples that arrive more than this after the expected time follow a gap. */
  readonly lateMs: number;
  /** Samples that arrive up to this much before the expected time still belong to it. */
  readonly earlyMs: number;
}

/**
 * Places chunks of a stream on the timeline. Networks and timers deliver chunks in bursts and late, while the audio in
 * them is continuous: each chunk follows the one before unless it arrives too late or too early for that.
 */
export class SampleClock {
  readonly #late: number;
  readonly #early: number;
  #next: number | null = null;

  constructor({ rate, lateMs, earlyMs }: SampleClockOptions) {
    this.#late = (lateMs * rate) / 1000;
    this.#early = (earlyMs * rate) / 1000;
  }

  /** The next chunk begins a new stream. */
  restart(): void {
    this.#next = null;
  }

  /** @param length samples in a chunk @param now timeline position at which it arrived @returns where it begins */
  place(length: number, now: number): number {
    const expected = this.#next ?? now;
    const follows = now <= expected + this.#late && now >= expected - this.#early;
    const start = follows ? expected : now;
    this.#next = start + length;
    return start;
  }
}
