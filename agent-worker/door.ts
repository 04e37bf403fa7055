/** What the caller's side is told, apart from audio ("What you get" in docs/agents.md). */
export type AgentMessage =
  | { readonly type: 'stop_audio_response' }
  | { readonly type: 'user_transcript'; readonly text: string }
  | { readonly type: 'llm_response'; readonly text: string }
  | TurnDetail;

/** For those who asked for details: what an answer took. Times in ms; what did not happen is left out. */
export type TurnDetail =
  | {
      readonly type: 'tool_call';
      /** As its server names it. */
      readonly tool: string;
      readonly duration_ms: number;
      readonly outcome: 'ok' | 'error' | 'deadline';
    }
  | ({ readonly type: 'turn_metrics'; readonly interrupted: boolean } & Readonly<
      Partial<Record<TurnStage, number>>
    >);

/** The times of `TurnMetrics` by the names of the wire. */
export type TurnStage =
  | 'end_of_turn_ms'
  | 'recognition_ms'
  | 'first_token_ms'
  | 'first_sound_ms'
  | 'response_ms'
  | 'interruption_ms';

/**
 * One caller's way in and out. The conversation paces what it plays by the clock, so that a door never holds more than
 * `leadMs` of sound that has not been heard; it does the order of messages, too.
 */
export interface Door {
  /** How far ahead of the listener's ear sound is handed over, in ms. */
  readonly leadMs: number;
  /** 20 ms of the agent's speech: mono, 24 kHz, 16 bit. Must not block. */
  play(frame: Int16Array): void;
  /**
   * What was handed over and not heard yet shall not be heard any more.
   * @returns whether that can be; if not, the listener will hear it to its end
   */
  drop(): boolean;
  /** An utterance has been handed over to its end; frames that follow belong to another. */
  flush(): void;
  message(message: AgentMessage): void;
}
