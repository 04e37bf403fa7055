/** What the reader of an answer finds in its text. */
import type { Mark } from './dialects.ts';
import type { Label } from './labels.ts';

/** A bracketed value that may be a call. */
export interface Candidate {
  /** How it is written; an aside is words. */
  readonly read: 'json' | 'python' | 'aside';
  /** The tool, where it is named in front of the value. */
  readonly tool: string | null;
  /** Cannot be what is said, whatever it turns out to be. */
  readonly isHidden: boolean;
  /** Begins with a thought: not said where it cannot be read. */
  readonly isThought: boolean;
}

/** What begins at an offset of the text; the first `chars` of it are not part of a candidate's value. */
export type Found =
  /** `isSupposed` when it is a mark only if its end comes. */
  | { readonly chars: number; readonly mark: Mark; readonly isSupposed?: true }
  | { readonly chars: number; readonly candidate: Candidate }
  | { readonly chars: number; readonly label: Label }
  /** What is not said, up to the end of the first match. */
  | { readonly chars: number; readonly until: RegExp }
  | { readonly chars: number; readonly fence: true };

/** `more` when that depends on text to come. */
export type Look = Found | 'more' | null;

export const HEADER_END: Mark = { kind: 'content', name: 'line', edge: 'open', isTag: false };
export const NOTHING: Mark = { kind: 'drop', name: '', edge: 'open', isTag: false };
export const UNTIL_END: Mark = { kind: 'think', name: 'until', edge: 'close', isTag: false };
export const FENCE: Mark = { kind: 'calls', name: 'fence', edge: 'open', isTag: false };
export const FENCE_END: Mark = { kind: 'calls', name: 'fence', edge: 'close', isTag: false };

const WORDS = { tool: null, isHidden: false, isThought: false };
export const JSON_VALUE: Found = { chars: 0, candidate: { ...WORDS, read: 'json' } };
export const PYTHON_VALUE: Found = { chars: 0, candidate: { ...WORDS, read: 'python' } };
export const THOUGHT_VALUE: Found = { chars: 0, candidate: { ...WORDS, read: 'json', isThought: true } };
export const ASIDE: Found = { chars: 0, candidate: { ...WORDS, read: 'aside', isHidden: true } };
