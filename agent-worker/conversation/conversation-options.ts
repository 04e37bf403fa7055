/** Dependencies and options of a conversation, besides its settings and its door. */
import type { Room } from '@livekit/rtc-node';
import type { Engine } from '../../engine/index.ts';
import type { Lexicon } from '../../engine/phonetics.ts';
import type { AddressGuard } from '../address-guard/address-guard.ts';
import type { ModelEndpoint } from '../llm/types.ts';
import type { Toolbox } from '../tools/types.ts';
import type { Direction } from './direction.ts';
import type { ConversationUsage, EndReason, TranscriptEntry, TurnMetrics } from './types.ts';

/** Takes static messages, and fields that contain nothing anyone said. */
export interface ConversationLog {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

export interface ConversationDeps {
  readonly engine: Pick<Engine, 'open' | 'check' | 'recogniser'>;
  /** The model for agents that do not configure their own; null for the built-in responder. */
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
  /** Words of that owner's dictionary in a language, as they are written: the caller may say them. */
  readonly words?: (lang: string) => Promise<readonly string[]>;
  /** Whose conversation it is: the engine is shared fairly between owners. */
  readonly owner?: string;
  /** Whether the caller's audio may contain echo of the agent. Browsers cancel it themselves. */
  readonly echo?: boolean;
  /**
   * How long callers may be silent, and how long they may talk, in ms; the defaults are in `caller-away-timer.ts` and
   * `interruption.ts`.
   */
  readonly patience?: { readonly nudgeMs?: number; readonly giveUpMs?: number; readonly maxTurnMs?: number };
  /** The client directs the conversation, and is told more than other clients. */
  readonly direction?: Direction;
  readonly onTurn?: (metrics: TurnMetrics) => void;
  /** Takes what is said and done, for a transcript that is kept. Answers come when they have been heard. */
  readonly onEntry?: (entry: TranscriptEntry) => void;
  readonly onEnd?: (usage: ConversationUsage, reason: EndReason) => void;
  /** Tool servers that were left out. */
  readonly onToolFailures?: (failures: Toolbox['failures']) => void;
}
