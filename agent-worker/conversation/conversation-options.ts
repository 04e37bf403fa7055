/** What a conversation is opened with, besides its settings and its door. */
import type { Room } from '@livekit/rtc-node';
import type { Engine } from '../../engine/index.ts';
import type { Lexicon } from '../../engine/phonetics.ts';
import type { AddressGuard } from '../address-guard/address-guard.ts';
import type { ModelEndpoint } from '../llm/types.ts';
import type { Toolbox } from '../tools/types.ts';
import type { ConversationUsage, EndReason, TurnMetrics } from './types.ts';

/** Static messages and fields without anything that was said. */
export interface ConversationLog {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

export interface ConversationDeps {
  readonly engine: Pick<Engine, 'open' | 'check' | 'recogniser'>;
  /** The model of agents that name none of their own; null for the built-in responder. */
  readonly model: ModelEndpoint | null;
  readonly guard: AddressGuard;
  readonly log: ConversationLog;
}

export interface ConversationOptions {
  /** The LiveKit room that the caller is in; its track is listened to instead of `pushAudio`. */
  readonly room?: Room;
  /** Whose track and typed text count in the room; without it, those of whoever came first. */
  readonly callerIdentity?: string;
  /** Pronunciations of the agent's owner. */
  readonly lexicon?: Lexicon;
  /** Whether the caller's sound may carry the agent's. Rooms and browsers cancel it themselves. */
  readonly echo?: boolean;
  /**
   * How long callers may be silent, and talk, in ms; by default as long as `caller-away-timer.ts` and
   * `interruption.ts` say.
   */
  readonly patience?: { readonly nudgeMs?: number; readonly giveUpMs?: number; readonly maxTurnMs?: number };
  readonly onTurn?: (metrics: TurnMetrics) => void;
  readonly onEnd?: (usage: ConversationUsage, reason: EndReason) => void;
  /** Tool servers that were left out. */
  readonly onToolFailures?: (failures: Toolbox['failures']) => void;
}
