import { setTimeout as sleep } from 'node:timers/promises';
import type {
  ConversationUsage,
  EndReason,
  TranscriptEntry,
  TurnMetrics,
} from '../../agent-worker/conversation/types.ts';
import { NO_USAGE, withoutPart } from '../../agent-worker/conversation/usage.ts';
import type { EventKeeper, LostEvent } from '../events/event-keeper.ts';
import type { EventData, NewEvent } from '../events/event-types.ts';
import type { Events } from '../events/events.ts';
import type { Log } from '../observability/log.ts';
import type { Figures } from '../storage/agent-figures.ts';
import { isoTime } from '../storage/iso-time.ts';
import { FigureCount, STAGES } from './figures.ts';
import { LOST } from './transcripts/transcript-keeper.ts';

/** Delays of the retries for an event that could not be stored. */
const RETRIES_MS = [500, 2000, 10_000];
/** Largest number of tool calls that the end event lists, and of turns that it measures. */
const MAX_LISTED = 200;

export interface ReportsDeps {
  readonly events: Pick<Events, 'emit' | 'begin' | 'end'>;
  readonly keeper: Pick<EventKeeper, 'hold' | 'release'>;
  /** Adds a conversation to the figures of its agent. */
  readonly count: (agentId: string, startedAtMs: number, figures: Figures) => Promise<void>;
  readonly log: Log;
  /** The clock that all processes on the database share, in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** The conversation that the events are about. */
export interface ReportedConversation {
  readonly id: string;
  readonly ownerId: string;
  readonly agentId: string | null;
  /** The outgoing call that the conversation belongs to; null if the caller called. */
  readonly callId: string | null;
  readonly door: string;
  readonly langCode: string;
  /** Fields from the client of the conversation. */
  readonly metadata: EventData;
}

export interface ReportedEnd {
  /** Default: now. */
  readonly endedAtMs?: number;
  /** The model's summary; undefined if none was requested, or if it is stored with the transcript. */
  readonly summary?: EventData | null;
}

/** Reports the conversations of this process as events. */
export class ConversationReports {
  readonly #deps: ReportsDeps;
  readonly #closing = new AbortController();
  readonly #open = new Set<ConversationReport>();

  constructor(deps: ReportsDeps) {
    this.#deps = deps;
  }

  /** No events before the conversation has started or failed. */
  of(conversation: ReportedConversation): ConversationReport {
    const report = new ConversationReport(this.#deps, conversation, this.#closing.signal);
    this.#open.add(report);
    void report.over.then(() => this.#open.delete(report));
    return report;
  }

  /** Settles when the end events of all finished conversations are stored or were given up. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(Array.from(this.#open, (report) => report.end('shutdown')));
  }
}

/** The part of a conversation that one agent has. */
interface Part {
  readonly agentId: string | null;
  readonly startMs: number;
  readonly figures: FigureCount;
  /** What the agents before it have used. */
  readonly usedBefore: ConversationUsage;
}

const beginPart = (agentId: string | null, startMs: number, usedBefore: ConversationUsage): Part => ({
  agentId,
  startMs,
  figures: new FigureCount(),
  usedBefore,
});

/** Reports one conversation. The conversation does not wait for it, and does not fail if it fails. */
export class ConversationReport {
  readonly #deps: ReportsDeps;
  readonly #conversation: ReportedConversation;
  readonly #closing: AbortSignal;
  readonly #now: () => number;
  readonly #startMs: number;
  readonly #turns: TurnMetrics[] = [];
  readonly #tools: EventData[] = [];
  /** The agent that has the call, since when, its figures, and what the agents before it have used. */
  #part: Part;
  #usage: ConversationUsage | null = null;
  /** Id of the start event; null if there is none. */
  #beginning: Promise<string | null> = Promise.resolve(null);
  /** Settles when all events so far are stored or were given up. */
  #handoffs: Promise<unknown> = Promise.resolve();
  #ending: Promise<void> | null = null;
  #isOver: () => void = () => undefined;
  /** Settles when the last event is stored or was given up. */
  readonly over: Promise<void>;

  constructor(deps: ReportsDeps, conversation: ReportedConversation, closing: AbortSignal) {
    this.#deps = deps;
    this.#conversation = conversation;
    this.#closing = closing;
    this.#now = deps.now ?? Date.now;
    this.#startMs = this.#now();
    this.#part = beginPart(conversation.agentId, this.#startMs, NO_USAGE);
    this.over = new Promise((resolve) => {
      this.#isOver = resolve;
    });
  }

  started(): void {
    const { events, keeper } = this.#deps;
    const event = this.#event('conversation.started', this.#facts);
    this.#beginning = this.#stored(async () => {
      const id = await events.begin(event);
      keeper.hold(id);
      return id;
    });
  }

  /** The caller was passed on to another agent. @param usage of the call so far */
  handedOff(toAgentId: string, usage: ConversationUsage): void {
    const counted = this.#count('transferred', usage);
    this.#part = beginPart(toAgentId, this.#now(), usage);
    const event = this.#event('conversation.handed_off', { ...this.#facts, to_agent_id: toAgentId });
    this.#handoffs = Promise.all([this.#beginning, this.#handoffs, counted]).then(() =>
      this.#stored(() => this.#deps.events.emit(event)),
    );
  }

