import { randomUUID } from 'node:crypto';
import { llm } from '@livekit/agents';
import type { CallPiece } from './chat-events.ts';
import { LlmFailure } from './llm-failure.ts';

/** Limit per call. */
const MAX_ARGUMENT_BYTES = 64 * 1024;
/** Limit per answer. */
const MAX_CALLS = 32;

interface OpenCall {
  readonly index: number | null;
  id: string | null;
  name: string | null;
  args: string[];
  bytes: number;
}

/**
 * Assembles tool calls from their pieces. Pieces with the same index belong to one call; for endpoints that give every
 * call the same index, or none, the ids tell them apart.
 */
export class ToolCalls {
  readonly #calls: OpenCall[] = [];

  get count(): number {
    return this.#calls.length;
  }

  /** @throws LlmFailure when there are too many calls, or one is too large */
  add(piece: CallPiece): void {
    const call = this.#callOf(piece);
    call.id ??= piece.id;
    call.name ??= piece.name;
    call.bytes += Buffer.byteLength(piece.args);
    if (call.bytes > MAX_ARGUMENT_BYTES) throw new LlmFailure('the arguments of a tool call are too large');
    call.args.push(piece.args);
  }

  /** All calls that name a tool, with their arguments unchanged: the tool checks whether they are JSON. */
  finish(): llm.FunctionCall[] {
    return this.#calls.flatMap(({ id, name, args }) =>
      name === null
        ? []
        : [
            llm.FunctionCall.create({
              callId: id ?? `call_${randomUUID()}`,
              name,
              args: args.join('') || '{}',
            }),
          ],
    );
  }

  #callOf({ index, id }: CallPiece): OpenCall {
    const last = this.#calls.at(-1);
    const known =
      index === null
        ? id === null
          ? last
          : undefined
        : this.#calls.findLast((call) => call.index === index);
    const sameId = id === null ? known : this.#calls.find((call) => call.id === id);
    if (sameId) return sameId;
    // The id may come after the first piece, but never changes.
    if (known && known.id === null) return known;
    if (this.#calls.length >= MAX_CALLS) throw new LlmFailure('the answer calls too many tools');
    const call: OpenCall = { index, id, name: null, args: [], bytes: 0 };
    this.#calls.push(call);
    return call;
  }
}
