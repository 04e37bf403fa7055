/** Input of the thread that checks an answer; it replies with a `Verdict`. */
import type { Sound } from '../types.ts';

export interface AnswerCheck {
  /** As it was sent. */
  readonly original: Sound;
  /** The file that came back. */
  readonly answer: Uint8Array;
}
