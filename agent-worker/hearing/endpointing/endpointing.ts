/**
 * Which silence ends the caller's turn, and every duration involved. How what was said and how it sounded decide about
 * it is in `turn-end.ts`; what counts as silence in `vad/speech-segmenter.ts`.
 *
 * 1. The caller is silent for `PAUSE_MS`: what was said so far is recognised, in case that was all.
 * 2. After `EndOfTurnModel.askAfterMs` the end-of-turn model judges from the audio whether the turn is over.
 * 3. After `END_OF_SPEECH_MS` the VAD ends the speech.
 * 4. The turn ends after a silence between `Endpointing.minDelayMs` and `maxDelayMs`: the shorter, the more the words
 *    and their sound are like those of a turn that is over. It never ends before the words are known (`turn-hold.ts`).
 */

/** How long a silence must last to end the caller's turn; agents and sessions may ask for other values. */
export interface Endpointing {
  /** When the caller has certainly finished. */
  readonly minDelayMs: number;
  /** When there is certainly more to come. */
  readonly maxDelayMs: number;
}

/**
 * Silences that end a turn by default. Most measured pauses within a speaker's turn are shorter than the first; the
 * second is how long a caller who stopped in the middle of a sentence has to go on.
 */
export const DEFAULT_ENDPOINTING: Endpointing = { minDelayMs: 200, maxDelayMs: 2500 };

/** A silence this long may be the end. Longer than a window, and than most closures within words. */
export const PAUSE_MS = 64;
/** The same on a silent line: closures within words are seldom as quiet as the line. */
export const SILENT_LINE_PAUSE_MS = 32;
/** Speech shorter than this gets no earlier pause on a silent line: few callers are done that soon. */
export const SHORT_SPEECH_MS = 800;

/** Silence that ends speech for the VAD, in whole windows: the words are there by then, or soon after. */
export const END_OF_SPEECH_MS = 192;
/** Words reach the session through queues of its own; the end of their speech must not overtake them. */
export const END_OF_SPEECH_BEHIND_WORDS_MS = 3;

/** The remaining wait after the sound that followed turned out to be noise. */
export const HOLD_AFTER_NOISE_MS = 200;
