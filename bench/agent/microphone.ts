import { CALLER_RATE, type Clip } from './clips.ts';

/** Of an utterance, by `performance.now()`: when its first and its last block were handed over. */
export interface Spoken {
  readonly firstMs: number;
  readonly lastMs: number;
}

const TICK_MS = 5;
/**
 * A quiet room is 61 dB below full scale (RMS 30), also while somebody speaks. On a line that is silent to the last bit
 * the end-of-turn model, which learned from people in rooms, is in doubt about most ends.
 */
const NOISE = 30 * Math.sqrt(12);
const NOISE_FRAMES = 50;

/** Hands over frames by the clock, as a microphone does: speech when there is some, and always faint noise. */
export class Microphone {
  readonly #frameSamples: number;
  readonly #send: (frame: Int16Array) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #noise: readonly Int16Array[];
  #dueMs = performance.now();
  #frames = 0;
  #clip: Int16Array | null = null;
  #at = 0;
  #firstMs = 0;
  #said: (spoken: Spoken) => void = () => undefined;

  /** @param send takes a frame of `frameMs`, mono, 16 kHz */
  constructor(frameMs: number, send: (frame: Int16Array) => void) {
    this.#frameSamples = (CALLER_RATE * frameMs) / 1000;
    this.#send = send;
    this.#noise = Array.from({ length: NOISE_FRAMES }, () =>
      Int16Array.from({ length: this.#frameSamples }, () => (Math.random() - 0.5) * NOISE),
    );
    this.#timer = setInterval(() => {
      for (const nowMs = performance.now(); this.#dueMs <= nowMs; this.#dueMs += frameMs) this.#next();
    }, TICK_MS);
  }

  /** Settles when its last frame was handed over. */
  speak({ samples }: Clip): Promise<Spoken> {
    if (this.#clip !== null) throw new Error('a caller says one thing at a time');
    return new Promise((resolve) => {
      this.#said = resolve;
      this.#at = 0;
      this.#clip = samples;
    });
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #next(): void {
    // A copy: libraries may keep it.
    const frame = this.#noise[this.#frames++ % NOISE_FRAMES]!.slice();
    const clip = this.#clip;
    if (clip === null) {
      this.#send(frame);
      return;
    }
    for (const [i, sample] of clip.subarray(this.#at, this.#at + this.#frameSamples).entries()) {
      frame[i] = sample + frame[i]!;
    }
    if (this.#at === 0) this.#firstMs = performance.now();
    this.#at += this.#frameSamples;
    const isLast = this.#at >= clip.length;
    const nowMs = performance.now();
    this.#send(frame);
    if (!isLast) return;
    this.#clip = null;
    this.#said({ firstMs: this.#firstMs, lastMs: nowMs });
  }
}
