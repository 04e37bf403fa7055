import { randomUUID } from 'node:crypto';
import { llm } from '@livekit/agents';
import { AnswerText } from './answer-text.ts';
import { CallPieces } from './call-pieces.ts';
import type { ChatEvent } from './events.ts';
import { OfferedTools } from './offered-tools.ts';
import type { TextEvent } from './said-text.ts';
import type { WrittenCall } from './written-calls.ts';

/** What one event adds to the spoken text. */
export type Said = Exclude<TextEvent, { readonly kind: 'call' }>;

/** Reads a model's answer in any dialect: the spoken text, and the tools that it calls. */
export class AnswerReader {
  readonly #tools: OfferedTools;
  readonly #text: AnswerText;
  readonly #pieces = new CallPieces();
  readonly #written: WrittenCall[] = [];

  /** @param opensInThought whether the model is known to mark only the end of its reasoning */
  constructor(context: llm.ToolContext | undefined, opensInThought: boolean) {
    this.#tools = new OfferedTools(context);
    this.#text = new AnswerText(this.#tools, opensInThought);
  }

  /** Whether only the end of the model's reasoning was marked. */
  get openedInThought(): boolean {
    return this.#text.openedInThought;
  }

  /** @throws LlmFailure when its calls are too many or too large */
  read(event: ChatEvent): Said[] {
    this.#pieces.add(event.calls);
    return this.#said(this.#text.push(event.text));
  }

  /** The answer is complete. */
  end(): Said[] {
    return this.#said(this.#text.end());
  }

  /** The calls of the complete answer, including calls of tools that were not offered. */
  calls(): llm.FunctionCall[] {
    const sent = this.#pieces.finish().map((call) => ({ ...call, name: this.#tools.named(call.name) }));
    const isSent = ({ name, args }: WrittenCall) =>
      sent.some((call) => call.name === name && sameJson(call.args, args));
    // Some servers parse the calls in a text and leave them in the text as well.
    const written = this.#written.filter((call) => !isSent(call)).map((call) => ({ ...call, id: null }));
    return [...sent, ...written].map(({ id, name, args }) =>
      llm.FunctionCall.create({ callId: id ?? `call_${randomUUID()}`, name, args }),
    );
  }

  #said(events: readonly TextEvent[]): Said[] {
    const said: Said[] = [];
    for (const event of events) {
      if (event.kind === 'call') this.#written.push(event.call);
      else said.push(event);
    }
    return said;
  }
}

function sameJson(one: string, other: string): boolean {
  try {
    return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other));
  } catch {
    return false;
  }
}
