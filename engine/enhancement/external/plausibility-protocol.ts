/** What is said to the thread that judges an answer, and what it says. */
import type { Sound } from '../types.ts';
import type { Verdict } from './plausibility.ts';

export interface JudgeOrder {
  /** As it was sent. */
  readonly original: Sound;
  /** The file that came back. */
  readonly answer: Uint8Array;
}

export type JudgeReply = Verdict;
