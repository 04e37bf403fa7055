import { type Markup, MarkupError, parseFrom } from '../../language/markup/parse.ts';
import type { MarkupSegment, OpenElement, Style } from '../../language/markup/types.ts';
import { espeakVoiceFor } from '../../language/pronunciation/espeak-languages.ts';
import { inventory, inventoryKey, parseIpa } from '../../language/pronunciation/ipa.ts';
import { spokenPhonemes } from '../../language/pronunciation/spoken-phonemes.ts';
import { foreignLanguage } from '../../language/text/analyse.ts';
import { EngineError, type EngineErrorOptions, engineError } from '../errors.ts';
import type { PhraseSegment } from '../lanes/protocol.ts';
import type { CheckedText, IpaKey, Span } from '../types.ts';
import type { PieceItem } from './piece.ts';

type PauseSegment = Extract<MarkupSegment, { kind: 'pause' }>;
type PhonemeSegment = Extract<MarkupSegment, { kind: 'phoneme' }>;

/** Maps a part of the text to the location in an error. */
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
  /** Elements that are open where this text begins; default none. */
  readonly open?: readonly OpenElement[];
}

/** Properties that markup gives to a part of a text: its voice, and the ends of paragraphs. */
interface Frame {
  /** Id; null for that of the request. */
  readonly voice: string | null;
  readonly beginsParagraph: boolean;
  readonly endsParagraph: boolean;
}

/** A text whose markup has been parsed and whose phoneme tags have been read with its language's inventory. */
export class ParsedText implements CheckedText {
  readonly text: string;
  readonly #lang: string;
  readonly #ipaKey: IpaKey | null;
  readonly #segments: readonly (PhraseSegment | PauseSegment)[];
  readonly #changes: Markup['changes'];
  readonly voices: readonly string[];

