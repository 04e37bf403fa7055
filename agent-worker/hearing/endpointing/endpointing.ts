/**
 * Which silence ends the caller's turn, and every threshold of it:
 *
 * 1. The caller is silent for `PAUSE_MS`: what was said until now is recognised, in case that was all.
 * 2. Silent for `END_OF_SPEECH_MS`: speech has ended for the VAD. Shortly before, the end-of-turn model has judged by
 *    the sound whether the turn is over (`turn-detector.ts`).
 * 3. The turn ends after `Endpointing.minDelayMs` of silence where the caller sounds finished, otherwise after
 *    `maxDelayMs`; not before the words are known.
 * 4. Words that sound unfinished (`unfinished-text.ts`) wait `UNFINISHED_TEXT_HOLD_MS` for more (`text-hold.ts`).
 */

/** How long a silence must last to end the caller's turn; agents and sessions may ask for other values. */
export interface Endpointing {
  /** When the caller sounds finished. */
  readonly minDelayMs: number;
  /** When the caller sounds as if there were more to come. */
  readonly maxDelayMs: number;
}

/**
 * Silences that end a turn unless told otherwise. Measured pauses inside a speaker's turn are mostly shorter than the
 * first; the second is what a caller who has stopped in the middle of a sentence is given to go on.
 */
export const DEFAULT_ENDPOINTING: Endpointing = { minDelayMs: 200, maxDelayMs: 2500 };

/** A silence of that length may be the end. Longer than a window, and than most closures within words. */
export const PAUSE_MS = 64;
/** The same where nothing is on the line: closures within words are seldom as quiet as the line. */
export const SILENT_LINE_PAUSE_MS = 32;
/** Before that much was said, a silent line makes no sooner pause: few callers have said all by then. */
export const SHORT_SPEECH_MS = 800;

/** Ends speech for the VAD: the least silence that the end-of-turn model can judge, 200 ms, in whole windows. */
export const END_OF_SPEECH_MS = 224;
/**
 * The session asks the end-of-turn model at the first window of which it is told 200 ms of silence. It should be the
 * one after 192 ms: the answer takes some 30 ms, and is there when speech has ended.
 */
export const ASK_TURN_DETECTOR_AHEAD_MS = 8;
/** Words reach the session through queues of its own; the end of the speech they belong to must not overtake them. */
export const END_OF_SPEECH_BEHIND_WORDS_MS = 3;

/** A caller whose words sound unfinished gets that long, from the end of the sound, to go on. */
export const UNFINISHED_TEXT_HOLD_MS = 1300;
/** The same once what came instead was found to be no speech. */
export const HOLD_AFTER_NOISE_MS = 200;
