/** Events of a call. Times are in ms since it began, by the caller's clock. */

export type AgentEvent =
  /** The agent's words arrived, before their audio has been played to the end. */
  | { readonly kind: 'said'; readonly atMs: number; readonly text: string; readonly isAnswer: boolean }
  /** The server detected the end of the caller's turn. */
  | { readonly kind: 'heard'; readonly atMs: number; readonly text: string }
  | { readonly kind: 'language'; readonly atMs: number; readonly language: string }
  | { readonly kind: 'tool_done'; readonly atMs: number; readonly tool: string; readonly outcome: string }
  /** An answer has ended or was interrupted; the durations of its stages, by the server's clock. */
  | {
      readonly kind: 'answered';
      readonly atMs: number;
      readonly interrupted: boolean;
      readonly stagesMs: Readonly<Record<string, number>>;
    }
  | { readonly kind: 'error'; readonly atMs: number; readonly text: string }
  | { readonly kind: 'end'; readonly atMs: number; readonly reason: string };

export type CallerAction = 'say' | 'interrupt' | 'sound' | 'press';

/** An action of the caller. */
export interface CallerEvent {
  readonly kind: 'caller';
  readonly action: CallerAction;
  /** When it began. */
  readonly atMs: number;
  readonly toMs: number;
  readonly text: string;
  /** When it contained voice. */
  readonly voice: readonly Stretch[];
}

/** A tool was called. */
export interface ToolEvent {
  readonly kind: 'tool';
  readonly atMs: number;
  readonly tool: string;
  /** Null if they are unknown. */
  readonly args: Readonly<Record<string, unknown>> | null;
}

export type CallEvent = AgentEvent | CallerEvent | ToolEvent;

/** The same events by time. */
export const inTime = (events: readonly CallEvent[]): CallEvent[] =>
  [...events].sort((a, b) => a.atMs - b.atMs);

/** A stretch of time. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** How long two stretches are at the same time. */
export const overlapMs = (a: Stretch, b: Stretch): number =>
  Math.max(0, Math.min(a.toMs, b.toMs) - Math.max(a.fromMs, b.fromMs));

/** Joins blocks of voice to stretches. @param gapMs silences that are shorter belong to a stretch */
export function stretchesOf(blocksMs: readonly number[], blockMs: number, gapMs: number): Stretch[] {
  const stretches: { fromMs: number; toMs: number }[] = [];
  for (const atMs of blocksMs) {
    const last = stretches.at(-1);
    if (last && atMs - last.toMs < gapMs) last.toMs = Math.max(last.toMs, atMs + blockMs);
    else stretches.push({ fromMs: atMs, toMs: atMs + blockMs });
  }
  return stretches;
}
