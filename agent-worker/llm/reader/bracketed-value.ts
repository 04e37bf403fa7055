import { besideThoughts, finalAnswer } from './answer-objects.ts';
import type { Candidate } from './found.ts';
import { Balance, looseValue } from './loose-value.ts';
import type { OfferedTools } from './offered-tools.ts';
import { callsIn, callsOf, pythonCalls, type WrittenCall } from './written-calls.ts';

/** A bracketed value that arrives in pieces, and may be a call or an answer with thoughts. */
export class BracketedValue {
  readonly #of: Candidate;
  readonly #balance: Balance;
  readonly #pieces: string[] = [];
  #chars = 0;

  constructor(of: Candidate) {
    this.#of = of;
    this.#balance = new Balance(of.read === 'aside');
  }

  get chars(): number {
    return this.#chars;
  }

  get text(): string {
    return this.#pieces.join('');
  }

  /** @returns offset behind the value's last bracket; -1 when it is still open */
  push(text: string): number {
    const end = this.#balance.push(text);
    const piece = end < 0 ? text : text.slice(0, end);
    this.#pieces.push(piece);
    this.#chars += piece.length;
    return end;
  }

  /**
   * Classifies the value.
   * @param isComplete whether its last bracket has arrived
   */
  read(tools: OfferedTools, isComplete: boolean): { calls: readonly WrittenCall[] } | { says: string } {
    const { read, tool, isHidden, isThought } = this.#of;
    const { text } = this;
    const raw = tool === null ? text : `${tool} ${text}`;
    const words = { says: isHidden ? '' : raw };
    // An incomplete call still counts as a call, and is not spoken.
    if (!isComplete) return read === 'python' ? words : { says: '' };
    if (tool !== null) {
      const { calls } = callsIn(text, tools, tools.named(tool));
      return calls.length > 0 ? { calls } : words;
    }
    if (read === 'python') {
      const calls = pythonCalls(text, 0, tools)?.value;
      return calls ? { calls } : words;
    }
    const found = looseValue(text, 0, read === 'aside');
    if (!found) return isThought ? { says: '' } : words;
    const answer = finalAnswer(found.value, tools);
    const calls = answer === null ? callsOf(found.value, tools) : null;
    if (calls) return { calls };
    const says = answer ?? besideThoughts(found.value);
    return says === null ? words : { says };
  }
}
