/** Duration per peak value, in ms. */
export const PEAK_MS = 10;

/** Keeps the peak of every `PEAK_MS`, for waveforms of sound that is still arriving. */
export class Peaks {
  readonly #bucketSamples: number;
  readonly #values: number[] = [];
  #open = 0;
  #openSamples = 0;

  constructor(rateHz: number) {
    this.#bucketSamples = Math.round((rateHz * PEAK_MS) / 1000);
  }

  push(samples: Float32Array): void {
    for (const sample of samples) {
      const size = sample < 0 ? -sample : sample;
      if (size > this.#open) this.#open = size;
      if (++this.#openSamples === this.#bucketSamples) {
        this.#values.push(this.#open);
        this.#open = 0;
        this.#openSamples = 0;
      }
    }
  }

  /** Duration of the sound so far. */
  get durationMs(): number {
    return this.#values.length * PEAK_MS;
  }

  /**
   * Returns the peak between two times; null if nothing has arrived.
   * @returns 0 to 1
   */
  between(fromMs: number, toMs: number): number | null {
    const from = Math.floor(fromMs / PEAK_MS);
    const to = Math.max(from + 1, Math.ceil(toMs / PEAK_MS));
    if (from >= this.#values.length) return null;
    let peak = 0;
    for (let i = from; i < to; i++) peak = Math.max(peak, this.#values[i] ?? 0);
    return peak;
  }
}
