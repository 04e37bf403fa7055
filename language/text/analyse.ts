import { languageTag, primaryLanguage } from '../languages.ts';
import { parseMarkup } from '../markup/parse.ts';
import type { MarkupSegment, Style } from '../markup/types.ts';
import type { Span } from '../types.ts';
import { asciiDigits, clean, LINE_END } from './clean.ts';
import { spokenLanguage } from './languages/index.ts';
import { joined, type MappedText, mapped } from './mapped-text.ts';
import { sayAs } from './say-as.ts';
import { scan } from './scan.ts';
import { withoutShouting } from './shouting.ts';
import { TokenList, type WordWay } from './token-list.ts';
import type { Token, Word } from './types.ts';

type Segment<K extends MarkupSegment['kind']> = Extract<MarkupSegment, { kind: K }>;

/**
 * Reads a text out: markup segments in, words, clause marks and pauses out. Numbers, dates, money, addresses and
 * abbreviations become the words of the language; if the language has no grammar for that, digits and signs are left to
 * the synthesizer. Markdown marks, emoji and invisible characters are dropped. For every word `source.slice(span.start,
 * span.end) === unit`.
 *
 * @param segments of `source`, in order
 * @param lang language code as sent ("en", "pt-br"); only the primary part counts
 * @param source the text as sent, which all spans refer to
 * @param dropped receives the symbols other than emoji that are not spoken, as "U+2318"
 */
export function analyse(
  segments: readonly MarkupSegment[],
  lang: string,
  source: string,
  dropped: Set<string> = new Set(),
): Token[] {
  const tokens = new TokenList(source, waysOf(segments, lang));
  const last = segments.findLastIndex(isWord);
  for (let at = 0; at < segments.length; ) {
    const segment = segments[at]!;
    const end = runEnd(segments, at, lang);
    if (segment.kind === 'pause') tokens.pause(segment.durationMs, segment.span);
    else if (segment.kind === 'phoneme') tokens.tagged(taggedWord(segment, source));
    else {
      const run = segments.slice(at, end);
      const own = foreignLanguage(styleOf(run), lang);
      const reading = { lang: own ?? lang, continues: end <= last, dropped };
      if (segment.kind === 'said') said(segment, reading, source, tokens);
      else readRun(runText(run), reading, source, tokens);
    }
    at = end;
  }
  return tokens.finish();
}

interface Reading {
  readonly lang: string;
  /** Words follow, so that the end is not the end of a sentence. */
  readonly continues: boolean;
  readonly dropped: Set<string>;
}

/** The language of a stretch if it differs from that of the text; otherwise null. */
export function foreignLanguage(style: Style | undefined, lang: string): string | null {
  const { lang: own } = style ?? {};
  return own === undefined || primaryLanguage(own) === primaryLanguage(lang) ? null : languageTag(own);
}

const styleOf = (run: readonly MarkupSegment[]): Style | undefined =>
  run.find((segment) => segment.kind === 'text' || segment.kind === 'said')?.style;

function isWord(segment: MarkupSegment): boolean {
  if (segment.kind === 'text') return /[\p{L}\p{N}]/u.test(segment.text);
  return segment.kind === 'phoneme' || segment.kind === 'said';
}

/** Reads on across tags that change only the style of speech. @returns the end of the run that begins at `from` */
function runEnd(segments: readonly MarkupSegment[], from: number, lang: string): number {
  const isOfRun = ({ kind }: MarkupSegment): boolean => kind === 'text' || kind === 'tag' || kind === 'mark';
  let end = from;
  let own: string | null | undefined;
  for (; end < segments.length; end++) {
    const segment = segments[end]!;
    if (!isOfRun(segment)) break;
    if (segment.kind !== 'text') continue;
    const next = foreignLanguage(segment.style, lang);
    if (own !== undefined && own !== next) break;
    own = next;
  }
  return Math.max(end, from + 1);
}

