/** A conversation's settings, the interface to its door, and its reports: usage and turn metrics. */
import type { ClonedVoice } from '../../engine/index.ts';
import type { Door, ToolOutcome } from '../door.ts';
import type { Endpointing } from '../hearing/endpointing/endpointing.ts';
import type { FollowedLanguages } from '../languages/followed-languages.ts';
import type { ModelEndpoint } from '../llm/types.ts';
import type { CallSettings, HandoffTarget } from '../tools/call-settings.ts';
import type { HttpTool } from '../tools/http-tool.ts';
import type { ToolParameters } from '../tools/model-schema.ts';

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
  /** The initial language of the conversation. */
  readonly lang: string;
  /** Languages that the agent follows its caller into; absent if it has only one. */
  readonly follows?: FollowedLanguages;
  /** Null picks the default voice of the language. */
  readonly voiceId: string | null;
  /** The voice's codes when `voiceId` names a cloned one. */
  readonly clone: ClonedVoice | undefined;
  readonly mode: ConversationMode;
  readonly endpointing: Endpointing;
  /** http(s) URLs. */
  readonly mcpServers: readonly string[];
  /** The agent's tools that are HTTP requests. Default: none. */
  readonly httpTools?: readonly HttpTool[];
  /** This agent's language model; null for the server's own setting. */
  readonly model: ModelEndpoint | null;
  /** Unknown fields of the token request, passed to the agent unchanged. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Whether the client receives tool calls and the durations of a turn's stages. */
  readonly turnDetails?: boolean;
  /** Whether the client receives partial transcripts. */
  readonly partialTranscripts?: boolean;
  /** Whether the client receives the language of its caller. */
  readonly languageChanges?: boolean;
  /** Whether the client also receives the greeting as text. */
  readonly greetingText?: boolean;
  /** Days for which the transcript is kept; absent if none is kept. */
  readonly transcriptDays?: number;
  /** Absent for a conversation that is not recorded. */
  readonly recording?: RecordingSettings;
  /** Schema of the summary after the conversation; absent for no summary. */
  readonly summary?: ToolParameters;
  /** The outgoing call that the conversation belongs to; absent if the caller called. */
  readonly callId?: string;
  /** Rules for answered calls; absent to greet at once in any case. */
  readonly answering?: AnsweringRules;
  /** Agents to which it may pass callers on; absent for none. */
  readonly handoff?: HandoffSettings;
  /** The call tools that the agent may use; absent for none. */
  readonly calls?: CallSettings;
}

export interface RecordingSettings {
  /** Days for which the recording is kept. */
  readonly days: number;
  /** Said first; "" for nothing, null for a sentence in the caller's language. */
  readonly notice: string | null;
}

export interface HandoffSettings {
  readonly targets: readonly HandoffTarget[];
  /** Values for the variables in the texts of these agents. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Actions when a machine answers the agent's call. `talk`: as with people. */
export interface AnsweringRules {
  readonly voicemail:
    | { readonly action: 'talk' | 'hang_up' }
    | { readonly action: 'leave_message'; readonly message: string };
  readonly menu:
    | { readonly action: 'talk' | 'hang_up' }
    | { readonly action: 'press'; readonly keys: string };
}

/** Why a conversation ended. */
export const END_REASONS = [
  /** The caller hung up or left. */
  'caller_left',
  /** The caller said nothing for too long, and the agent hung up. */
  'caller_silent',
  /** The agent hung up, using its tool. */
  'agent_hung_up',
  /** The agent transferred the caller. */
  'transferred',
  /** Voicemail answered the call, and the agent hung up. */
  'voicemail',
  /** Voicemail answered the call, and the agent left its message. */
  'message_left',
  /** A menu answered the call, and the agent hung up. */
  'menu',
  /** The client sent nothing at all for too long. */
  'connection_idle',
  /** The key was revoked, the JWT has expired, or the voice was deleted. */
  'access_revoked',
  /** The client violated the protocol or its limits. */
  'client_error',
  /** The server is shutting down. */
  'shutdown',
  /** An internal error, which is in the log. */
  'failed',
] as const;
export type EndReason = (typeof END_REASONS)[number];

/** An entry of a transcript. Times are ms since the epoch. */
export type TranscriptEntry =
  | {
      readonly role: 'user';
      readonly atMs: number;
      readonly text: string;
      /** Language tag of the utterance, if the language may change. */
      readonly lang?: string;
    }
  | {
      readonly role: 'agent';
      /** When the speaker began. */
      readonly atMs: number;
      /** The words up to the point that was heard. */
      readonly text: string;
      readonly interrupted: boolean;
    }
  | {
      readonly role: 'tool';
      readonly atMs: number;
      /** The agent's name for the model. */
      readonly tool: string;
      readonly outcome: ToolOutcome;
      readonly durationMs: number;
    }
  | {
      /** The caller was passed on to another agent. */
      readonly role: 'handoff';
      readonly atMs: number;
      readonly agentId: string;
      /** The name by which the previous agent knew this agent. */
      readonly name: string;
    };

/** A running conversation, as its door sees it. */
export interface ConversationHandle {
  /** The caller's audio: mono, 16 kHz, 16 bit, in order, in chunks of any size. Ignored in `llm-tts` mode. */
  pushAudio(samples: Int16Array): void;
  /** A typed turn: the agent's speech is interrupted, and this is answered instead. */
  type(text: string): void;
  /** Settles when either side has ended the conversation. Never rejects. */
  readonly ended: Promise<EndReason>;
  /**
   * The caller has left, or the conversation ends for another reason. Nothing more is said, though closing may take
   * longer.
   */
  readonly isClosing: boolean;
  /** Ends the conversation. Idempotent. */
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

/**
 * Durations within one turn in ms, measured from the end of the caller's speech unless noted; null for stages that did
 * not happen.
 */
export interface TurnMetrics {
  /** Until the end of the turn was detected. */
  readonly endOfTurnMs: number | null;
  /** Until its text was recognised. */
  readonly recognitionMs: number | null;
  /** From the model request to its first token. */
  readonly firstTokenMs: number | null;
  /** From the first text to the first audio. */
  readonly firstSoundMs: number | null;
  /** Until the caller could hear the agent. */
  readonly responseMs: number | null;
  /** From the caller's first sound to the agent's silence, if the agent was interrupted. */
  readonly interruptionMs: number | null;
  readonly interrupted: boolean;
  /** Whether it was interrupted because the caller's turn was not over. */
  readonly tooEarly: boolean;
}

/** Opens a conversation behind a door. @throws EngineError 422 when voice and language do not fit */
export type OpenConversation = (settings: ConversationSettings, door: Door) => Promise<ConversationHandle>;
