import { signal } from '@preact/signals';
import { t } from '../../i18n/i18n.ts';
import type { AgentMessage, Stages, ToolCall } from '../../wire/agents.ts';

export interface CallerTurn {
  readonly kind: 'caller';
  readonly id: number;
  readonly text: string;
  readonly isTyped: boolean;
}

export interface AgentTurn {
  readonly kind: 'agent';
  readonly id: number;
  /** Null until its text is known. */
  readonly text: string | null;
  readonly isGreeting: boolean;
  readonly isInterrupted: boolean;
  readonly tools: readonly ToolCall[];
  /** Whether it answers a typed turn. */
  readonly isToTyped: boolean;
  /** Time from the message with the caller's turn until the first sound here, in ms. */
  readonly soundAfterMs: number | null;
  /** As measured by the server. */
  readonly stages: Stages | null;
}

export type Turn = CallerTurn | AgentTurn;

/** Level above which speech is assumed, in dBFS. */
const SPEECH_DB = -45;

/** The turns of a conversation, and the delays of the answers. */
export class Transcript {
  readonly turns = signal<readonly Turn[]>([]);
  /** The caller's unfinished turn, as recognised so far; "" while they are silent. */
  readonly partial = signal('');
  #nextId = 0;
  #typed: string[] = [];
  /** Time of the caller's turn whose answer has not been heard yet. */
  #waitingSinceMs: number | null = null;
  #isAgentHeard = false;
  /** Whether the agent was interrupted and has not resumed. */
  #isStopped = false;

  /** Adds the agent's greeting. */
  greet(text: string): void {
    this.#add({ text, isGreeting: true });
  }

  /** Adds a typed turn, which the agent will report like a spoken one. */
  typed(text: string): void {
    this.#typed.push(text);
  }

  /** @param isPlaying whether the agent was audible when the message came */
  take(message: AgentMessage, isPlaying: boolean): void {
    if (message.type === 'stop_audio_response') this.#isStopped ||= isPlaying;
    else if (message.type === 'audio_response') this.#isStopped = false;
    else if (message.type === 'partial_transcript') this.partial.value = message.text;
    else if (message.type === 'user_transcript') this.#callerSaid(message.text);
    else if (message.type === 'llm_response') this.#agentSaid(message.text);
    else if (message.type === 'tool_call') this.#toolCalled(message);
    else if (message.type === 'turn_metrics') this.#measured(message);
  }

  /** Handles the level of the agent. */
  agentLevel(db: number): void {
    const wasHeard = this.#isAgentHeard;
    this.#isAgentHeard = db > SPEECH_DB;
    // The rest of an interrupted answer is not the next one.
    if (!this.#isAgentHeard || wasHeard || this.#waitingSinceMs === null) return;
    const soundAfterMs = performance.now() - this.#waitingSinceMs;
    this.#waitingSinceMs = null;
    this.#changeLast(() => true, { soundAfterMs });
  }

  /** Marks the end of the conversation. */
  finish(): void {
    this.partial.value = '';
    this.turns.value = this.turns.value.filter((turn) => turn.kind === 'caller' || turn.text !== null);
  }

  #callerSaid(text: string): void {
    this.partial.value = '';
    const isTyped = this.#typed[0] === text.trim();
    if (isTyped) this.#typed.shift();
    if (this.#isStopped) this.#changeLast(() => true, { isInterrupted: true });
    this.#isStopped = false;
    this.#waitingSinceMs = performance.now();
    this.turns.value = [...this.turns.value, { kind: 'caller', id: this.#nextId++, text, isTyped }];
    this.#add({ isToTyped: isTyped });
  }

  #agentSaid(text: string): void {
    const isPending = (turn: AgentTurn) => turn.text === null;
    // The caller continued before anything was said.
    if (text === '')
      this.turns.value = this.turns.value.filter((turn) => turn.kind === 'caller' || !isPending(turn));
    else this.#changeLast(isPending, { text });
  }

  #toolCalled({ tool, duration_ms, outcome }: ToolCall): void {
    const call = { tool, duration_ms, outcome };
    this.#changeLast(
      () => true,
      ({ tools }) => ({ tools: [...tools, call] }),
    );
  }

  /** Metrics come at the end of an answer, when the next turn may have begun. */
  #measured({ type: _, interrupted, ...stages }: AgentMessage & { readonly type: 'turn_metrics' }): void {
    const change = ({ isInterrupted }: AgentTurn) => ({
      stages,
      isInterrupted: isInterrupted || interrupted,
    });
    const isAnswer = (turn: AgentTurn) => turn.stages === null && !turn.isGreeting;
    if (!this.#changeLast((turn) => isAnswer(turn) && turn.text !== null, change))
      this.#changeLast(isAnswer, change);
  }

  #add(turn: Partial<AgentTurn>): void {
    const blank = {
      kind: 'agent',
      id: this.#nextId++,
      text: null,
      isGreeting: false,
      isInterrupted: false,
      tools: [],
      isToTyped: false,
      soundAfterMs: null,
      stages: null,
    } as const;
    this.turns.value = [...this.turns.value, { ...blank, ...turn }];
  }

  /** @returns whether there was one */
  #changeLast(
    which: (turn: AgentTurn) => boolean,
    change: Partial<AgentTurn> | ((turn: AgentTurn) => Partial<AgentTurn>),
  ): boolean {
    const all = this.turns.value;
    const at = all.findLastIndex((turn) => turn.kind === 'agent' && which(turn));
    const turn = all[at];
    if (turn?.kind !== 'agent') return false;
    const changed = { ...turn, ...(typeof change === 'function' ? change(turn) : change) };
    this.turns.value = all.with(at, changed);
    return true;
  }
}

/**
 * Formats the conversation as text, one line for each turn.
 * @param agentName prefix of the agent's turns
 */
export function transcriptText(turns: readonly Turn[], agentName: string): string {
  const lines = turns.flatMap((turn) => {
    if (turn.text === null) return [];
    const who = turn.kind === 'caller' ? t('Caller') : agentName;
    const isCut = turn.kind === 'agent' && turn.isInterrupted;
    return `${who}: ${turn.text.replace(/\s*\n\s*/g, ' ')}${isCut ? ` [${t('Interrupted')}]` : ''}\n`;
  });
  return lines.join('');
}

/**
 * Returns how long the caller waited for the first sound, from the end of their speech or from the key press. A spoken
 * turn is reported some time after its end; the server reports this delay when the answer is over.
 * @returns null while it is unknown
 */
export function heardAfterMs({ soundAfterMs, isToTyped, stages }: AgentTurn): number | null {
  if (soundAfterMs === null || isToTyped) return soundAfterMs;
  const endOfTurnMs = stages?.end_of_turn_ms;
  return endOfTurnMs === undefined ? null : endOfTurnMs + soundAfterMs;
}
