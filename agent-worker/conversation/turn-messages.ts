import type { AgentMessage } from '../door.ts';

/**
 * Keeps the message order that clients rely on in all cases: a `stop_audio_response` before every `user_transcript`, no
 * second one unless the agent was heard in between (it resumed after a cough), and exactly one `llm_response` per turn
 * (empty if the caller's next turn came before the model had said anything).
 */
export class TurnMessages {
  readonly #send: (message: AgentMessage) => void;
  #stopped = false;
  #turn = 0;
  /** The model's text in this turn; null if there is no turn or its reply has been sent. */
  #reply: string | null = null;

  constructor(send: (message: AgentMessage) => void) {
    this.#send = send;
  }

  /** Number of the turn that is being answered; 0 before the first. */
  get turn(): number {
    return this.#turn;
  }

  /** The agent is audible. */
  agentAudible(): void {
    this.#stopped = false;
  }

  /** The caller is speaking: the client must stop the agent's audio. */
  interruption(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#send({ type: 'stop_audio_response' });
  }

  /** The caller's turn is over. @param confidence the recogniser's; absent if not sent */
  userTurn(text: string, confidence?: number | null): void {
    this.finish();
    this.interruption();
    this.#stopped = false;
    this.#turn++;
    this.#reply = '';
    this.#send({ type: 'user_transcript', text, ...(confidence !== undefined && { confidence }) });
  }

  /** The agent continues without a turn of the caller, whom another agent has passed on. */
  goesOn(): void {
    this.#turn++;
    this.#reply = '';
  }

  /**
   * The model wrote a part of its reply.
   * @param turn the turn it replies to; text for an earlier turn is ignored
   * @param last no more text will come for this turn
   */
  replyText(turn: number, text: string, last: boolean): void {
    if (turn !== this.#turn || this.#reply === null) return;
    this.#reply += this.#reply === '' ? text : ` ${text}`;
    if (last) this.finish();
  }

  /** Sends the incomplete reply of the turn, unless a reply has been sent. */
  finish(): void {
    if (this.#reply === null) return;
    const text = this.#reply.trim();
    this.#reply = null;
    this.#send({ type: 'llm_response', text });
  }
}
