/** Levels and correlations of several channels, accumulated block by block. */
export class ChannelStatistics {
  readonly #sums: Float64Array;
  /** Sums of products of two channels, row by row. Only the upper triangle, with the diagonal, is filled. */
  readonly #products: Float64Array;
  readonly channelCount: number;
  #frames = 0;

  constructor(channelCount: number) {
    this.channelCount = channelCount;
    this.#sums = new Float64Array(channelCount);
    this.#products = new Float64Array(channelCount * channelCount);
  }

  /** @param channels finite samples of each channel @param length of each */
  add(channels: readonly Float32Array[], length: number): void {
    this.#frames += length;
    for (let a = 0; a < this.channelCount; a++) {
      const one = channels[a]!;
      for (let i = 0; i < length; i++) this.#sums[a]! += one[i]!;
      for (let b = a; b < this.channelCount; b++) {
        const other = channels[b]!;
        let sum = 0;
        for (let i = 0; i < length; i++) sum += one[i]! * other[i]!;
        this.#products[a * this.channelCount + b]! += sum;
      }
    }
  }

  /** Returns the covariance of two channels, not divided by the length. */
  covariance(a: number, b: number): number {
    const product = this.#products[Math.min(a, b) * this.channelCount + Math.max(a, b)]!;
    return this.#frames === 0 ? 0 : product - (this.#sums[a]! * this.#sums[b]!) / this.#frames;
  }
}