/** The text of a run: a tag becomes nothing, or the end of a sentence. */
function runText(run: readonly MarkupSegment[]): MappedText {
  return joined(
    run.flatMap((segment, at) => {
      if (segment.kind === 'text') return [mapped(segment.text, segment.span.start)];
      const { start, end } = segment.span;
      const before = run[at - 1];
      const ends = segment.kind === 'tag' && segment.ends !== null;
      // "Yes.<mark name="a"/>No": without the tag this would be a name with a dot.
      const parts = before?.kind === 'text' && PARTING.test(before.text);
      return ends || parts ? [{ text: ends ? LINE_END : ' ', from: [start], until: [end] }] : [];
    }),
  );
}

const PARTING = /[^\p{L}\p{M}\p{N}\p{Sc}\s]$/u;

function readRun(text: MappedText, reading: Reading, source: string, tokens: TokenList): void {
  const { lang, continues, dropped } = reading;
  if (text.text === '') return;
  const language = spokenLanguage(lang);
  const start = text.from[0] ?? 0;
  const startsLine = start === 0 || source[start - 1] === '\n';
  const sent = language === null ? text : { ...text, text: asciiDigits(text.text) };
  const plain = clean(sent, { startsLine, reads: language !== null, dropped });
  const cased = language === null ? { ...plain, isShouted: () => false } : withoutShouting(plain, language);
  const { isShouted } = cased;
  scan(cased, { lang, language, continues, isShouted, dropped }, tokens);
}

function taggedWord({ word, span, ipa, ipaSpan }: Segment<'phoneme'>, source: string): Word {
  const place = word?.span ?? span;
  const unit = source.slice(place.start, place.end);
  const spoken = word?.text.normalize('NFC').replace(/\s+/g, ' ').trim() || ipa;
  return { kind: 'word', unit, span: place, spoken, ipa, ipaSpan };
}

/** The text of an element that specifies how it is read. */
function said(
  { as, text, textSpan: span }: Segment<'said'>,
  reading: Reading,
  source: string,
  tokens: TokenList,
): void {
  const spoken =
    as.kind === 'alias' ? wordsOf(as.alias, reading) : sayAs(as, text, spokenLanguage(reading.lang));
  // A text that cannot be read in this way is read as if the element were absent.
  if (spoken === null) readRun(mapped(text, span.start), reading, source, tokens);
  else if (spoken !== '')
    tokens.tagged({ kind: 'word', unit: text, span, spoken, rule: 'markup', ipa: null });
}

/** The words of a text that does not occur in the text as sent. */
function wordsOf(text: string, reading: Reading): string {
  const tokens = new TokenList(text);
  readRun(mapped(text, 0), reading, text, tokens);
  return tokens
    .finish()
    .flatMap((token) => (token.kind === 'word' ? [token.spoken] : []))
    .join(' ');
}

/** The style of the words at an offset: that of the segment in which each begins. */
function waysOf(segments: readonly MarkupSegment[], lang: string): (offset: number) => WordWay {
  const ways = segments.flatMap((segment) => ('style' in segment ? [wayOf(segment, lang)] : []));
  let at = 0;
  return (offset) => {
    // Words are requested in order.
    while (at < ways.length && ways[at]!.span.end <= offset) at++;
    const found = ways[at];
    return found && found.span.start <= offset ? found.way : {};
  };
}

function wayOf({ span, style }: { readonly span: Span; readonly style?: Style }, lang: string) {
  const { lang: _lang, voice: _voice, ...prosody } = style ?? {};
  const own = foreignLanguage(style, lang);
  return {
    span,
    way: { ...(own !== null && { lang: own }), ...(Object.keys(prosody).length > 0 && { prosody }) },
  };
}

/**
 * Whether a text with markup contains a word.
 * @throws MarkupError
 */
export function hasWords(source: string, lang: string): boolean {
  return speakable(analyse(parseMarkup(source), lang, source));
}

/** Whether a text contains at least one word to speak. */
export function speakable(tokens: readonly Token[]): boolean {
  return tokens.some((token) => token.kind === 'word');
}
