/** Dependencies and options of a conversation, in addition to its settings and its door. */
import type { Room } from '@livekit/rtc-node';
import type { Engine } from '../../engine/index.ts';
import type { Lexicon } from '../../engine/phonetics.ts';
import type { AddressGuard } from '../address-guard/address-guard.ts';
import type { Callee } from '../hearing/answering/who-answered.ts';
import type { ModelEndpoint } from '../llm/types.ts';
import type { CallRecorder } from '../recording/call-recorder.ts';
import type { HandoffTarget } from '../tools/call-settings.ts';
import type { Toolbox } from '../tools/types.ts';
import type { Direction } from './direction.ts';
import type { TimelineMark } from './timeline.ts';
import type { ConversationUsage, EndReason, TranscriptEntry, TurnMetrics } from './types.ts';

/** Context for an agent that takes over a caller. */
export interface Takeover {
  /** The first words of the agent; with "" the model continues. */
  readonly introduction: string;
  /** The earlier conversation, in order. */
  readonly history: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
}

/** Log sink. Messages are constant, and fields contain no spoken text. */
export interface ConversationLog {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

export interface ConversationDeps {
  readonly engine: Pick<Engine, 'open' | 'check' | 'recogniser'>;
  /** The model of agents that do not configure their own; null for the built-in rules. */
  readonly model: ModelEndpoint | null;
  readonly guard: AddressGuard;
  readonly log: ConversationLog;
}

export interface ConversationOptions {
  /** The caller's LiveKit room; the caller's track there replaces `pushAudio`. */
  readonly room?: Room;
  /** The participant whose track and typed text are used; default: the first to join the room. */
  readonly callerIdentity?: string;
  /** Pronunciations of the agent's owner in a language. */
  readonly lexicon?: (lang: string) => Lexicon | undefined;
  /** Written forms of that dictionary's words in a language, which the caller may say. */
  readonly words?: (lang: string) => Promise<readonly string[]>;
  /** The owner of the conversation. Owners share the engine fairly. */
  readonly owner?: string;
  /** Whether the caller's audio may contain echo of the agent. Browsers cancel echo themselves. */
  readonly echo?: boolean;
  /**
   * Limits of a caller's silence and of a caller's speech, in ms. The defaults are in `caller-away-timer.ts` and
   * `interruption.ts`.
   */
  readonly patience?: { readonly nudgeMs?: number; readonly giveUpMs?: number; readonly maxTurnMs?: number };
  /** Set when the client directs the conversation. It then receives more events than other clients. */
  readonly direction?: Direction;
  /** Called with the kind of callee, if the settings have rules for callees. Called again if the kind was wrong. */
  readonly onAnswered?: (callee: Callee) => void;
  readonly onTurn?: (metrics: TurnMetrics) => void;
  /** Receives the transcript, if one is kept. Answers are added when they have been heard. */
  readonly onEntry?: (entry: TranscriptEntry) => void;
  /** Receives the events that the timeline has beside the transcript. */
  readonly onMark?: (mark: TimelineMark) => void;
  /** Receives both sides of the call. The conversation does not close it. */
  readonly recorder?: CallRecorder;
  readonly onEnd?: (usage: ConversationUsage, reason: EndReason) => void;
  /** Passes the caller on to another agent, which ends this conversation. @throws CallControlError */
  readonly handOff?: (target: HandoffTarget) => Promise<void>;
  /** Set when the caller was passed on to this agent. */
  readonly takeover?: Takeover;
  /** Reports tool servers that were left out. */
  readonly onToolFailures?: (failures: Toolbox['failures']) => void;
}
