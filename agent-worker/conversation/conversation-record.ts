import type { llm } from '@livekit/agents';
import type { ToolOutcome, TurnDetail } from '../door.ts';
import type { ConversationOptions } from './conversation-options.ts';
import type { TimelineMark } from './timeline.ts';
import { turnMetrics } from './turn-details.ts';
import type { EndReason, TranscriptEntry, TurnMetrics } from './types.ts';
import { UsageMeter } from './usage-meter.ts';

type Reports = Pick<ConversationOptions, 'onEntry' | 'onMark' | 'onTurn' | 'onEnd' | 'recorder'>;

/** What is kept and reported of a conversation: transcript, timeline, recording, usage and durations. */
export class ConversationRecord {
  readonly usage = new UsageMeter();
  readonly #reports: Reports;
  readonly #tellDetail: (detail: TurnDetail) => void;
  /** Start of the caller's speech that may interrupt the agent. */
  #speechBeganAtMs: number | null = null;
  #lastSpeechAtMs = 0;
  /** When the agent became audible; null while it is silent. */
  #audibleSinceMs: number | null = null;

  /** @param tellDetail tells the client, if it wants details */
  constructor(reports: Reports, tellDetail: (detail: TurnDetail) => void) {
    this.#reports = reports;
    this.#tellDetail = tellDetail;
  }

  /** Start of the caller's last speech, in ms since the epoch. */
  get lastSpeechAtMs(): number {
    return this.#lastSpeechAtMs;
  }

  entry(entry: TranscriptEntry): void {
    this.#reports.onEntry?.(entry);
  }

  mark(mark: TimelineMark): void {
    this.#reports.onMark?.(mark);
  }

  callerSays(samples: Int16Array): void {
    this.#reports.recorder?.caller(samples);
  }

  /** The caller began to speak. */
  speechBegan(atMs: number): void {
    this.#speechBeganAtMs = atMs;
    this.#lastSpeechAtMs = atMs;
  }

  /** The caller's speech was not a turn. */
  speechDismissed(): void {
    this.#speechBeganAtMs = null;
  }

  /** @param lang in which it was spoken, where the caller may choose the language */
  spokenTurn(text: string, lang?: string): void {
    this.#turn(text, { spoken: true, atMs: this.#lastSpeechAtMs, lang });
  }

  typedTurn(text: string): void {
    this.#turn(text, { spoken: false, atMs: Date.now() });
  }

  /** @param samples that the door has taken */
  agentPlays(samples: Int16Array): void {
    this.#reports.recorder?.agent(samples);
    this.usage.played(samples.length);
  }

  /** The agent was stopped before the end of its speech. */
  agentStopped(): void {
    this.#reports.recorder?.agentStopped();
    this.#markSpeech(false, true);
  }

  /** The agent became audible, or fell silent. */
  agentSpeaks(audible: boolean): void {
    this.#markSpeech(audible, false);
    if (audible || this.#speechBeganAtMs === null) return;
    this.usage.interrupted(Date.now() - this.#speechBeganAtMs);
    this.#speechBeganAtMs = null;
  }

  /** A message was added to the history, which holds what the caller heard of an answer. */
  message(message: llm.ChatMessage): void {
    this.usage.turnItem(message, (metrics) => this.#answered(metrics));
    const { role, textContent, createdAt, interrupted } = message;
    if (role === 'assistant' && textContent)
      this.entry({ role: 'agent', atMs: createdAt, text: textContent, interrupted });
  }

  toolCalled(tool: string, tookMs: number, outcome: ToolOutcome): void {
    const durationMs = Math.round(tookMs);
    this.usage.toolCall();
    this.#tellDetail({ type: 'tool_call', tool, duration_ms: durationMs, outcome });
    this.entry({ role: 'tool', atMs: Date.now() - durationMs, tool, outcome, durationMs });
  }

  end(reason: EndReason): void {
    this.#reports.onEnd?.(this.usage.total(), reason);
  }

  /** @param atMs when it was typed, or when its speech began */
  #turn(
    text: string,
    { spoken, atMs, lang }: { spoken: boolean; atMs: number; lang?: string | undefined },
  ): void {
    this.mark({ kind: 'turn', atMs: Date.now(), spoken, text });
    this.usage.turn();
    this.entry({ role: 'user', atMs, text, ...(lang !== undefined && { lang }) });
  }

  #answered(metrics: TurnMetrics): void {
    this.#reports.onTurn?.(metrics);
    this.#tellDetail(turnMetrics(metrics));
  }

  #markSpeech(audible: boolean, stopped: boolean): void {
    const nowMs = Date.now();
    if (this.#audibleSinceMs !== null)
      this.mark({ kind: 'agent_speech', atMs: this.#audibleSinceMs, endMs: nowMs, stopped });
    this.#audibleSinceMs = audible ? nowMs : null;
  }
}
