import { LlmFailure } from '../llm-failure.ts';
import type { CallPiece } from './events.ts';
import type { WrittenCall } from './written-calls.ts';

/** Limit per call. */
const MAX_ARGUMENT_BYTES = 64 * 1024;
/** Limit per answer. */
const MAX_CALLS = 32;

interface OpenCall {
  readonly index: number | null;
  id: string | null;
  name: string | null;
  readonly args: string[];
  bytes: number;
}

/** A call with the endpoint's id for it, if it gave it one. */
export interface AssembledCall extends WrittenCall {
  readonly id: string | null;
}

/**
 * Assembles tool calls from the pieces in an answer's events. Pieces with the same index belong to one call; without an
 * index, pieces with the same id do. Some endpoints give all calls the same index and id, or none. There, a new call
 * begins with a name that follows complete arguments, or that stands beside another call in one event.
 */
export class CallPieces {
  readonly #calls: OpenCall[] = [];

  /**
   * @param pieces of one event
   * @throws LlmFailure when there are too many calls, or one is too large
   */
  add(pieces: readonly CallPiece[]): void {
    const touched = new Set<OpenCall>();
    for (const piece of pieces) {
      const call = this.#callOf(piece, touched);
      touched.add(call);
      call.id ??= piece.id;
      call.name ??= piece.name;
      call.bytes += Buffer.byteLength(piece.args);
      if (call.bytes > MAX_ARGUMENT_BYTES) throw new LlmFailure('the arguments of a tool call are too large');
      call.args.push(piece.args);
    }
  }

  /** All calls that name a tool. Blank arguments become no arguments; the tool refuses malformed ones. */
  finish(): AssembledCall[] {
    const calls: AssembledCall[] = [];
    for (const { id, name, args } of this.#calls) {
      if (name === null) continue;
      const call = { id, name, args: plainArguments(args.join('')) };
      // Some endpoints send a call in pieces and again as a whole, or end it with its id and name alone.
      const isRepeated = calls.some(
        (each) =>
          each.id === id && each.name === name && (each.args === call.args || args.join('').trim() === ''),
      );
      if (id !== null && isRepeated) continue;
      // A result refers to its call by id, so ids must be unique.
      calls.push(calls.some((each) => id !== null && each.id === id) ? { ...call, id: null } : call);
    }
    return calls;
  }

  #callOf(piece: CallPiece, touched: ReadonlySet<OpenCall>): OpenCall {
    const known = this.#knownFor(piece);
    if (known && !beginsAnother(piece, known, touched)) return known;
    if (this.#calls.length >= MAX_CALLS) throw new LlmFailure('the answer calls too many tools');
    const call: OpenCall = { index: piece.index, id: piece.id, name: null, args: [], bytes: 0 };
    this.#calls.push(call);
    return call;
  }

  /** Finds the call that a piece may belong to. */
  #knownFor({ index, id, name }: CallPiece): OpenCall | undefined {
    if (index !== null) {
      const ofIndex = this.#calls.filter((call) => call.index === index);
      return ofIndex.findLast((call) => id !== null && call.id === id) ?? ofIndex.at(-1);
    }
    const last = this.#calls.at(-1);
    if (id === null) return last;
    // The id may come after the first piece.
    const isLate = last?.id === null && (name === null || last.name === null);
    return this.#calls.findLast((call) => call.id === id) ?? (isLate ? last : undefined);
  }
}

function beginsAnother(piece: CallPiece, known: OpenCall, touched: ReadonlySet<OpenCall>): boolean {
  if (piece.id !== null && known.id !== null && piece.id !== known.id) {
    // Some endpoints make up a new id for every piece.
    return piece.name !== null || isComplete(known);
  }
  if (piece.name === null || known.name === null) return false;
  if (piece.name !== known.name || isComplete(known)) return true;
  // Some endpoints repeat the name in every piece.
  return touched.has(known);
}

function isComplete({ args }: OpenCall): boolean {
  if (!args.at(-1)?.trimEnd().endsWith('}')) return false;
  try {
    JSON.parse(args.join(''));
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the arguments as the JSON text of an object. Blank arguments become `{}`; some endpoints wrap the JSON in a
 * string.
 */
function plainArguments(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === 'null') return '{}';
  if (!trimmed.startsWith('"')) return text;
  try {
    const inner: unknown = JSON.parse(trimmed);
    return typeof inner === 'string' ? plainArguments(inner) : text;
  } catch {
    return text;
  }
}
