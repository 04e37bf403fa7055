/** What a conversation is given, how its doors hold it, and what it leaves behind. */
import type { ClonedVoice } from '../../engine/index.ts';
import type { Door } from '../door.ts';
import type { Endpointing } from '../hearing/endpointing/endpointing.ts';
import type { ModelEndpoint } from '../llm/types.ts';

/** `asr-llm-tts` listens and speaks; `llm-tts` takes typed turns only. */
export const CONVERSATION_MODES = ['asr-llm-tts', 'llm-tts'] as const;
export type ConversationMode = (typeof CONVERSATION_MODES)[number];

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
  /** This agent's language model; null for the server's own setting. */
  readonly model: ModelEndpoint | null;
  /** Unknown fields of the token request, handed to the agent as they came. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Whether the caller's side is told of tool calls and of how long the stages of a turn took. */
  readonly turnDetails?: boolean;
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
  pushAudio(samples: Int16Array): void;
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

/** Opens a conversation behind a door. @throws EngineError 422 when voice and language do not fit */
export type OpenConversation = (settings: ConversationSettings, door: Door) => Promise<ConversationHandle>;
