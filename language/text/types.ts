/** Types that all stages between text and sound share. */

import type { Style } from '../markup/types.ts';
import type { Span } from '../types.ts';

/** Rules by which a word is spoken differently from its spelling. */
export const RULES = [
  'street',
  'weekday',
  'hum',
  'date',
  'abbreviation',
  'address',
  'path',
  'code',
  'telephone',
  'version',
  'time',
  'year',
  'money',
  'fraction',
  'ordinal',
  'number',
  'letters',
  'roman',
  'mixed',
  'sign',
  'markup',
] as const;

export type Rule = (typeof RULES)[number];

/** A word of the text as sent, with what to speak for it. One word becomes one alignment entry. */
export interface Word {
  readonly kind: 'word';
  /** The word as sent ("$5.50", "Dr.", "naïve"); equal to the source at `span`. */
  readonly unit: string;
  readonly span: Span;
  /** The spoken form: plain words separated by single spaces ("five dollars and fifty cents"). Never empty. */
  readonly spoken: string;
  /** The rule that read it out; absent for a word that is spoken as written. */
  readonly rule?: Rule;
  /** IPA that replaces the pronunciation of this word, as written in its tag; null for ordinary words. */
  readonly ipa: string | null;
  /** Location of that IPA in the text as sent, for error messages. */
  readonly ipaSpan?: Span;
  /** The language in which it is read, if it differs from the text's: a tag in lower case. */
  readonly lang?: string;
  /** Its style, if elements of markup set one. */
  readonly prosody?: Prosody;
}

/** Factors of a word's speed, amplitude and pitch; absent ones are 1. */
export type Prosody = Omit<Style, 'lang' | 'voice'>;

/** Marks that shape the intonation; every other punctuation character is mapped to one of these or dropped. */
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

/** The output of text analysis, and the input of synthesis. */
export type Token = Word | Punctuation | Pause;
