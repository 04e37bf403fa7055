import { PAUSE_MS, SHORT_SPEECH_MS, SILENT_LINE_PAUSE_MS } from '../endpointing/endpointing.ts';

/** What changed with a window. */
export type SegmentChange =
  | 'none'
  /** Speech began, `MIN_SPEECH_MS` ago. */
  | 'started'
  /** The caller has been silent for `PAUSE_MS`: the turn may be over. */
  | 'paused'
  /** Speech continues after a pause. */
  | 'resumed'
  /** The caller has been silent for `minSilenceMs`, or has spoken for `maxSpeechMs`. */
  | 'ended';

/** The state after a window; all times in ms. */
export interface SegmentStep {
  readonly change: SegmentChange;
  readonly speaking: boolean;
  /** Whether this window counts as speech. */
  readonly voiced: boolean;
  /** Uninterrupted speech up to now, and uninterrupted silence. */
  readonly accumulatedSpeechMs: number;
  readonly accumulatedSilenceMs: number;
  /** Time since speech began; in the step that ends speech, its length without the trailing silence. */
  readonly speechMs: number;
  /** Time since speech ended. */
  readonly silenceMs: number;
  /** With `ended`: speech lasted too long; the caller may still be speaking. */
  readonly forced: boolean;
}

export interface SegmenterOptions {
  readonly windowMs: number;
  /** Silence that ends speech. Default 250. */
  readonly minSilenceMs?: number;
  /** Longer speech is forced to end. Default 60000. */
  readonly maxSpeechMs?: number;
}

/** A window at least this probable is speech. */
const START_THRESHOLD = 0.5;
/** Once speech has begun, a window above this is still speech. */
const STOP_THRESHOLD = 0.35;
/** Shorter sounds are not speech. */
const MIN_SPEECH_MS = 50;

/**
 * Finds where speech begins, pauses and ends, from the probability that each window is speech. Two thresholds
 * (hysteresis) keep it from flickering. Speech that never ends (a television, a fan that sounds like a voice) is forced
 * to end; the next begins only after the sound has paused once.
 */
export class SpeechSegmenter {
  readonly #options: Required<SegmenterOptions>;
  #speaking = false;
  #paused = false;
  /** After a forced end: ignores speech until there is a pause. */
  #deaf = false;
  #accumulatedSpeechMs = 0;
  #accumulatedSilenceMs = 0;
  #speechMs = 0;
  #silenceMs = 0;

  constructor(options: SegmenterOptions) {
    this.#options = { minSilenceMs: 250, maxSpeechMs: 60_000, ...options };
  }

  /** Back to the initial state. */
  reset(): void {
    this.#speaking = false;
    this.#paused = false;
    this.#deaf = false;
    this.#accumulatedSpeechMs = 0;
    this.#accumulatedSilenceMs = 0;
    this.#speechMs = 0;
    this.#silenceMs = 0;
  }

  /**
   * @param probability 0 to 1
   * @param silent the line is silent, whatever the model still reports. It ends speech, but does not prevent speech
   *   from beginning.
   */
  push(probability: number, silent = false): SegmentStep {
    const { windowMs } = this.#options;
    const voiced = this.#speaking ? probability > STOP_THRESHOLD && !silent : probability >= START_THRESHOLD;
    if (this.#speaking) this.#speechMs += windowMs;
    else this.#silenceMs += windowMs;
    if (voiced) {
      this.#accumulatedSpeechMs += windowMs;
      this.#accumulatedSilenceMs = 0;
    } else {
      this.#accumulatedSilenceMs += windowMs;
      this.#accumulatedSpeechMs = 0;
    }
    return voiced ? this.#onVoice() : this.#onSilence(silent);
  }

  #onVoice(): SegmentStep {
    if (this.#speaking) {
      if (this.#speechMs >= this.#options.maxSpeechMs) {
        this.#deaf = true;
        return this.#end(true, true);
      }
      const resumed = this.#paused;
      this.#paused = false;
      return this.#step(resumed ? 'resumed' : 'none', true);
    }
    if (this.#deaf || this.#accumulatedSpeechMs < MIN_SPEECH_MS) return this.#step('none', true);
    this.#speaking = true;
    this.#silenceMs = 0;
    this.#speechMs = this.#accumulatedSpeechMs;
    return this.#step('started', true);
  }

  #onSilence(silent: boolean): SegmentStep {
    const soon = silent && this.#speechMs >= SHORT_SPEECH_MS;
    const pauseMs = soon ? SILENT_LINE_PAUSE_MS : PAUSE_MS;
    if (this.#accumulatedSilenceMs >= pauseMs) this.#deaf = false;
    if (!this.#speaking) return this.#step('none', false);
    if (this.#accumulatedSilenceMs >= this.#options.minSilenceMs) return this.#end(false, false);
    if (this.#paused || this.#accumulatedSilenceMs < pauseMs) return this.#step('none', false);
    this.#paused = true;
    return this.#step('paused', false);
  }

  #end(voiced: boolean, forced: boolean): SegmentStep {
    this.#speaking = false;
    this.#paused = false;
    this.#silenceMs = this.#accumulatedSilenceMs;
    this.#speechMs = Math.max(0, this.#speechMs - this.#accumulatedSilenceMs);
    const step: SegmentStep = { ...this.#step('ended', voiced), forced };
    this.#speechMs = 0;
    return step;
  }

  #step(change: SegmentChange, voiced: boolean): SegmentStep {
    return {
      change,
      speaking: this.#speaking,
      voiced,
      accumulatedSpeechMs: this.#accumulatedSpeechMs,
      accumulatedSilenceMs: this.#accumulatedSilenceMs,
      speechMs: this.#speechMs,
      silenceMs: this.#silenceMs,
      forced: false,
    };
  }
}
