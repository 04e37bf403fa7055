import { LineLevel } from './line-level.ts';
import { type SegmentStep, SpeechSegmenter } from './speech-segmenter.ts';
import { createVadModel, type VadModel, WINDOW_MS, WINDOW_SAMPLES } from './vad-model.ts';

/** One window of the caller's audio, and the state after it. */
export interface VadWindow {
  /** Counts from the first window of the conversation. */
  readonly index: number;
  /** `WINDOW_SAMPLES` samples, mono, 16 kHz; not changed afterwards. */
  readonly samples: Int16Array;
  /** How probably it is speech, 0 to 1. */
  readonly probability: number;
  /** Time from having all of its samples to knowing the probability, in ms. */
  readonly tookMs: number;
  readonly before: SegmentStep;
  readonly step: SegmentStep;
}

export type VadWindowListener = (window: VadWindow) => void;

/**
 * Removes from a window what the caller did not say (echo). Returns one window, or several if sound that it held back
 * turns out to be the caller's.
 */
export type WindowFilter = (window: Int16Array, atMs: number) => Int16Array;

export interface AudioIntakeOptions {
  /** Default 250. */
  readonly minSilenceMs?: number;
  /** Default 60000. */
  readonly maxSpeechMs?: number;
  readonly filter?: WindowFilter;
  /** How many windows may wait for the model. Default 320. */
  readonly maxWaiting?: number;
  /** Default: the local model. */
  readonly model?: VadModel;
  /** Called once, the first time a window could not be judged; such windows count as silence. */
  readonly onFault?: (error: unknown) => void;
}

/**
 * Windows that may wait for the model: 10 s, for a burst after a network stall. The model takes 0.2 ms for each.
 */
const MAX_WAITING = 320;

/** Number of windows that may wait while nothing is late: network frames bring up to 60 ms. */
const BEHIND_WINDOWS = 2;

const NOTHING: SegmentStep = {
  change: 'none',
  speaking: false,
  voiced: false,
  accumulatedSpeechMs: 0,
  accumulatedSilenceMs: 0,
  speechMs: 0,
  silenceMs: 0,
  forced: false,
};

/**
 * The input of a caller's audio, for both voice activity detection and recognition: cuts it into windows, removes the
 * agent's echo, has the VAD model judge the windows in order, and passes them to its listeners. When more than
 * `maxWaiting` windows wait, the oldest is dropped like audio lost by a network, so that hearing stays close to real
 * time.
 *
 * The doors feed it, not the session: in a session, audio passes a dozen streams, which was most of the cost of a
 * silent caller.
 */
export class AudioIntake {
  readonly #model: VadModel;
  readonly #segmenter: SpeechSegmenter;
  readonly #level = new LineLevel();
  readonly #filter: WindowFilter | undefined;
  readonly #maxWaiting: number;
  readonly #onFault: ((error: unknown) => void) | undefined;
  readonly #listeners = new Set<VadWindowListener>();
  readonly #waiting: { readonly samples: Int16Array; readonly sinceMs: number }[] = [];
  #partial = new Int16Array(WINDOW_SAMPLES);
  #filled = 0;
  #index = 0;
  #last = NOTHING;
  #busy = false;
  #judging: Promise<void> = Promise.resolve();
  #faulted = false;
  #closed = false;

  constructor(options: AudioIntakeOptions = {}) {
    const { minSilenceMs = 250, maxSpeechMs = 60_000 } = options;
    this.#model = options.model ?? createVadModel();
    this.#segmenter = new SpeechSegmenter({ windowMs: WINDOW_MS, minSilenceMs, maxSpeechMs });
    this.#filter = options.filter;
    this.#maxWaiting = options.maxWaiting ?? MAX_WAITING;
    this.#onFault = options.onFault;
  }

  /** Whether the caller may have said something that has not been judged yet: a busy machine judges late. */
  get isBehind(): boolean {
    return this.#waiting.length > BEHIND_WINDOWS;
  }

  /** Calls the listener for every window once it has been judged. @returns removes the listener */
  onWindow(listener: VadWindowListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @param samples mono, 16 kHz, any number of them */
  push(samples: Int16Array): void {
    if (this.#closed) return;
    for (let at = 0; at < samples.length; ) {
      const part = samples.subarray(at, at + WINDOW_SAMPLES - this.#filled);
      this.#partial.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === WINDOW_SAMPLES) this.#windowIsFull();
    }
  }

  /** Settles when all pushed audio has been judged; the last window is padded with silence. */
  async flush(): Promise<void> {
    if (this.#filled > 0) this.push(new Int16Array(WINDOW_SAMPLES - this.#filled));
    await this.#judging;
  }

  /** Forgets the current speech: the next audio is unrelated to it. */
  reset(): void {
    this.#filled = 0;
    this.#waiting.length = 0;
    this.#segmenter.reset();
    this.#level.reset();
    this.#model.reset();
    this.#last = NOTHING;
  }

  close(): void {
    this.#closed = true;
    this.#waiting.length = 0;
    this.#listeners.clear();
  }

  #windowIsFull(): void {
    const window = this.#partial;
    this.#partial = new Int16Array(WINDOW_SAMPLES);
    this.#filled = 0;
    const samples = this.#filter === undefined ? window : this.#filter(window, Date.now());
    for (let at = 0; at < samples.length; at += WINDOW_SAMPLES) {
      if (this.#waiting.length >= this.#maxWaiting) this.#waiting.shift();
      this.#waiting.push({ samples: samples.slice(at, at + WINDOW_SAMPLES), sinceMs: performance.now() });
    }
    if (!this.#busy) this.#judging = this.#judgeAll();
  }

  /**
   * The only place that calls the model: its output depends on the order of the windows. Windows of digital silence are
   * judged, too: they change its state for more than five seconds, and skipping them changes later probabilities by up
   * to 0.1.
   */
  async #judgeAll(): Promise<void> {
    this.#busy = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const { samples, sinceMs } = next;
      const probability = await this.#judge(samples);
      if (this.#closed) break;
      const before = this.#last;
      const step = this.#segmenter.push(probability, this.#level.isSilent(samples));
      this.#last = step;
      const tookMs = performance.now() - sinceMs;
      const window: VadWindow = { index: this.#index++, samples, probability, tookMs, before, step };
      for (const listener of this.#listeners) listener(window);
    }
    this.#busy = false;
  }

  async #judge(samples: Int16Array): Promise<number> {
    try {
      return await this.#model.predict(samples);
    } catch (error) {
      if (!this.#faulted) this.#onFault?.(error);
      this.#faulted = true;
      return 0;
    }
  }
}
