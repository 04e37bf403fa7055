/**
 * Converts sound that arrives in pieces to a lower rate: each sample is the mean of the input samples in its interval.
 */
export class RateConverter {
  /** Input samples for each output sample. */
  readonly #step: number;
  #sum = 0;
  /** Share of the next sample that is in the sum. */
  #share = 0;

  /** @param fromHz no less than `toHz` */
  constructor(fromHz: number, toHz: number) {
    this.#step = fromHz / toHz;
  }

  /** @returns the next complete samples */
  push(samples: Float32Array): Float32Array<ArrayBuffer> {
    const out: number[] = [];
    for (const sample of samples) {
      const missing = this.#step - this.#share;
      if (missing > 1) {
        this.#sum += sample;
        this.#share += 1;
        continue;
      }
      out.push((this.#sum + sample * missing) / this.#step);
      this.#share = 1 - missing;
      this.#sum = sample * this.#share;
    }
    return Float32Array.from(out);
  }
}
