import { pathOf } from './conversations.ts';
import { ask } from './http.ts';

/** What happened in a conversation. Times are ms since its recording began. */
export interface Timeline {
  readonly events: readonly TimelineEvent[];
  /** The caller's. */
  readonly turns: readonly TimelineTurn[];
}

/** Other kinds are not shown. */
export interface TimelineEvent {
  readonly type: 'caller_speech' | 'agent_speech' | 'tool' | 'cut_off' | 'interruption';
  readonly at_ms: number;
  readonly end_ms?: number;
  readonly tool?: string;
}

export type Stage = 'endpointing_ms' | 'recognition_ms' | 'model_ms' | 'tools_ms' | 'synthesis_ms';

export interface TimelineTurn {
  readonly at_ms: number;
  readonly end_ms: number;
  readonly text: string;
  readonly taken_back: boolean;
  readonly first_audio_ms: number | null;
  readonly answered_after_ms: number | null;
  /** Shares of `answered_after_ms`. */
  readonly stages: Readonly<Record<Stage, number>> | null;
}

/** @throws WireError 404 when there is no such conversation */
export function readTimeline(id: string): Promise<Timeline> {
  return ask(`${pathOf(id)}/timeline`);
}
