import type { BracketedValue } from './bracketed-value.ts';
import { beginsAnswer, type Mark } from './dialects.ts';
import type { KeptText } from './kept-text.ts';

/** What the text of an answer is being read as. */
export type Mode =
  | { readonly as: 'speech' }
  | Hidden
  | Calls
  /** Behind `Action:`; what stood there, once `Action Input:` has come. */
  | { readonly as: 'action'; readonly written: string | null }
  | { readonly as: 'header' }
  | { readonly as: 'value'; readonly value: BracketedValue }
  /** Behind the end of the answer. */
  | { readonly as: 'over' };

/** Reasoning, the result of a tool, somebody else's message: dropped until its end. */
export interface Hidden {
  readonly as: 'hidden';
  readonly kind: 'think' | 'result' | 'other';
  /** The blocks that are open. */
  readonly names: string[];
  /** Whether the next label ends it. */
  readonly isLabelled?: boolean;
}

/** A block of calls. */
export interface Calls {
  readonly as: 'calls';
  readonly name: string;
  /** The tool, where it is named outside of the block. */
  readonly tool: string | null;
  readonly fenced: boolean;
  /** Whether the marks around the block belong to its text. */
  readonly isTold?: boolean;
}

/** Reasoning that is only supposed to be such until its end comes. */
export interface Supposition {
  /** What it was taken for reasoning by: the prompt has its beginning, a mark that other text has as well, a label. */
  readonly by: 'prompt' | 'mark' | 'label';
  /** The character before it. */
  readonly before: string;
  readonly kept: KeptText;
}

export const SPEECH: Mode = { as: 'speech' };

/** Reasoning, or the result of a tool, behind a label. */
export function labelled(kind: 'think' | 'result'): Mode {
  return { as: 'hidden', kind, names: ['label'], isLabelled: true };
}

/**
 * What a mark does to the hidden text that it stands in: `closes` it, or `leaves` it for what the mark begins; `calls`
 * when it may begin a call that reasoning only mentions; null when it is a part of it. Keeps the names of open blocks.
 */
export function effectInHidden(hidden: Hidden, mark: Mark): 'closes' | 'leaves' | 'calls' | null {
  const { kind, names, isLabelled = false } = hidden;
  if (kind === 'think' && mark.kind === 'think') {
    const at = names.lastIndexOf(mark.name);
    if (mark.edge === 'open' || (mark.edge === 'either' && at < 0)) {
      if (at < 0) names.push(mark.name);
      return null;
    }
    // Another mark than the one that opened it closes it just as well.
    names.splice(at < 0 ? names.length - 1 : at);
    return names.length === 0 ? 'closes' : null;
  }
  const opensCalls = mark.kind === 'calls' && mark.edge !== 'close';
  if (opensCalls && isLabelled) return 'leaves';
  if (kind === 'think' && opensCalls) return mark.isTag ? 'calls' : 'leaves';
  if (kind === 'result' && mark.kind === 'result' && mark.edge !== 'open' && mark.name === names[0])
    return 'closes';
  return endsMessage(mark) || (kind === 'think' && beginsAnswer(mark)) ? 'leaves' : null;
}

/** The same for reasoning that is only supposed: what neither closes nor leaves it may be a part of the answer. */
export function effectInSupposed({ by }: Supposition, mark: Mark): 'closes' | 'leaves' | null {
  if (mark.kind === 'think' && mark.edge !== 'open') return 'closes';
  const opensCalls = mark.kind === 'calls' && mark.edge !== 'close';
  return (by === 'mark' && beginsAnswer(mark)) || (by === 'label' && opensCalls) ? 'leaves' : null;
}

/** The same for a block of calls. */
export function effectInCalls(block: Calls, mark: Mark): 'closes' | 'leaves' | null {
  if (mark.kind === 'calls' && mark.edge === 'close' && mark.name === block.name) return 'closes';
  const isOther = (mark.kind === 'think' && mark.edge === 'open') || (mark.kind === 'result' && !mark.isTag);
  return isOther || endsMessage(mark) ? 'leaves' : null;
}

/** Whether a mark is the end of a message, or the beginning of the next one. */
export function endsMessage({ kind }: Mark): boolean {
  return kind === 'stop' || kind === 'role' || kind === 'header';
}
