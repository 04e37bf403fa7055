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
  /** Null until it is known. */
  readonly text: string | null;
  readonly isGreeting: boolean;
  readonly isInterrupted: boolean;
  readonly tools: readonly ToolCall[];
  /** What it answers was typed. */
  readonly isToTyped: boolean;
  /** From when the caller's turn was told until something was heard here, in ms. */
  readonly soundAfterMs: number | null;
  /** As the server measured them. */
  readonly stages: Stages | null;
}

export type Turn = CallerTurn | AgentTurn;

/** Louder than that, somebody speaks. */
const SPEECH_DB = -45;

/** What is said in a conversation, and how long the answers took. */
export class Transcript {
  readonly turns = signal<readonly Turn[]>([]);
  /** What the caller is saying, as far as it was heard; "" while they are silent. */
  readonly partial = signal('');
  #nextId = 0;
  #typed: string[] = [];
  /** When the caller's turn was told that waits for its answer to be heard. */
  #waitingSinceMs: number | null = null;
  #isAgentHeard = false;
  /** The agent was stopped while it was heard, and has not gone on. */
  #isStopped = false;

  /** The agent begins with it. */
  greet(text: string): void {
    this.#add({ text, isGreeting: true });
  }

  /** The caller typed a turn, which the agent will tell of as it does of spoken ones. */
  typed(text: string): void {
    this.#typed.push(text);
  }

  /** @param isPlaying whether the agent was being heard when the message came */
  take(message: AgentMessage, isPlaying: boolean): void {
    if (message.type === 'stop_audio_response') this.#isStopped ||= isPlaying;
    else if (message.type === 'audio_response') this.#isStopped = false;
    else if (message.type === 'partial_transcript') this.partial.value = message.text;
    else if (message.type === 'user_transcript') this.#callerSaid(message.text);
    else if (message.type === 'llm_response') this.#agentSaid(message.text);
    else if (message.type === 'tool_call') this.#toolCalled(message);
    else if (message.type === 'turn_metrics') this.#measured(message);
  }

  /** How loud the agent is. */
  agentLevel(db: number): void {
    const wasHeard = this.#isAgentHeard;
    this.#isAgentHeard = db > SPEECH_DB;
    // What is left of an interrupted answer is not the next one.
    if (!this.#isAgentHeard || wasHeard || this.#waitingSinceMs === null) return;
    const soundAfterMs = performance.now() - this.#waitingSinceMs;
    this.#waitingSinceMs = null;
    this.#changeLast(() => true, { soundAfterMs });
  }

  /** Nothing more comes. */
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
    // The caller went on before anything was said.
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

  /** They come when an answer is over; the next turn may have begun by then. */
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

/** What was said as a text, one line for each turn. @param agentName what stands before the agent's */
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
 * How long the caller waited: from the end of their speech, or from pressing the key, until something was heard. What
 * is spoken is told a while after its end; how long after, the server says when the answer is over.
 * @returns null while it is not known
 */
export function heardAfterMs({ soundAfterMs, isToTyped, stages }: AgentTurn): number | null {
  if (soundAfterMs === null || isToTyped) return soundAfterMs;
  const endOfTurnMs = stages?.end_of_turn_ms;
  return endOfTurnMs === undefined ? null : endOfTurnMs + soundAfterMs;
}
