/** What changed with a window. */
export type SegmentChange =
  | 'none'
  /** Speech began, `minSpeechMs` ago. */
  | 'started'
  /** The caller has been silent for `pauseMs`: maybe that was all. */
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
  /** A window as probable as that is speech. Default 0.5. */
  readonly startThreshold?: number;
  /** Once speech has begun, a window above that is speech still. Default 0.35. */
  readonly stopThreshold?: number;
  /** Default 50. */
  readonly minSpeechMs?: number;
  /** Default 64: longer than a window, and than most closures within words. */
  readonly pauseMs?: number;
  /** The same where nothing is on the line. Default 32: closures within words are seldom as quiet as the line. */
  readonly silentPauseMs?: number;
  /** Before that much was said, silence is no sooner a pause than any. Default 800: few callers have said all by then. */
  readonly shortSpeechMs?: number;
  /** Default 250. */
  readonly minSilenceMs?: number;
  /** Default 60000. */
  readonly maxSpeechMs?: number;
}

/**
 * Where speech begins, pauses and ends, from how probably each window is speech. Two thresholds keep it from flickering.
 * Speech that never ends (a television, a fan that sounds like a voice) is ended by force; the next begins only
 * after the sound has paused once.
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
    this.#options = {
      startThreshold: 0.5,
      stopThreshold: 0.35,
      minSpeechMs: 50,
      pauseMs: 64,
      silentPauseMs: 32,
      shortSpeechMs: 800,
      minSilenceMs: 250,
      maxSpeechMs: 60_000,
      ...options,
    };
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
   * @param silent nothing is on the line, whatever the model still makes of what was. It ends speech, but keeps none from beginning.
   */
  push(probability: number, silent = false): SegmentStep {
    const { windowMs, startThreshold, stopThreshold } = this.#options;
    const voiced = this.#speaking ? probability > stopThreshold && !silent : probability >= startThreshold;
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
    const { minSpeechMs, maxSpeechMs } = this.#options;
    if (this.#speaking) {
      if (this.#speechMs >= maxSpeechMs) {
        this.#deaf = true;
        return this.#end(true, true);
      }
      const resumed = this.#paused;
      this.#paused = false;
      return this.#step(resumed ? 'resumed' : 'none', true);
    }
    if (this.#deaf || this.#accumulatedSpeechMs < minSpeechMs) return this.#step('none', true);
    this.#speaking = true;
    this.#silenceMs = 0;
    this.#speechMs = this.#accumulatedSpeechMs;
    return this.#step('started', true);
  }

  #onSilence(silent: boolean): SegmentStep {
    const { minSilenceMs, shortSpeechMs } = this.#options;
    const soon = silent && this.#speechMs >= shortSpeechMs;
    const pauseMs = soon ? this.#options.silentPauseMs : this.#options.pauseMs;
    if (this.#accumulatedSilenceMs >= pauseMs) this.#deaf = false;
    if (!this.#speaking) return this.#step('none', false);
    if (this.#accumulatedSilenceMs >= minSilenceMs) return this.#end(false, false);
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
