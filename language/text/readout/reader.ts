import type { SpokenLanguage } from '../languages/types.ts';

/** Something written that is spoken differently: it ends at `end` of the clean text and is said as `spoken`. */
export interface Readout {
  readonly end: number;
  readonly spoken: string;
  /** Its last dot is also the full stop of the sentence ("at 5 p.m."). */
  readonly endsSentence?: boolean;
  /** It was a year, so a number after "and" is also a year ("between 1999 and 2005"). */
  readonly year?: boolean;
}

/** Context that a reader may use. */
export interface ReadContext {
  readonly language: SpokenLanguage;
  /** The word before as written, "" at the start of a text and after a full stop. */
  readonly previous: string;
  /** True when that word opened its sentence, so that its capital proves nothing. */
  readonly previousOpens: boolean;
  /** True when the last number read was a year and only one word lies between. */
  readonly afterYear: boolean;
  /** True when words follow this text (in a tag, say), so that its end is not the end of the sentence. */
  readonly continues: boolean;
  /** True where all words are in capitals, so that capitals do not mark an acronym. */
  readonly shouted: boolean;
}

/** Recognises one class of written things at an offset of a clean text; null if there is none. */
export type Reader = (text: string, at: number, context: ReadContext) => Readout | null;

/** Runs a sticky pattern at an offset. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/**
 * For patterns: the word ends here. Korean puts particles and nouns directly after numbers and units ("5km를"), so
 * Hangul counts as the next word.
 */
export const WORD_ENDS = '(?!(?!\\p{Script=Hangul})[\\p{L}\\p{M}\\p{N}])';

/**
 * True when a letter or digit stands at the offset, so a match that ends there would be cut in the middle; Hangul does
 * not count.
 */
export function isAlphanumeric(text: string, at: number): boolean {
  return /(?!\p{Script=Hangul})[\p{L}\p{M}\p{N}]/u.test(codePointAt(text, at));
}

/** True when a letter stands at the offset; Hangul does not count. */
export function isLetter(text: string, at: number): boolean {
  return /(?!\p{Script=Hangul})[\p{L}\p{M}]/u.test(codePointAt(text, at));
}

export function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

function codePointAt(text: string, at: number): string {
  const point = text.codePointAt(at);
  return point === undefined ? '' : String.fromCodePoint(point);
}

/** Escapes characters that have a meaning in a pattern. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Fixed words as one alternative of a pattern, longest first. */
export function alternatives(words: readonly string[]): string {
  return [...words]
    .sort((a, b) => b.length - a.length)
    .map(escapePattern)
    .join('|');
}

/**
 * Tests whether a text is one of some words, in upper or lower case. With no words the pattern is anchored as well,
 * because otherwise it would fail at every letter.
 */
export function oneOf(words: readonly string[]): RegExp {
  return words.length === 0 ? /^(?!)/ : new RegExp(`^(?:${alternatives(words)})$`, 'i');
}

const cache = new WeakMap<SpokenLanguage, Map<string, unknown>>();

/** A value computed once per language: compiled patterns, sorted keys. */
export function perLanguage<T>(
  name: string,
  make: (language: SpokenLanguage) => T,
): (l: SpokenLanguage) => T {
  return (language) => {
    let values = cache.get(language);
    if (values === undefined) {
      values = new Map();
      cache.set(language, values);
    }
    if (!values.has(name)) values.set(name, make(language));
    return values.get(name) as T;
  };
}
