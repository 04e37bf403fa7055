import { MarkupError, parseMarkup } from '../markup/parse.ts';
import type { MarkupSegment } from '../markup/types.ts';
import { inventory, inventoryKey, parseIpa } from '../pronunciation/ipa.ts';
import { type IpaKey, type Span, SpeakError } from '../types.ts';
import type { PieceEnd } from './gap.ts';

/** Text between pauses, or a pause. */
export type PieceItem =
  | { readonly kind: 'phrase'; readonly segments: readonly MarkupSegment[] }
  | { readonly kind: 'pause'; readonly durationMs: number };

/** A stretch of text that is spoken in one go: a sentence, mostly. */
export interface Piece {
  readonly text: string;
  /** Where it begins in everything pushed to the stream. */
  readonly start: number;
  readonly contextId: string | null;
  readonly items: readonly PieceItem[];
  /** How it ends when it carries no mark of its own. */
  readonly ending: '.' | ',';
  readonly end: PieceEnd;
  /** When the text was complete, on the clock of `performance.now()`. */
  readonly readyAtMs: number;
}

/** Silence costs one character for each second begun. */
export const SILENCE_MS_PER_CHARACTER = 1000;

/**
 * Checks the markup of a text and cuts it at its pauses.
 * @param start offset of `text` in the text as sent, for the place in the error
 * @throws SpeakError 422 that says what is wrong and where
 */
export function parsePiece(
  text: string,
  start: number,
  lang: string,
  ipaKey: IpaKey | null,
  contextId: string | null = null,
): PieceItem[] {
  const fail = (type: string, message: string, span: Span): SpeakError =>
    new SpeakError(`${message} (at character ${start + span.start})`, {
      status: 422,
      field: 'text',
      type,
      span: { start: start + span.start, end: start + span.end },
      contextId,
    });
  let segments: MarkupSegment[];
  try {
    segments = parseMarkup(text);
  } catch (error) {
    if (error instanceof MarkupError) throw fail('markup', error.message, error.span);
    throw error;
  }
  const items: PieceItem[] = [];
  let phrase: MarkupSegment[] = [];
  const endPhrase = (): void => {
    if (phrase.length > 0) items.push({ kind: 'phrase', segments: phrase });
    phrase = [];
  };
  for (const segment of segments) {
    if (segment.kind === 'pause') {
      endPhrase();
      items.push({ kind: 'pause', durationMs: segment.durationMs });
      continue;
    }
    if (segment.kind === 'phoneme') checkPhonemes(segment, lang, ipaKey, fail);
    phrase.push(segment);
  }
  endPhrase();
  return items;
}

function checkPhonemes(
  segment: Extract<MarkupSegment, { kind: 'phoneme' }>,
  lang: string,
  ipaKey: IpaKey | null,
  fail: (type: string, message: string, span: Span) => SpeakError,
): void {
  const key = inventoryKey(lang, ipaKey);
  if (key === null) {
    throw fail('phoneme_language', `Phoneme tags are not available for language "${lang}"`, segment.span);
  }
  const parsed = parseIpa(segment.ipa, key);
  if (parsed.valid) return;
  const faults = parsed.errors.map((error) =>
    error.nearest.length > 0
      ? `"${error.symbol}": ${error.message}; nearest: ${error.nearest.join(', ')}`
      : `"${error.symbol}": ${error.message}`,
  );
  throw fail(
    'phoneme_foreign',
    `The phonemes of <phoneme:${segment.ipa}> do not belong to ${inventory(key).name}: ${faults.join('; ')}`,
    segment.ipaSpan,
  );
}

/** Characters to bill: the text without its tags, and the silence asked for. */
export function billedCharacters(items: readonly PieceItem[]): number {
  let characters = 0;
  for (const item of items) {
    if (item.kind === 'pause') characters += Math.ceil(item.durationMs / SILENCE_MS_PER_CHARACTER);
    else for (const segment of item.segments) characters += segmentCharacters(segment);
  }
  return characters;
}

function segmentCharacters(segment: MarkupSegment): number {
  if (segment.kind === 'text') return segment.text.length;
  return segment.kind === 'phoneme' ? (segment.word?.text ?? segment.ipa).length : 0;
}
