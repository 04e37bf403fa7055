/**
 * Which silence ends the caller's turn, and every duration involved. The probability thresholds are in
 * `turn-detector.ts` and `vad/speech-segmenter.ts`.
 *
 * 1. The caller is silent for `PAUSE_MS`: what was said so far is recognised, in case that was all.
 * 2. After `END_OF_SPEECH_MS` of silence the VAD ends the speech. Shortly before that, the end-of-turn model has
 *    judged from the audio whether the turn is over (`turn-detector.ts`).
 * 3. The turn ends after `Endpointing.minDelayMs` of silence if the caller sounds finished, otherwise after
 *    `maxDelayMs`; never before the words are known.
 * 4. Text that sounds unfinished (`unfinished-text.ts`) waits `UNFINISHED_TEXT_HOLD_MS` for more (`text-hold.ts`).
 */

/** How long a silence must last to end the caller's turn; agents and sessions may ask for other values. */
export interface Endpointing {
  /** When the caller sounds finished. */
  readonly minDelayMs: number;
  /** When the caller sounds as if more is to come. */
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

/** Silence that ends speech for the VAD: the 200 ms that the end-of-turn model needs, rounded up to whole windows. */
export const END_OF_SPEECH_MS = 224;
/**
 * The session asks the end-of-turn model at the first window reported with 200 ms of silence. That should be the one
 * after 192 ms: the answer takes about 30 ms, so it is there by the time speech has ended.
 */
export const ASK_TURN_DETECTOR_AHEAD_MS = 8;
/** Words reach the session through queues of its own; the end of their speech must not overtake them. */
export const END_OF_SPEECH_BEHIND_WORDS_MS = 3;

/** A caller whose words sound unfinished has this long, from the end of the speech, to go on. */
export const UNFINISHED_TEXT_HOLD_MS = 1300;
/** The remaining hold after the sound that followed turned out to be noise. */
export const HOLD_AFTER_NOISE_MS = 200;
