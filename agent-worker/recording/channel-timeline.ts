const MIN_CAPACITY = 1 << 16;

/**
 * One channel of a recording: samples by their position since its beginning. Unfilled positions are
 * silent. Positions that were taken are final.
 */
export class ChannelTimeline {
  #samples = new Int16Array(MIN_CAPACITY);
  /** First position that was not taken. */
  #begin = 0;
  /** Position behind the last sample that was put. */
  #end = 0;

  get begin(): number {
    return this.#begin;
  }

  get end(): number {
    return Math.max(this.#begin, this.#end);
  }

  /** Puts samples at a position, or at the first position that is not final, and replaces the samples there. */
  put(position: number, samples: Int16Array): void {
    const at = Math.max(position, this.#begin);
    this.#reserve(at + samples.length - this.#begin);
    this.#samples.set(samples, at - this.#begin);
    this.#end = Math.max(this.#end, at + samples.length);
  }

  /** Removes all samples from a position on. */
  cut(position: number): void {
    const at = Math.max(position, this.#begin);
    if (at >= this.#end) return;
    this.#samples.fill(0, at - this.#begin, this.#end - this.#begin);
    this.#end = at;
  }

  /** Takes the next samples, which are final from then on. */
  take(count: number): Int16Array {
    this.#reserve(count);
    const taken = this.#samples.slice(0, count);
    const left = Math.max(0, this.#end - this.#begin - count);
    this.#samples.copyWithin(0, count, count + left);
    this.#samples.fill(0, left, left + Math.min(count, this.#samples.length - left));
    this.#begin += count;
    return taken;
  }

  #reserve(count: number): void {
    if (count <= this.#samples.length) return;
    const grown = new Int16Array(Math.max(count, 2 * this.#samples.length));
    grown.set(this.#samples);
    this.#samples = grown;
  }
}
