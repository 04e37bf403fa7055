/** Shows how a whole text is read out, for people who want to see the words before they hear them. */

import { type Markup, MarkupError, parseFrom } from '../../language/markup/parse.ts';
import type { OpenElement } from '../../language/markup/types.ts';
import { analyse } from '../../language/text/analyse.ts';
import { TextCutter } from '../../language/text/cutter.ts';
import { abbreviationsOf } from '../../language/text/languages/index.ts';
import type { Rule, Token, Word } from '../../language/text/types.ts';
import { engineError } from '../errors.ts';
import type { Span } from '../types.ts';

/** A word of the text as sent, and what is spoken for it. */
export interface ReadWord {
  /** As sent: the text at `span`. */
  readonly unit: string;
  /** In UTF-16 code units of the text. */
  readonly span: Span;
  /** Plain words separated by single spaces. */
  readonly spoken: string;
  /** The rule that read it out; null for a word that is spoken as written. */
  readonly rule: Rule | null;
  /** The phonemes of a phoneme tag, as written; otherwise null. */
  readonly ipa: string | null;
}

export interface ReadText {
  /** The spoken words and the punctuation marks, separated by spaces except before a mark. */
  readonly spoken: string;
  readonly words: readonly ReadWord[];
}

/**
 * Reads a text out as speech does, sentence by sentence.
 * @param lang language code as sent; without rules for the language, digits and signs stay as they are
 * @throws EngineError 422: the text's markup is faulty
 */
export function readText(text: string, lang: string): ReadText {
  const tokens = readSentences(text, lang).flatMap(({ start, tokens: own }) =>
    own.map((token) => ({ token, start })),
  );
  const words = tokens.flatMap(({ token, start }) => (token.kind === 'word' ? [wordAt(token, start)] : []));
  return { spoken: written(tokens.map(({ token }) => token)), words };
}

/** A sentence of a text, its offset in the text, and its reading, with spans relative to the sentence. */
export interface ReadSentence {
  readonly start: number;
  readonly text: string;
  readonly tokens: readonly Token[];
}

/** The sentences of a text, as `readText` joins them. @throws EngineError 422: the text's markup is faulty */
export function readSentences(text: string, lang: string): ReadSentence[] {
  const cutter = new TextCutter({ lang, abbreviations: abbreviationsOf(lang), eager: false });
  let open: readonly OpenElement[] = [];
  return [...cutter.push(text), ...cutter.flush()].map(({ start, text: piece }) => {
    const { segments, changes } = markupOf(piece, open, start);
    open = changes.at(-1)?.open ?? open;
    return { start, text: piece, tokens: analyse(segments, lang, piece) };
  });
}

function markupOf(piece: string, open: readonly OpenElement[], start: number): Markup {
  try {
    return parseFrom(piece, open);
  } catch (error) {
    if (!(error instanceof MarkupError)) throw error;
    const { span, kind, values } = error;
    throw engineError(kind, values, { span: { start: start + span.start, end: start + span.end } });
  }
}

function wordAt({ unit, span, spoken, rule, ipa }: Word, start: number): ReadWord {
  const place = { start: start + span.start, end: start + span.end };
  return { unit, span: place, spoken, rule: rule ?? null, ipa };
}

function written(tokens: readonly Token[]): string {
  const parts = tokens.map((token) =>
    token.kind === 'word' ? ` ${token.spoken}` : token.kind === 'punctuation' ? token.mark : '',
  );
  return parts.join('').trim();
}
