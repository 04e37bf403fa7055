/** A whole text as it is read out, for people who want to see the words before they hear them. */
import { engineError } from '../errors.ts';
import { MarkupError, parseMarkup } from '../markup/parse.ts';
import type { Span } from '../types.ts';
import { analyse } from './analyse.ts';
import { TextCutter } from './cutter.ts';
import { abbreviationsOf } from './languages/index.ts';
import type { Token } from './types.ts';

/** A word of the text as sent, and what is spoken for it. */
export interface ReadWord {
  /** As sent: the text at `span`. */
  readonly unit: string;
  /** In UTF-16 code units of the text. */
  readonly span: Span;
  /** Plain words separated by single spaces. */
  readonly spoken: string;
  /** Of a phoneme tag, as written there; otherwise null. */
  readonly ipa: string | null;
}

export interface ReadText {
  /** The spoken words and the marks of clauses, separated by spaces except before a mark. */
  readonly spoken: string;
  readonly words: readonly ReadWord[];
}

/**
 * Reads a text out as speech does, sentence by sentence.
 * @param lang language code as sent; one without a grammar leaves digits and signs as they are
 * @throws EngineError 422: the text's markup is faulty
 */
export function readText(text: string, lang: string): ReadText {
  const tokens = readSentences(text, lang).flatMap(({ start, tokens: own }) =>
    own.map((token) => ({ token, start })),
  );
  const words = tokens.flatMap(({ token, start }) => (token.kind === 'word' ? [wordAt(token, start)] : []));
  return { spoken: written(tokens.map(({ token }) => token)), words };
}

/** A sentence of a text, where it begins there, and what it reads as, with spans relative to it. */
export interface ReadSentence {
  readonly start: number;
  readonly text: string;
  readonly tokens: readonly Token[];
}

/** The sentences of a text, as `readText` joins them. @throws EngineError 422: the text's markup is faulty */
export function readSentences(text: string, lang: string): ReadSentence[] {
  const cutter = new TextCutter({ lang, abbreviations: abbreviationsOf(lang), eager: false });
  const pieces = [...cutter.push(text), ...cutter.flush()];
  return pieces.map(({ start, text: piece }) => ({
    start,
    text: piece,
    tokens: tokensOf(piece, lang, start),
  }));
}

function tokensOf(piece: string, lang: string, start: number): Token[] {
  try {
    return analyse(parseMarkup(piece), lang, piece);
  } catch (error) {
    if (!(error instanceof MarkupError)) throw error;
    const { span, kind, values } = error;
    throw engineError(kind, values, { span: { start: start + span.start, end: start + span.end } });
  }
}

function wordAt({ unit, span, spoken, ipa }: Extract<Token, { kind: 'word' }>, start: number): ReadWord {
  return { unit, span: { start: start + span.start, end: start + span.end }, spoken, ipa };
}

function written(tokens: readonly Token[]): string {
  const parts = tokens.map((token) =>
    token.kind === 'word' ? ` ${token.spoken}` : token.kind === 'punctuation' ? token.mark : '',
  );
  return parts.join('').trim();
}
