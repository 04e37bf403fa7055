import { randomNumbers } from '../../media/random.ts';
import { CALLER_RATE, type Clip } from './clip.ts';

/** Times of an utterance, by `performance.now()`: when its beginning and its end were sent. */
export interface Spoken {
  readonly firstMs: number;
  readonly lastMs: number;
}

const TICK_MS = 5;
/** A line with a queue is kept filled this far ahead, which exceeds the usual delays of the machine, in ms. */
const AHEAD_MS = 40;
/**
 * Amplitude of the background noise of a quiet room, -61 dBFS (RMS 30), which is also present during speech. With
 * digital silence the end-of-turn model, which was trained on people in rooms, is uncertain about most ends.
 */
const NOISE = 30 * Math.sqrt(12);
/** Length of the background noise, which is repeated. */
const NOISE_SECONDS = 1;

/** The destination of a microphone. */
export interface MicrophoneLine {
  readonly frameMs: number;
  /** @param frame of `frameMs`, mono, 16 kHz */
  send(frame: Int16Array): void;
  /** Duration of queued audio. A line without it sends everything at once. */
  queuedMs?(): number;
}

/** Delivers frames in real time like a microphone: speech when there is some, and always faint noise. */
export class Microphone {
  readonly #line: MicrophoneLine;
  readonly #frameSamples: number;
  readonly #timer: NodeJS.Timeout;
  readonly #noise: Int16Array;
  #dueMs = performance.now();
  #noiseAt = 0;
  #clip: Int16Array | null = null;
  #at = 0;
  #firstMs = 0;
  #said: (spoken: Spoken) => void = () => undefined;

  /** @param noise background sound, at least one frame, which is repeated; mono, 16 kHz */
  constructor(line: MicrophoneLine, noise: Int16Array = quietRoom()) {
    this.#line = line;
    this.#frameSamples = (CALLER_RATE * line.frameMs) / 1000;
    this.#noise = noise;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  /** Settles when the end has been sent. */
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

  #tick(): void {
    const { frameMs, queuedMs } = this.#line;
    const nowMs = performance.now();
    if (queuedMs) {
      for (let waitMs = queuedMs(); waitMs < AHEAD_MS; waitMs += frameMs) this.#next(nowMs + waitMs);
      return;
    }
    // A frame is sent at the time when its audio has ended.
    for (; this.#dueMs <= nowMs; this.#dueMs += frameMs) this.#next(nowMs - frameMs);
  }

  /** @param startsMs start time of the frame */
  #next(startsMs: number): void {
    const frame = this.#noiseFrame();
    const clip = this.#clip;
    if (clip === null) {
      this.#line.send(frame);
      return;
    }
    const part = clip.subarray(this.#at, this.#at + this.#frameSamples);
    for (const [i, sample] of part.entries()) frame[i] = clipped(sample + frame[i]!);
    if (this.#at === 0) this.#firstMs = startsMs;
    this.#at += this.#frameSamples;
    this.#line.send(frame);
    if (this.#at < clip.length) return;
    this.#clip = null;
    const said = { firstMs: this.#firstMs, lastMs: startsMs + (part.length * 1000) / CALLER_RATE };
    setTimeout(() => this.#said(said), said.lastMs - performance.now());
  }

  /** A new array for each frame, because libraries may keep it. */
  #noiseFrame(): Int16Array {
    const frame = new Int16Array(this.#frameSamples);
    for (let i = 0; i < frame.length; i++) {
      frame[i] = this.#noise[this.#noiseAt++]!;
      if (this.#noiseAt === this.#noise.length) this.#noiseAt = 0;
    }
    return frame;
  }
}

/** The noise of a quiet room, always the same. */
export function quietRoom(): Int16Array {
  const random = randomNumbers(1);
  return Int16Array.from({ length: NOISE_SECONDS * CALLER_RATE }, () => (random() - 0.5) * NOISE);
}

const clipped = (sample: number): number => Math.max(-32_768, Math.min(32_767, sample));
