import { CALLER_RATE } from '../caller/clip.ts';

/** The sound of both sides of a call on one clock, as played to and recorded from the caller. 16 kHz. */
export class TwoSides {
  readonly #caller = new Track();
  readonly #agent = new Track();

  /** @param fromMs since the beginning of the call */
  said(samples: Int16Array, fromMs: number): void {
    this.#caller.put(samples, placeOf(fromMs));
  }

  heard(samples: Int16Array, fromMs: number): void {
    this.#agent.put(samples, placeOf(fromMs));
  }

  /** Discards sound after this time. */
  dropAfter(atMs: number): void {
    this.#agent.cut(placeOf(atMs));
  }

  /** A part of both sides, each of the same length; silent without sound. */
  part(fromMs: number, toMs: number): { readonly caller: Int16Array; readonly agent: Int16Array } {
    const [from, to] = [placeOf(fromMs), placeOf(toMs)];
    return { caller: this.#caller.part(from, to), agent: this.#agent.part(from, to) };
  }

  get durationMs(): number {
    return (Math.max(this.#caller.length, this.#agent.length) * 1000) / CALLER_RATE;
  }
}

const placeOf = (atMs: number): number => Math.max(0, Math.round((atMs * CALLER_RATE) / 1000));

/** A growing list of samples. */
class Track {
  #samples = new Int16Array(30 * CALLER_RATE);
  length = 0;

  put(samples: Int16Array, at: number): void {
    const end = at + samples.length;
    if (end > this.#samples.length) {
      const more = new Int16Array(2 * end);
      more.set(this.#samples.subarray(0, this.length));
      this.#samples = more;
    }
    this.#samples.set(samples, at);
    this.length = Math.max(this.length, end);
  }

  cut(at: number): void {
    if (at >= this.length) return;
    this.#samples.fill(0, at, this.length);
    this.length = at;
  }

  part(from: number, to: number): Int16Array {
    const part = new Int16Array(Math.max(0, to - from));
    part.set(this.#samples.subarray(from, Math.min(to, this.length)));
    return part;
  }
}
