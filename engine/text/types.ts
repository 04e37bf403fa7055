/** The vocabulary that every stage between text and sound shares. */
import type { Span } from '../types.ts';

/** A word of the text as sent, with what to speak for it. One word becomes one alignment entry. */
export interface Word {
  readonly kind: 'word';
  /** The word as sent ("$5.50", "Dr.", "naïve"); equal to the source at `span`. */
  readonly unit: string;
  readonly span: Span;
  /** What is pronounced, as plain words separated by single spaces ("five dollars and fifty cents"). Never empty. */
  readonly spoken: string;
  /** IPA that replaces the pronunciation of this word, as written in its tag; null for ordinary words. */
  readonly ipa: string | null;
  /** Location of that IPA in the text as sent, for error messages. */
  readonly ipaSpan?: Span;
}

/** Marks that shape the melody; every other punctuation character is mapped to one of these or dropped. */
export type ClauseMark = ',' | ';' | ':' | '.' | '?' | '!';

export interface Punctuation {
  readonly kind: 'punctuation';
  readonly mark: ClauseMark;
}

export interface Pause {
  readonly kind: 'pause';
  readonly durationMs: number;
  readonly span: Span;
}

/** What text analysis hands to synthesis. */
export type Token = Word | Punctuation | Pause;
