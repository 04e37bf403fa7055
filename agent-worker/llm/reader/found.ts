/** Types of what the reader finds in an answer's text. */
import type { Mark } from './dialects.ts';
import type { Label } from './labels.ts';

/** A bracketed value that may be a call. */
export interface Candidate {
  /** Notation of the value. An `aside` is ordinary text. */
  readonly read: 'json' | 'python' | 'aside';
  /** Name of the tool, if it stands in front of the value. */
  readonly tool: string | null;
  /** Whether the value is hidden even if it proves not to be a call. */
  readonly isHidden: boolean;
  /** Whether the value begins with a thought, and is hidden if it cannot be parsed. */
  readonly isThought: boolean;
}

/** A mark or value found at an offset of the text. Its first `chars` characters are not part of a candidate's value. */
export type Found =
  /** `isSupposed`: the mark counts only if its end arrives. */
  | { readonly chars: number; readonly mark: Mark; readonly isSupposed?: true }
  | { readonly chars: number; readonly candidate: Candidate }
  | { readonly chars: number; readonly label: Label }
  /** Hidden text, which ends with the first match. */
  | { readonly chars: number; readonly until: RegExp }
  | { readonly chars: number; readonly fence: true };

/** `more` while the text is too short to decide. */
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
