import type { BracketedValue } from './bracketed-value.ts';
import { beginsAnswer, type Mark } from './dialects.ts';
import type { KeptText } from './kept-text.ts';

/** The reader's state: how the text is currently interpreted. */
export type Mode =
  | { readonly as: 'speech' }
  | Hidden
  | Calls
  /** Behind `Action:`. Holds the text in front of `Action Input:`, once that label has come. */
  | { readonly as: 'action'; readonly written: string | null }
  | { readonly as: 'header' }
  | { readonly as: 'value'; readonly value: BracketedValue }
  /** Behind the end of the answer. */
  | { readonly as: 'over' };

/** Reasoning, the result of a tool, or a message of somebody else: hidden until its end. */
export interface Hidden {
  readonly as: 'hidden';
  readonly kind: 'think' | 'result' | 'other';
  /** Names of the open blocks. */
  readonly names: string[];
  /** Whether the next label ends the hidden text. */
  readonly isLabelled?: boolean;
}

/** A block of calls. */
export interface Calls {
  readonly as: 'calls';
  readonly name: string;
  /** Name of the tool, if it stands outside of the block. */
  readonly tool: string | null;
  readonly fenced: boolean;
  /** Whether the marks around the block belong to its text. */
  readonly isTold?: boolean;
}

/** Text that is assumed to be reasoning until its end comes. */
export interface Supposition {
  /** Reason for that assumption: the prompt opens reasoning, a mark that ordinary text also uses, or a label. */
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
 * The effect of a mark inside hidden text: it `closes` that text, or `leaves` it for what the mark begins; `calls` if
 * it may begin a call that the reasoning only mentions; null if it is a part of the text. Updates the names of open
 * blocks.
 */
export function effectInHidden(hidden: Hidden, mark: Mark): 'closes' | 'leaves' | 'calls' | null {
  const { kind, names, isLabelled = false } = hidden;
  if (kind === 'think' && mark.kind === 'think') {
    const at = names.lastIndexOf(mark.name);
    if (mark.edge === 'open' || (mark.edge === 'either' && at < 0)) {
      if (at < 0) names.push(mark.name);
      return null;
    }
    // A block can also be closed by a mark that does not match its opening mark.
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

/**
 * The effect of a mark inside assumed reasoning. A mark that neither closes nor leaves it may be a part of the answer.
 */
export function effectInSupposed({ by }: Supposition, mark: Mark): 'closes' | 'leaves' | null {
  if (mark.kind === 'think' && mark.edge !== 'open') return 'closes';
  const opensCalls = mark.kind === 'calls' && mark.edge !== 'close';
  return (by === 'mark' && beginsAnswer(mark)) || (by === 'label' && opensCalls) ? 'leaves' : null;
}

/** The effect of a mark inside a block of calls. */
export function effectInCalls(block: Calls, mark: Mark): 'closes' | 'leaves' | null {
  if (mark.kind === 'calls' && mark.edge === 'close' && mark.name === block.name) return 'closes';
  const isOther = (mark.kind === 'think' && mark.edge === 'open') || (mark.kind === 'result' && !mark.isTag);
  return isOther || endsMessage(mark) ? 'leaves' : null;
}

/** Whether a mark ends a message or begins the next one. */
export function endsMessage({ kind }: Mark): boolean {
  return kind === 'stop' || kind === 'role' || kind === 'header';
}
