/** Messages to the client, apart from audio (docs/agent-websocket.md). */
export type AgentMessage =
  | { readonly type: 'stop_audio_response' }
  | {
      readonly type: 'user_transcript';
      readonly text: string;
      /** For clients that asked for details: 0 to 1; null if the recogniser reports none. */
      readonly confidence?: number | null;
    }
  | { readonly type: 'llm_response'; readonly text: string }
  /** For clients that asked for it: what the agent says first. */
  | { readonly type: 'greeting'; readonly text: string }
  /** For clients that asked for it: what the caller is saying, and how much of it is final. */
  | { readonly type: 'partial_transcript'; readonly text: string; readonly stable_text: string }
  /** For clients that requested it: the caller's detected language (a tag), from now on. */
  | { readonly type: 'language'; readonly lang_code: string }
  | TurnDetail;

/** How a call of a tool ended; `deadline` when it took too long. */
export type ToolOutcome = 'ok' | 'error' | 'deadline';

/** For clients that asked for details: how long an answer took. Times in ms; stages that did not happen are omitted. */
export type TurnDetail =
  | ToolCallDetail
  /** The caller was passed on to another agent. */
  | { readonly type: 'handoff'; readonly agent_id: string; readonly agent: string }
  | ({ readonly type: 'turn_metrics'; readonly interrupted: boolean } & Readonly<
      Partial<Record<TurnStage, number>>
    >);

export interface ToolCallDetail {
  readonly type: 'tool_call';
  /** The agent's name for the model. */
  readonly tool: string;
  readonly duration_ms: number;
  readonly outcome: ToolOutcome;
}

/** The times of `TurnMetrics`, by their names on the wire. */
export type TurnStage =
  | 'end_of_turn_ms'
  | 'recognition_ms'
  | 'first_token_ms'
  | 'first_sound_ms'
  | 'response_ms'
  | 'interruption_ms';

/**
 * One caller's connection. The conversation paces its audio by the clock, so a door never holds more than `leadMs` of
 * audio that has not been heard; it also takes care of the order of messages.
 */
export interface Door {
  /** How far ahead of playback audio is handed over, in ms. */
  readonly leadMs: number;
  /** 20 ms of the agent's speech: mono, 24 kHz, 16 bit. Must not block. */
  play(frame: Int16Array): void;
  /**
   * Discards audio that was handed over but not heard yet. A client that buffers audio itself discards its own when it
   * receives the `stop_audio_response` that comes before.
   */
  drop(): void;
  /** An utterance has been handed over completely; later frames belong to another. */
  flush(): void;
  message(message: AgentMessage): void;
  /** Other abilities of the door; absent if it has none. */
  readonly call?: CallControl;
}

/** Abilities of a door besides carrying the call. */
export interface CallControl {
  /** Presses keys for the other side; settles when they have been sent. @throws CallControlError */
  sendDtmf?(keys: string): Promise<void>;
  /** Transfers the caller to a number. @throws CallControlError */
  transfer?(to: string): Promise<void>;
  /**
   * Calls somebody else, tells them something and asks whether they take the call. The caller goes on with the agent.
   * @param told mono, 24 kHz, 16 bit
   * @throws CallControlError when they do not take it
   */
  askPerson?(to: string, told: Promise<Int16Array>): Promise<PersonLine>;
}

/** A call to somebody who takes the caller's call. Neither hears the other before they are joined. */
export interface PersonLine {
  /**
   * Joins the caller with them, instead of the agent. When one hangs up, the other is hung up on.
   * @throws CallControlError when that failed, and they were hung up on
   */
  join(): Promise<void>;
}

/** An action on a call failed. The model receives the message, which completes a sentence. */
export class CallControlError extends Error {
  override readonly name = 'CallControlError';
}
