import type { AgentMessage } from '../../wire/agents.ts';

/** A connection to an agent for a conversation. */
export interface Line {
  /** Whether sound of the agent is still to be played. */
  readonly isPlaying: boolean;
  /** Sends a typed turn. */
  type(text: string): void;
  /** Mutes or unmutes the microphone. */
  mute(isMuted: boolean): void;
  /** Hangs up, without an event. */
  close(): void;
}

/** How a conversation ended. */
export interface Ending {
  /** A sentence. */
  readonly text: string;
  /** Whether it ended with an error. */
  readonly isFault: boolean;
}

/** Events of a line. */
export interface LineEvents {
  /** Called when the agent has joined. */
  opened(): void;
  message(message: AgentMessage): void;
  /** Called when a message was refused; the conversation continues. */
  refused(problem: string): void;
  /** Level of the caller, in dBFS, many times a second. */
  callerLevel(db: number): void;
  agentLevel(db: number): void;
  /** Called when there is no microphone. Typed turns are still answered. */
  deaf(problem: string): void;
  /** Called when the conversation ends, but not after hanging up. */
  closed(ending: Ending): void;
}

export interface LineOptions {
  readonly agentId: string;
  /** Null for a conversation with typed turns only. */
  readonly microphone: 'wanted' | null;
  readonly events: LineEvents;
}
