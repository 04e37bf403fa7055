import { EngineError, type EngineErrorOptions, engineError } from '../errors.ts';
import type { PhraseSegment } from '../lanes/protocol.ts';
import { MarkupError, parseMarkup } from '../markup/parse.ts';
import type { MarkupSegment } from '../markup/types.ts';
import { inventory, inventoryKey, parseIpa } from '../pronunciation/ipa.ts';
import { spokenPhonemes } from '../pronunciation/spoken-phonemes.ts';
import type { CheckedText, IpaKey, Span } from '../types.ts';
import type { PieceItem } from './piece.ts';

type PauseSegment = Extract<MarkupSegment, { kind: 'pause' }>;
type PhonemeSegment = Extract<MarkupSegment, { kind: 'phoneme' }>;

/** Maps a part of the text to the location reported in an error. */
type PlaceOf = (span: Span) => EngineErrorOptions;

export interface ParseOptions {
  readonly lang: string;
  readonly ipaKey: IpaKey | null;
  /** The name of a voice that cannot read phonemes; default: it can. */
  readonly wordVoice?: string | null;
  /** Where this text begins in the text as sent, for error locations; default 0. */
  readonly start?: number;
  /** Reported in errors; default none. */
  readonly contextId?: string | null;
}

/** A text whose markup has been parsed and whose phoneme tags have been read with its language's inventory. */
export class ParsedText implements CheckedText {
  readonly text: string;
  readonly #lang: string;
  readonly #ipaKey: IpaKey | null;
  readonly #segments: readonly (PhraseSegment | PauseSegment)[];

  /** @throws EngineError 422 that says what is wrong and where */
  constructor(text: string, { lang, ipaKey, wordVoice = null, start = 0, contextId = null }: ParseOptions) {
    const placeOf: PlaceOf = (span) => ({
      span: { start: start + span.start, end: start + span.end },
      contextId,
    });
    this.text = text;
    this.#lang = lang;
    this.#ipaKey = ipaKey;
    this.#segments = parse(text, placeOf).map((segment) => {
      if (segment.kind !== 'phoneme') return segment;
      if (wordVoice === null) return withPhonemes(segment, lang, ipaKey, placeOf);
      throw new EngineError('phoneme_voice', { values: { voice: wordVoice }, ...placeOf(segment.span) });
    });
  }

  /** Whether it would be parsed the same way with these settings. */
  isFor({ lang, ipaKey }: Pick<ParseOptions, 'lang' | 'ipaKey'>): boolean {
    return lang === this.#lang && ipaKey === this.#ipaKey;
  }

  /**
   * What to speak between two offsets, with spans relative to the first.
   * @returns null when a tag crosses one of them: that part has to be parsed on its own
   */
  items(from = 0, to = this.text.length): PieceItem[] | null {
    const items: PieceItem[] = [];
    let phrase: PhraseSegment[] = [];
    const endPhrase = (): void => {
      if (phrase.length > 0) items.push({ kind: 'phrase', segments: phrase });
      phrase = [];
    };
    for (let i = this.#segmentAt(from); i < this.#segments.length; i++) {
      const segment = this.#segments[i];
      if (!segment || segment.span.start >= to) break;
      if (segment.kind === 'text') {
        phrase.push(textBetween(segment, from, to));
      } else if (segment.span.start < from || segment.span.end > to) {
        return null;
      } else if (segment.kind === 'phoneme') {
        phrase.push(moved(segment, from));
      } else {
        endPhrase();
        items.push({ kind: 'pause', durationMs: segment.durationMs });
      }
    }
    endPhrase();
    return items;
  }

  /** Index of the segment that an offset lies in: they cover the text without gaps. */
  #segmentAt(offset: number): number {
    let [low, high] = [0, this.#segments.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#segments[middle]?.span.end ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** @throws EngineError 422 that says what is wrong and where */
export function parsePiece(text: string, options: ParseOptions): PieceItem[] {
  // The whole text: no tag can cross its borders.
  return new ParsedText(text, options).items() ?? [];
}

function parse(text: string, placeOf: PlaceOf): MarkupSegment[] {
  try {
    return parseMarkup(text);
  } catch (error) {
    if (!(error instanceof MarkupError)) throw error;
    throw engineError(error.kind, error.values, placeOf(error.span));
  }
}

function withPhonemes(
  segment: PhonemeSegment,
  lang: string,
  ipaKey: IpaKey | null,
  placeOf: PlaceOf,
): PhraseSegment {
  const key = inventoryKey(lang, ipaKey);
  if (key === null) {
    throw new EngineError('phoneme_language', { values: { lang }, ...placeOf(segment.span) });
  }
  const parsed = parseIpa(segment.ipa, key);
  if (parsed.valid) return { ...segment, phonemes: spokenPhonemes(parsed.phonemes) };
  const faults = parsed.errors.map((error) =>
    error.nearest.length > 0
      ? `"${error.symbol}": ${error.message}; nearest: ${error.nearest.join(', ')}`
      : `"${error.symbol}": ${error.message}`,
  );
  const values = { ipa: segment.ipa, inventory: inventory(key).name, faults: faults.join('; ') };
  throw new EngineError('phoneme_foreign', { values, ...placeOf(segment.ipaSpan) });
}

function textBetween(
  { kind, text, span }: Extract<PhraseSegment, { kind: 'text' }>,
  from: number,
  to: number,
): PhraseSegment {
  const [start, end] = [Math.max(span.start, from), Math.min(span.end, to)];
  return {
    kind,
    text: text.slice(start - span.start, end - span.start),
    span: { start: start - from, end: end - from },
  };
}

function moved(segment: Extract<PhraseSegment, { kind: 'phoneme' }>, from: number): PhraseSegment {
  const move = ({ start, end }: Span): Span => ({ start: start - from, end: end - from });
  const { word } = segment;
  return {
    ...segment,
    ipaSpan: move(segment.ipaSpan),
    word: word && { text: word.text, span: move(word.span) },
    span: move(segment.span),
  };
}
