/** What the reader of an answer finds in its text. */
import type { Mark } from './dialects.ts';

/** A bracketed value that may be a call. */
export interface Candidate {
  readonly read: 'json' | 'python';
  /** The tool, where it is named in front of the value. */
  readonly tool: string | null;
  /** Cannot be anything but a call: not spoken even if it cannot be read. */
  readonly isCall: boolean;
}

/** What begins at an offset of the text; the first `chars` of it are not part of a candidate's value. */
export type Found =
  | { readonly chars: number; readonly mark: Mark }
  | { readonly chars: number; readonly candidate: Candidate }
  | { readonly chars: number; readonly fence: true };

/** `more` when that depends on text to come. */
export type Look = Found | 'more' | null;

export const HEADER_END: Mark = { kind: 'content', name: 'line', edge: 'open', isTag: false };
export const NOTHING: Mark = { kind: 'drop', name: '', edge: 'open', isTag: false };
export const WORDED_END: Mark = { kind: 'think', name: 'worded', edge: 'close', isTag: false };
export const FENCE: Mark = { kind: 'calls', name: 'fence', edge: 'open', isTag: false };
export const FENCE_END: Mark = { kind: 'calls', name: 'fence', edge: 'close', isTag: false };
export const JSON_VALUE: Found = { chars: 0, candidate: { read: 'json', tool: null, isCall: false } };
export const PYTHON_VALUE: Found = { chars: 0, candidate: { read: 'python', tool: null, isCall: false } };
