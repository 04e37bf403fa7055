/** Input of the thread that checks an answer; it replies with a `Verdict`. */
import type { Sound } from '../types.ts';

export interface AnswerCheck {
  /** The recording as it was sent. */
  readonly original: Sound;
  /** The file that the service returned. */
  readonly answer: Uint8Array;
}
