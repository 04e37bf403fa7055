import { PAUSE_MS, SHORT_SPEECH_MS, SILENT_LINE_PAUSE_MS } from '../endpointing/endpointing.ts';

/** What changed with a window. */
export type SegmentChange =
  | 'none'
  /** Speech began, `MIN_SPEECH_MS` ago. */
  | 'started'
  /** The caller has been silent for `PAUSE_MS`: maybe that was all. */
  | 'paused'
  /** It was not: speech goes on after a pause. */
  | 'resumed'
  /** The caller has been silent for `minSilenceMs`, or has spoken for `maxSpeechMs`. */
  | 'ended';

/** The state after a window; all times in ms. */
export interface SegmentStep {
  readonly change: SegmentChange;
  readonly speaking: boolean;
  /** Whether this window was counted as speech. */
  readonly voiced: boolean;
  /** Speech up to now without a silent window between; likewise silence. */
  readonly accumulatedSpeechMs: number;
  readonly accumulatedSilenceMs: number;
  /** Since speech began; of the finished speech in the step that ended it, trailing silence left out. */
  readonly speechMs: number;
  /** Since it ended. */
  readonly silenceMs: number;
  /** With `ended`: it lasted too long, the caller may still be speaking. */
  readonly forced: boolean;
}

export interface SegmenterOptions {
  readonly windowMs: number;
  /** Silence that ends speech. Default 250. */
  readonly minSilenceMs?: number;
  /** Longer speech is ended by force. Default 60000. */
  readonly maxSpeechMs?: number;
}

/** A window as probable as that is speech. */
const START_THRESHOLD = 0.5;
/** Once speech has begun, a window above that is speech still. */
const STOP_THRESHOLD = 0.35;
/** Shorter sounds are no speech. */
const MIN_SPEECH_MS = 50;

/**
 * Where speech begins, pauses and ends, from how probably each window is speech. Two thresholds keep it from
 * flickering. Speech that never ends (a television, a fan that sounds like a voice) is ended by force; the next
 * begins only after the sound has paused once.
 */
export class SpeechSegmenter {
  readonly #options: Required<SegmenterOptions>;
  #speaking = false;
  #paused = false;
  /** After a forced end: deaf until there was a pause. */
  #deaf = false;
  #accumulatedSpeechMs = 0;
  #accumulatedSilenceMs = 0;
  #speechMs = 0;
  #silenceMs = 0;

  constructor(options: SegmenterOptions) {
    this.#options = { minSilenceMs: 250, maxSpeechMs: 60_000, ...options };
  }

  /** Forgets all; the next window begins anew. */
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
   * @param silent nothing is on the line, whatever the model still makes of what was. It ends speech, but keeps none
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
