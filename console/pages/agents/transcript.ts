import { signal } from '@preact/signals';
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
  /** From the end of the caller's turn until something was heard here, in ms. */
  readonly heardAfterMs: number | null;
  /** As the server measured them. */
  readonly stages: Stages | null;
}

export type Turn = CallerTurn | AgentTurn;

/** Louder than that, somebody speaks. */
const SPEECH_DB = -45;

/** What is said in a conversation, and how long the answers took. */
export class Transcript {
  readonly turns = signal<readonly Turn[]>([]);
  #nextId = 0;
  #typed: string[] = [];
  #callerSpokeAtMs: number | null = null;
  /** When the caller's turn ended that waits for its answer to be heard. */
  #waitingSinceMs: number | null = null;

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
    if (message.type === 'stop_audio_response' && isPlaying) this.#interrupted();
    else if (message.type === 'user_transcript') this.#callerSaid(message.text);
    else if (message.type === 'llm_response') this.#agentSaid(message.text);
    else if (message.type === 'tool_call') this.#toolCalled(message);
    else if (message.type === 'turn_metrics') this.#measured(message);
  }

  /** How loud the caller is. */
  callerLevel(db: number): void {
    if (db > SPEECH_DB) this.#callerSpokeAtMs = performance.now();
  }

  /** How loud the agent is. */
  agentLevel(db: number): void {
    if (db <= SPEECH_DB || this.#waitingSinceMs === null) return;
    const heardAfterMs = performance.now() - this.#waitingSinceMs;
    this.#waitingSinceMs = null;
    this.#changeLast(() => true, { heardAfterMs });
  }

  /** Nothing more comes. */
  finish(): void {
    this.turns.value = this.turns.value.filter((turn) => turn.kind === 'caller' || turn.text !== null);
  }

  #callerSaid(text: string): void {
    const isTyped = this.#typed[0] === text.trim();
    if (isTyped) this.#typed.shift();
    const now = performance.now();
    // A spoken turn is over a while after its last sound; the listener waits from there.
    this.#waitingSinceMs = isTyped ? now : (this.#callerSpokeAtMs ?? now);
    this.#callerSpokeAtMs = null;
    this.turns.value = [...this.turns.value, { kind: 'caller', id: this.#nextId++, text, isTyped }];
    this.#add({});
  }

  #agentSaid(text: string): void {
    const isPending = (turn: AgentTurn) => turn.text === null;
    // The caller went on before anything was said.
    if (text === '')
      this.turns.value = this.turns.value.filter((turn) => turn.kind === 'caller' || !isPending(turn));
    else this.#changeLast(isPending, { text });
  }

  #interrupted(): void {
    this.#changeLast(() => true, { isInterrupted: true });
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
      heardAfterMs: null,
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