  /** @throws EngineError 422 that says what is wrong and where */
  constructor(text: string, options: ParseOptions) {
    const { lang, ipaKey, wordVoice = null, start = 0, contextId = null, open = [] } = options;
    const placeOf: PlaceOf = (span) => ({
      span: { start: start + span.start, end: start + span.end },
      contextId,
    });
    this.text = text;
    this.#lang = lang;
    this.#ipaKey = ipaKey;
    const markup = parse(text, open, placeOf);
    this.#changes = markup.changes;
    this.#segments = markup.segments.map((segment) => {
      checkLanguage(segment, placeOf);
      if (segment.kind !== 'phoneme') return segment;
      if (wordVoice === null) return withPhonemes(segment, lang, ipaKey, placeOf);
      throw new EngineError('phoneme_voice', { values: { voice: wordVoice }, ...placeOf(segment.span) });
    });
    this.voices = [...new Set(markup.segments.flatMap((segment) => styleOf(segment)?.voice ?? []))];
  }

  /** Whether it would be parsed the same way with these settings. */
  isFor({ lang, ipaKey }: Pick<ParseOptions, 'lang' | 'ipaKey'>): boolean {
    return lang === this.#lang && ipaKey === this.#ipaKey;
  }

  /**
   * The items to speak between two offsets, with spans relative to the first.
   * @returns null when a tag crosses one of them: that part has to be parsed on its own
   */
  items(from = 0, to = this.text.length): PieceItem[] | null {
    const items: PieceItem[] = [];
    let phrase: PhraseSegment[] = [];
    const endPhrase = (): void => {
      if (phrase.some(({ kind }) => kind !== 'tag')) items.push({ kind: 'phrase', segments: phrase });
      phrase = [];
    };
    for (let i = this.#segmentAt(from); i < this.#segments.length; i++) {
      const segment = this.#segments[i];
      if (!segment || segment.span.start >= to) break;
      if (segment.kind === 'text') {
        phrase.push(textBetween(segment, from, to));
      } else if (segment.span.start < from || segment.span.end > to) {
        return null;
      } else if (segment.kind === 'pause') {
        endPhrase();
        items.push({ kind: 'pause', durationMs: segment.durationMs });
      } else {
        phrase.push(moved(segment, from));
      }
    }
    endPhrase();
    return items;
  }

  /** The elements that are open at an offset. */
  openAt(offset = this.text.length): readonly OpenElement[] {
    return this.#changes.findLast(({ at }) => at <= offset)?.open ?? [];
  }

  /**
   * Markup for the text between two offsets, which are borders of pieces: its voice, the paragraphs that begin before
   * its first word, and those that end after its last.
   */
  frame(from = 0, to = this.text.length): Frame {
    const within: (PhraseSegment | PauseSegment)[] = [];
    for (let i = this.#segmentAt(from); i < this.#segments.length; i++) {
      const segment = this.#segments[i];
      if (!segment || segment.span.start >= to) break;
      within.push(segment);
    }
    const isParagraph = (segment: PhraseSegment | PauseSegment): boolean =>
      segment.kind === 'tag' && segment.ends === 'paragraph';
    const first = within.findIndex(isSpoken);
    const last = within.findLastIndex(isSpoken);
    const spoken = within[first];
    return {
      voice: (spoken && styleOf(spoken)?.voice) ?? null,
      beginsParagraph: within.slice(0, Math.max(0, first)).some(isParagraph),
      endsParagraph: last >= 0 && within.slice(last + 1).some(isParagraph),
    };
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

function parse(text: string, open: readonly OpenElement[], placeOf: PlaceOf): Markup {
  try {
    return parseFrom(text, open);
  } catch (error) {
    if (!(error instanceof MarkupError)) throw error;
    throw engineError(error.kind, error.values, placeOf(error.span));
  }
}

/** @throws EngineError 422: no voice reads the language of an element */
function checkLanguage(segment: MarkupSegment, placeOf: PlaceOf): void {
  const { lang } = styleOf(segment) ?? {};
  if (lang === undefined || espeakVoiceFor(lang) !== null) return;
  throw new EngineError('lang_unknown', { values: { lang }, ...placeOf(segment.span) });
}

const styleOf = (segment: MarkupSegment): Style | undefined =>
  'style' in segment ? segment.style : undefined;

const isSpoken = (segment: MarkupSegment): boolean =>
  segment.kind === 'text'
    ? segment.text.trim() !== ''
    : segment.kind === 'phoneme' || segment.kind === 'said';

function withPhonemes(
  segment: PhonemeSegment,
  lang: string,
  ipaKey: IpaKey | null,
  placeOf: PlaceOf,
): PhraseSegment {
  const own = foreignLanguage(segment.style, lang);
  const outer = inventoryKey(lang, ipaKey);
  const key = own === null || outer === null ? outer : inventoryKey(own, null);
  if (key === null) {
    const values = { lang: outer === null ? lang : (own ?? lang) };
    throw new EngineError('phoneme_language', { values, ...placeOf(segment.span) });
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
  segment: Extract<PhraseSegment, { kind: 'text' }>,
  from: number,
  to: number,
): PhraseSegment {
  const { text, span } = segment;
  const [start, end] = [Math.max(span.start, from), Math.min(span.end, to)];
  return {
    ...segment,
    text: text.slice(start - span.start, end - span.start),
    span: { start: start - from, end: end - from },
  };
}

/** @param from becomes 0 */
function moved(segment: Exclude<PhraseSegment, { kind: 'text' }>, from: number): PhraseSegment {
  const move = ({ start, end }: Span): Span => ({ start: start - from, end: end - from });
  const span = move(segment.span);
  if (segment.kind === 'said') return { ...segment, textSpan: move(segment.textSpan), span };
  if (segment.kind !== 'phoneme') return { ...segment, span };
  const { word } = segment;
  return {
    ...segment,
    ipaSpan: move(segment.ipaSpan),
    word: word && { text: word.text, span: move(word.span) },
    span,
  };
}
