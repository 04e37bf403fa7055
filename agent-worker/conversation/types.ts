/** A conversation's settings, the handle its door holds, and what it reports: usage and turn metrics. */
import type { ClonedVoice } from '../../engine/index.ts';
import type { Door, ToolOutcome } from '../door.ts';
import type { Endpointing } from '../hearing/endpointing/endpointing.ts';
import type { FollowedLanguages } from '../languages/followed-languages.ts';
import type { ModelEndpoint } from '../llm/types.ts';
import type { CallSettings } from '../tools/call-settings.ts';
import type { HttpTool } from '../tools/http-tool.ts';

/** `asr-llm-tts` listens and speaks; `llm-tts` accepts typed turns only. */
export const CONVERSATION_MODES = ['asr-llm-tts', 'llm-tts'] as const;
export type ConversationMode = (typeof CONVERSATION_MODES)[number];

/** Settings of one conversation: the stored agent, with the session's overrides applied. */
export interface ConversationSettings {
  /** Null for a conversation without a stored agent. */
  readonly agentId: string | null;
  /** The system prompt. */
  readonly instructions: string;
  /** Spoken first; "" for none. */
  readonly greeting: string;
  /** The language that it begins in. */
  readonly lang: string;
  /** Those that it follows its caller into; absent where it stays in the one. */
  readonly follows?: FollowedLanguages;
  /** Null picks the default voice of the language. */
  readonly voiceId: string | null;
  /** The voice's codes when `voiceId` names a cloned one. */
  readonly clone: ClonedVoice | undefined;
  readonly mode: ConversationMode;
  readonly endpointing: Endpointing;
  /** http(s) URLs. */
  readonly mcpServers: readonly string[];
  /** Its tools that are HTTP requests. Default: none. */
  readonly httpTools?: readonly HttpTool[];
  /** This agent's language model; null for the server's own setting. */
  readonly model: ModelEndpoint | null;
  /** Unknown fields of the token request, passed to the agent unchanged. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Whether the client is told about tool calls and how long the stages of a turn took. */
  readonly turnDetails?: boolean;
  /** Whether the client is sent partial transcripts. */
  readonly partialTranscripts?: boolean;
  /** Whether the client receives the language of its caller. */
  readonly languageChanges?: boolean;
  /** Whether the client is sent the greeting as text, too. */
  readonly greetingText?: boolean;
  /** For how many days its transcript is kept; absent where none is. */
  readonly transcriptDays?: number;
  /** What the agent may do with the call; absent for nothing. */
  readonly calls?: CallSettings;
}

/** Why a conversation ended. */
export const END_REASONS = [
  /** The caller hung up or left. */
  'caller_left',
  /** The caller said nothing for too long, and the agent hung up. */
  'caller_silent',
  /** The agent hung up, by its tool. */
  'agent_hung_up',
  /** The agent put the caller through to somebody else. */
  'transferred',
  /** Nothing at all came from the client for too long. */
  'connection_idle',
  /** The key was revoked, the JWT has expired, or the voice was deleted. */
  'access_revoked',
  /** The client did not keep to the protocol or its limits. */
  'client_error',
  /** The server is going away. */
  'shutdown',
  /** Something broke; the log says what. */
  'failed',
] as const;
export type EndReason = (typeof END_REASONS)[number];

/** Something that was said or done in a conversation. Times are ms since the epoch. */
export type TranscriptEntry =
  | {
      readonly role: 'user';
      readonly atMs: number;
      readonly text: string;
      /** Tag of the language that it was heard in, where that may change. */
      readonly lang?: string;
    }
  | {
      readonly role: 'agent';
      /** When it began to speak. */
      readonly atMs: number;
      /** As far as it was heard. */
      readonly text: string;
      readonly interrupted: boolean;
    }
  | {
      readonly role: 'tool';
      readonly atMs: number;
      /** Its name for the model. */
      readonly tool: string;
      readonly outcome: ToolOutcome;
      readonly durationMs: number;
    };

/** A running conversation, as its door sees it. */
export interface ConversationHandle {
  /** The caller's audio: mono, 16 kHz, 16 bit, in order, in chunks of any size. Ignored in `llm-tts` mode. */
  pushAudio(samples: Int16Array): void;
  /** A typed turn: the agent's speech is interrupted, and this is answered instead. */
  type(text: string): void;
  /** Settles when the conversation is over, whichever side ended it. Never rejects. */
  readonly ended: Promise<EndReason>;
  /** The caller has gone, or it ends for another reason: nothing more is said, though it may not be over yet. */
  readonly isClosing: boolean;
  /** Ends it. Idempotent. */
  close(reason: EndReason): Promise<void>;
}

/** Usage of one conversation, for billing. */
export interface ConversationUsage {
  readonly turns: number;
  /** Characters spoken, counted as for text-to-speech. */
  readonly characters: number;
  /** Audio handed to the door, in ms. */
  readonly audioMs: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly toolCalls: number;
}

/** Times of one turn in ms, measured from the end of the caller's speech unless noted; null if it did not happen. */
export interface TurnMetrics {
  /** Until the turn was considered over. */
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
