/** What a conversation is given, and what the three doors and the conversation say to each other. */
import type { ClonedVoice } from '../../engine/enrolment/types.ts';
import type { ModelEndpoint } from '../thinking/types.ts';

/** `asr-llm-tts` listens and speaks; `llm-tts` takes typed turns only. */
export const CONVERSATION_MODES = ['asr-llm-tts', 'llm-tts'] as const;
export type ConversationMode = (typeof CONVERSATION_MODES)[number];

/** How long a pause must last to end the caller's turn. */
export interface Endpointing {
  /** When the caller sounds finished. */
  readonly minDelayMs: number;
  /** When the caller sounds as if there were more to come. */
  readonly maxDelayMs: number;
}

/** Everything that one conversation is held with: the agent as stored, changed by what its session asks for. */
export interface ConversationSettings {
  /** Null for a conversation with no stored agent. */
  readonly agentId: string | null;
  /** The system prompt. */
  readonly instructions: string;
  /** Spoken first; "" for none. */
  readonly greeting: string;
  readonly lang: string;
  /** Null picks the default voice of the language. */
  readonly voiceId: string | null;
  /** The voice's codes when `voiceId` names a cloned one. */
  readonly clone: ClonedVoice | undefined;
  readonly mode: ConversationMode;
  readonly endpointing: Endpointing;
  /** http(s) URLs. */
  readonly mcpServers: readonly string[];
  /** Where this agent thinks; null for the server's own setting. */
  readonly model: ModelEndpoint | null;
  /** Unknown fields of the token request, handed to the agent as they came. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Whether the caller's side is told of tool calls and of how long the stages of a turn took. */
  readonly turnDetails?: boolean;
}

/** What the caller's side is told, apart from sound (interface.md, "Agent conversation messages"). */
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

/** Rate of the caller's sound inside a conversation, in samples per second. */
export const HEARING_RATE = 16_000;
/** Rate of the agent's sound inside a conversation, in samples per second; doors convert. */
export const SPEAKING_RATE = 24_000;
/** Samples of one frame of the agent's sound: 20 ms. */
export const SPEAKING_FRAME_SAMPLES = SPEAKING_RATE / 50;

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

/** Why a conversation ended. */
export type EndReason =
  /** The caller hung up, left or was silent for too long. */
  | 'caller_left'
  | 'caller_silent'
  /** The server is going away. */
  | 'shutdown'
  /** Something broke; the log says what. */
  | 'failed';

/** A conversation that is under way, as its door sees it. */
export interface ConversationHandle {
  /** Samples from the caller: mono, 16 kHz, 16 bit, in order, in pieces of any size. Ignored in `llm-tts` mode. */
  hear(samples: Int16Array): void;
  /** A typed turn: what the agent says is interrupted, and answered is this. */
  type(text: string): void;
  /** Settles when the conversation is over, whoever ended it. Never rejects. */
  readonly ended: Promise<EndReason>;
  /** Ends it. Idempotent. */
  close(reason: EndReason): Promise<void>;
}

/** One conversation's bill. */
export interface ConversationUsage {
  readonly turns: number;
  /** Characters spoken, as speak bills them. */
  readonly characters: number;
  /** Sound handed to the door, in ms. */
  readonly audioMs: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly toolCalls: number;
}

/** Times of one turn in ms, from the end of the caller's speech unless said otherwise; null where it did not happen. */
export interface TurnMetrics {
  /** Until the turn was taken to be over. */
  readonly endOfTurnMs: number | null;
  /** Until its text was known. */
  readonly recognitionMs: number | null;
  /** From asking the model to its first token. */
  readonly firstTokenMs: number | null;
  /** From the first text to the first sound. */
  readonly firstSoundMs: number | null;
  /** Until the caller could hear the agent. */
  readonly responseMs: number | null;
  /** From the caller's first sound to the agent's silence, where the agent was interrupted. */
  readonly interruptionMs: number | null;
  readonly interrupted: boolean;
}

/** Opens a conversation behind a door. @throws SpeakError 422 when voice and language do not fit */
export type OpenConversation = (settings: ConversationSettings, door: Door) => Promise<ConversationHandle>;
