import { batch, signal } from '@preact/signals';
import { Microphone } from './microphone.ts';
import { join } from './pcm.ts';
import { Peaks } from './peaks.ts';
import { wavFile } from './wav.ts';

/** Requested rate of the microphone, in Hz: the highest that voices are learned from. */
const RATE = 48_000;
/** Decay of the meter, in dB per second. */
const FALL_DB = 30;
export const QUIET_DB = -60;
/** Amplitude from which samples count as clipped. */
const CLIPPING = 0.985;

/** Receives a recording while it is made. */
export interface Listener {
  began(rateHz: number): void;
  /** Mono, in [-1, 1]. */
  heard(samples: Float32Array): void;
  /** @param isKept whether there is a recording */
  ended(isKept: boolean): void;
}

/** A take from the microphone. */
export class Recording {
  readonly state = signal<'idle' | 'opening' | 'recording' | 'done'>('idle');
  readonly elapsedMs = signal(0);
  /** Recent peak level, in dBFS. */
  readonly levelDb = signal(QUIET_DB);
  /** Whether it was clipped at any time. */
  readonly isClipped = signal(false);
  readonly peaks = signal<Peaks | null>(null);
  readonly problem = signal<string | null>(null);
  readonly #maxMs: number;
  readonly #listener: Listener | null;
  #microphone: Microphone | null = null;
  #parts: Float32Array<ArrayBuffer>[] = [];
  #rateHz = RATE;
  #attempt = 0;

  /** @param maxMs duration after which the recording ends by itself */
  constructor(maxMs: number, listener: Listener | null = null) {
    this.#maxMs = maxMs;
    this.#listener = listener;
  }

  async start(): Promise<void> {
    this.discard();
    const attempt = this.#attempt;
    this.state.value = 'opening';
    try {
      const microphone = await Microphone.open({
        rateHz: RATE,
        isProcessed: false,
        onSamples: (samples) => this.#take(samples),
      });
      if (attempt !== this.#attempt) return microphone.close();
      this.#microphone = microphone;
      this.#rateHz = microphone.rateHz;
      this.#listener?.began(microphone.rateHz);
      batch(() => {
        this.peaks.value = new Peaks(microphone.rateHz);
        this.state.value = 'recording';
      });
    } catch (error) {
      if (attempt !== this.#attempt) return;
      batch(() => {
        this.problem.value = error instanceof Error ? error.message : String(error);
        this.state.value = 'idle';
      });
    }
  }

  /** Ends the recording, and keeps it. */
  stop(): void {
    if (this.state.value !== 'recording') return;
    this.#release();
    this.#listener?.ended(true);
    batch(() => {
      this.levelDb.value = QUIET_DB;
      this.state.value = 'done';
    });
  }

  /** Deletes the recording. */
  discard(): void {
    this.#attempt++;
    if (this.state.value === 'recording') this.#listener?.ended(false);
    this.#release();
    this.#parts = [];
    batch(() => {
      this.state.value = 'idle';
      this.elapsedMs.value = 0;
      this.levelDb.value = QUIET_DB;
      this.isClipped.value = false;
      this.peaks.value = null;
      this.problem.value = null;
    });
  }

  get file(): Blob {
    return wavFile(join(this.#parts), this.#rateHz);
  }

  #take(samples: Float32Array<ArrayBuffer>): void {
    if (this.state.value !== 'recording') return;
    this.#parts.push(samples);
    this.#listener?.heard(samples);
    this.peaks.value?.push(samples);
    let peak = 0;
    for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
    const ms = (samples.length / this.#rateHz) * 1000;
    const db = Math.max(QUIET_DB, 20 * Math.log10(peak || 1e-9));
    batch(() => {
      this.levelDb.value = Math.max(db, this.levelDb.value - (FALL_DB * ms) / 1000);
      if (peak >= CLIPPING) this.isClipped.value = true;
      this.elapsedMs.value += ms;
    });
    if (this.elapsedMs.value >= this.#maxMs) this.stop();
  }

  #release(): void {
    this.#microphone?.close();
    this.#microphone = null;
  }
}
