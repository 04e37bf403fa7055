import type { HearingMark } from '../hearing/types.ts';

/**
 * What a timeline has beside the transcript, in the order in which it was noticed. Times are ms since the epoch. Words
 * are in it, as in a transcript.
 */
export type TimelineMark =
  | HearingMark
  /** The agent answers a turn, which was spoken or typed. */
  | { readonly kind: 'turn'; readonly atMs: number; readonly spoken: boolean; readonly text: string }
  | {
      /** The model began to answer. Also where that is thrown away, because the caller went on. */
      readonly kind: 'first_token';
      readonly atMs: number;
      /** When it was asked. */
      readonly askedMs: number;
    }
  | {
      /** The agent was heard without a break. */
      readonly kind: 'agent_speech';
      readonly atMs: number;
      readonly endMs: number;
      /** It had more to say. */
      readonly stopped: boolean;
    };
