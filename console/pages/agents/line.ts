import type { AgentMessage } from '../../wire/agents.ts';

/** A way to an agent, over which a conversation is held. */
export interface Line {
  /** Whether sound of the agent is still to be heard. */
  readonly isPlaying: boolean;
  /** A turn by keyboard. */
  type(text: string): void;
  /** Whether the agent hears nothing from here. */
  mute(isMuted: boolean): void;
  /** Hangs up. Nothing is told of it. */
  close(): void;
}

/** How a conversation ended. */
export interface Ending {
  /** A sentence. */
  readonly text: string;
  /** Whether something went wrong. */
  readonly isFault: boolean;
}

/** What is told of a line. */
export interface LineEvents {
  /** The agent is there. */
  opened(): void;
  message(message: AgentMessage): void;
  /** Something that was sent was refused; the conversation goes on. */
  refused(problem: string): void;
  /** How loud it is here and there, in decibels of full scale, many times a second. */
  callerLevel(db: number): void;
  agentLevel(db: number): void;
  /** There is no microphone; what is typed is answered all the same. */
  deaf(problem: string): void;
  /** The conversation has ended, and not by hanging up. */
  closed(ending: Ending): void;
}

export interface LineOptions {
  readonly agentId: string;
  /** Null for a conversation by keyboard alone. */
  readonly microphone: 'wanted' | null;
  readonly events: LineEvents;
}
