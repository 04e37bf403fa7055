/**
 * Which silence ends the caller's turn, and every duration involved. `turn-end.ts` judges the words and their sound;
 * `vad/speech-segmenter.ts` decides what counts as silence.
 *
 * 1. The caller is silent for `PAUSE_MS`: the speech so far is recognised, in case the turn is over.
 * 2. After `EndOfTurnModel.askAfterMs` the end-of-turn model judges from the audio whether the turn is over.
 * 3. After `END_OF_SPEECH_MS` the VAD ends the speech.
 * 4. The turn ends after a silence between `Endpointing.minDelayMs` and `maxDelayMs`: the more probably the turn is
 *    over, by its words and their sound, the shorter. It never ends before the words are known (`turn-hold.ts`).
 */

/** How long a silence must last to end the caller's turn; agents and sessions may ask for other values. */
export interface Endpointing {
  /** Delay if the turn is certainly over. */
  readonly minDelayMs: number;
  /** Delay if the turn certainly continues. */
  readonly maxDelayMs: number;
}

/**
 * Silences that end a turn by default. Most measured pauses within a turn are shorter than the first. The second is the
 * time that a caller who stopped in the middle of a sentence has to continue.
 */
export const DEFAULT_ENDPOINTING: Endpointing = { minDelayMs: 200, maxDelayMs: 2500 };

/** A silence of this length may end the turn. It is longer than a window and than most closures within words. */
export const PAUSE_MS = 64;
/** The same on a silent line: closures within words are seldom as quiet as the line. */
export const SILENT_LINE_PAUSE_MS = 32;
/** Speech shorter than this gets no earlier pause on a silent line: few turns are that short. */
export const SHORT_SPEECH_MS = 800;

/** Silence that ends speech for the VAD, in whole windows: the words are known by then, or soon after. */
export const END_OF_SPEECH_MS = 192;
/** Words reach the session through its own queues; the end of speech must not overtake them. */
export const END_OF_SPEECH_BEHIND_WORDS_MS = 3;

/** Shorter pauses are breaths, and say nothing about a caller. */
export const LEAST_THINKING_MS = 400;

/** The remaining wait after a sound turned out to be noise. */
export const HOLD_AFTER_NOISE_MS = 200;