  turn(metrics: TurnMetrics): void {
    this.#part.figures.turn(metrics);
    if (this.#turns.length < MAX_LISTED) this.#turns.push(metrics);
  }

  add(entry: TranscriptEntry): void {
    this.#part.figures.add(entry);
    if (entry.role !== 'tool' || this.#tools.length >= MAX_LISTED) return;
    const { tool, outcome, durationMs, atMs } = entry;
    this.#tools.push({ tool, at: isoTime(atMs), outcome, duration_ms: durationMs });
  }

  used(usage: ConversationUsage): void {
    this.#usage = usage;
  }

  /** The clock that all processes share, in milliseconds since the epoch. */
  now(): number {
    return this.#now();
  }

  /** Reports the end. Idempotent: the first one counts. */
  end(reason: EndReason, more: ReportedEnd = {}): Promise<void> {
    this.#ending ??= this.#end(reason, more).finally(this.#isOver);
    return this.#ending;
  }

  async #end(reason: EndReason, { endedAtMs: endMs = this.#now(), summary }: ReportedEnd): Promise<void> {
    const { events, keeper } = this.#deps;
    const event = this.#event(typeOfEnd(reason), {
      ...this.#facts,
      ended_at: isoTime(endMs),
      end_reason: reason,
      duration_ms: Math.round(endMs - this.#startMs),
      ...(this.#usage && { usage: usageData(this.#usage) }),
      latencies: latenciesOf(this.#turns),
      tools: this.#tools,
      ...(summary !== undefined && { summary }),
    });
    await this.#count(reason, this.#usage);
    const beginning = await this.#beginning;
    await this.#handoffs;
    await this.#stored<unknown>(() =>
      beginning === null ? events.emit(event) : events.end(beginning, event),
    );
    if (beginning !== null) keeper.release(beginning);
  }

  /** Counts the part of the call that its present agent has had. @param usage of the call so far */
  async #count(reason: EndReason, usage: ConversationUsage | null): Promise<void> {
    const { agentId, startMs, figures, usedBefore } = this.#part;
    if (agentId === null) return;
    const used = usage && withoutPart(usage, usedBefore);
    const total = figures.total(reason, used);
    await this.#stored(() => this.#deps.count(agentId, startMs, total));
  }

  get #facts(): EventData {
    const { id, agentId, callId, door, langCode, metadata } = this.#conversation;
    return {
      conversation_id: id,
      agent_id: agentId,
      ...(callId !== null && { call_id: callId }),
      door,
      lang_code: langCode,
      started_at: isoTime(this.#startMs),
      metadata,
    };
  }

  #event(type: NewEvent['type'], data: EventData): NewEvent {
    const { id: subject, ownerId, agentId } = this.#conversation;
    return { ownerId, type, subject, agentId, data };
  }

  /** Null if several attempts to store something have failed. */
  async #stored<T>(store: () => Promise<T>): Promise<T | null> {
    for (const waitMs of [...RETRIES_MS, null]) {
      try {
        return await store();
      } catch (error) {
        if (waitMs === null || this.#closing.aborted) {
          this.#deps.log.error({ err: error }, 'the report of a conversation could not be stored');
          return null;
        }
        await sleep(waitMs, undefined, { signal: this.#closing }).catch(() => undefined);
      }
    }
    return null;
  }
}

/** The end of a conversation whose process was lost. */
export const lostConversation: LostEvent = ({ ownerId, subject, agentId }, data) => ({
  ownerId,
  subject,
  agentId,
  type: 'conversation.failed',
  data: { ...data, end_reason: LOST },
});

/** The last event of a conversation that began has one of these two types. */
const typeOfEnd = (reason: EndReason): NewEvent['type'] =>
  reason === 'failed' ? 'conversation.failed' : 'conversation.ended';

const usageData = (usage: ConversationUsage): EventData => ({
  turns: usage.turns,
  characters: usage.characters,
  audio_ms: usage.audioMs,
  prompt_tokens: usage.promptTokens,
  completion_tokens: usage.completionTokens,
  tool_calls: usage.toolCalls,
});

/** The median and the maximum of each measured stage. */
function latenciesOf(turns: readonly TurnMetrics[]): EventData {
  const entries = Object.entries(STAGES).flatMap(([stage, name]) => {
    const times = turns.map((turn) => turn[name]).filter((ms) => ms !== null);
    if (times.length === 0) return [];
    const sorted = times.toSorted((a, b) => a - b);
    const [median, max] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted.at(-1)];
    return [[`${stage}_ms`, { median, max }]];
  });
  return Object.fromEntries(entries) as EventData;
}
