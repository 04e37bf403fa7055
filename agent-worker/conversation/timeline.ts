import type { HearingMark } from '../hearing/types.ts';

/**
 * Entries that a timeline has beside the transcript, in the order in which they were noticed. Times are ms since the
 * epoch. They contain words, as a transcript does.
 */
export type TimelineMark =
  | HearingMark
  /** The agent answers a turn, which was spoken or typed. */
  | { readonly kind: 'turn'; readonly atMs: number; readonly spoken: boolean; readonly text: string }
  | {
      /** The model began to answer. Also reported if that answer is discarded because the caller continued. */
      readonly kind: 'first_token';
      readonly atMs: number;
      /** When it was asked. */
      readonly askedMs: number;
    }
  | {
      /** The agent was audible without a break. */
      readonly kind: 'agent_speech';
      readonly atMs: number;
      readonly endMs: number;
      /** The agent had more to say. */
      readonly stopped: boolean;
    };
