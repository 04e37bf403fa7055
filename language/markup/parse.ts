/**
 * Inline markup: `<phoneme:IPA>word</phoneme>`, `<phoneme:IPA>word`, `<phoneme:IPA>` as a word of its own,
 * `<pause:500ms>`, `<break time="500ms"/>`, `<lang:fr>…</lang>` and elements of SSML. Names are matched in any case;
 * pauses with or without a slash at their end, and with a closing tag directly after them. Every other `<` is text.
 */

import { decodeHTMLStrict } from 'entities';
import { APOSTROPHES } from '../apostrophes.ts';
import type { Span } from '../types.ts';
import { emphasisStyle, prosodyStyle } from './prosody.ts';
import {
  attributesOf,
  type ElementName,
  isBesideMarkup,
  isEmpty,
  MAX_TAG_CHARS,
  nextTag,
  type Tag,
  tagAt,
} from './tags.ts';
import { MarkupError, transcriptionSpan, trimSpan } from './transcription.ts';
import type { MarkupSegment, OpenElement, SaidAs, Style } from './types.ts';

export { MarkupError };

const MIN_PAUSE_MS = 1;
const MAX_PAUSE_MS = 10_000;
/** Upper bound of the sum of all pauses in one text. */
export const MAX_TOTAL_PAUSE_MS = 60_000;

/**
 * The word an opening tag applies to, up to white space or punctuation; an apostrophe or a hyphen is part of the word
 * if the word continues after it. Joiners and the soft hyphen are part of the spelling.
 */
const WORD = new RegExp(
  `[\\p{L}\\p{N}\\p{M}\\p{Sc}\\u00ad\\u200c\\u200d]+(?:[${APOSTROPHES}‐‑-][\\p{L}\\p{N}\\p{M}\\u00ad\\u200c\\u200d]+)*`,
  'uy',
);
const DURATION = /^\s*(\d+(?:\.\d+)?|\.\d+)\s*(ms|s)\s*$/i;
const PAUSE_BODY = /^\s*:([^/]*)\/?\s*$/;
const BREAK_BODY = /^((?:\s+(?:time|strength)\s*=\s*(?:"[^"]*"|'[^']*'|“[^”]*”|[^\s"'“”/]+))+)\s*\/?\s*$/i;
const TIME = /time\s*=\s*(?:"([^"]*)"|'([^']*)'|“([^”]*)”|([^\s"'“”/]+))/i;
const STRENGTH = /strength\s*=\s*["'“]?([a-z-]+)["'”]?(?=\s|$)/i;
const BARE_BODY = /^\s*\/?\s*$/;
/** Pause of a break without attributes, as in SSML. */
const DEFAULT_STRENGTH = 'medium';
/** Pauses for the strengths of SSML, which does not specify their length. */
const STRENGTHS_MS: ReadonlyMap<string, number> = new Map([
  ['none', MIN_PAUSE_MS],
  ['x-weak', 250],
  ['weak', 500],
  ['medium', 750],
  ['strong', 1000],
  ['x-strong', 1250],
]);
/** The part before the transcription, with its quote, and the transcription. */
const PH = /(\sph\s*=\s*["'“])([^"'“”]*)["'”]/i;
/** XML may close an empty element by a separate closing tag. */
const CLOSING_TAG = /<\/(?:pause|break)\s*>/iy;

/** Longest text of an element whose text is read as a whole. */
const MAX_SAID_CHARS = 300;
/** Longest closing tag: after this many more characters it must have arrived completely. */
const MOST_CLOSING_CHARS = 20;
/** Limit of nested elements. */
const MAX_DEPTH = 32;
/** Elements that only enclose text, and the unit that ends at their borders. */
const ENDS: Readonly<Partial<Record<ElementName, 'sentence' | 'paragraph'>>> = {
  p: 'paragraph',
  s: 'sentence',
  speak: 'sentence',
  voice: 'sentence',
};
const REFUSED: readonly ElementName[] = ['audio', 'lexicon', 'lookup'];

export interface Markup {
  /** They cover the source in order: every character belongs to exactly one. */
  readonly segments: readonly MarkupSegment[];
  /** Places where the open elements change, the outermost first, in order. */
  readonly changes: readonly { readonly at: number; readonly open: readonly OpenElement[] }[];
}

/** Splits a text into its segments. Linear in its length. @throws MarkupError */
export function parseMarkup(source: string): readonly MarkupSegment[] {
  return parseFrom(source, []).segments;
}

/**
 * Splits the next part of a text into its segments.
 * @param open the elements that are open where it begins
 * @throws MarkupError
 */
export function parseFrom(source: string, open: readonly OpenElement[]): Markup {
  const segments: MarkupSegment[] = [];
  const changes = [{ at: 0, open }];
  let around = open;
  let done = 0;
  let totalPauseMs = 0;
  for (let tag = nextTag(source, 0); tag; tag = nextTag(source, done)) {
    // The text ends within something that only looks like the beginning of a tag, so it is text.
    if (!tag.closed && !tag.certain) break;
    if (tag.span.start > done) segments.push(textSegment(source, done, tag.span.start, around));
    const isHtml = isStruck(source, tag, around);
    const behind = isHtml && !tag.isEnd ? around : opened(source, tag, around);
    if (behind !== around) changes.push({ at: tag.span.end, open: behind });
    around = behind;
    const segment: MarkupSegment = isHtml
      ? { kind: 'tag', ends: null, span: tag.span }
      : parseTag(source, tag, around);
    if (segment.kind === 'pause') {
      totalPauseMs += segment.durationMs;
      if (totalPauseMs > MAX_TOTAL_PAUSE_MS) {
        throw new MarkupError('pauses_too_long', segment.span, { seconds: MAX_TOTAL_PAUSE_MS / 1000 });
      }
    }
    segments.push(segment);
    done = segment.span.end;
  }
  if (done < source.length) segments.push(textSegment(source, done, source.length, around));
  return { segments, changes };
}

function textSegment(
  source: string,
  start: number,
  end: number,
  around: readonly OpenElement[],
): MarkupSegment {
  return { kind: 'text', text: source.slice(start, end), span: { start, end }, ...styled(around) };
}

/** The style inside elements, for a segment; empty if it is the request's. */
function styled(around: readonly OpenElement[]): { readonly style?: Style } {
  const style = around.at(-1)?.style;
  return style === undefined || Object.keys(style).length === 0 ? {} : { style };
}

/** The elements that are open after a tag. A closing tag without an opening one changes nothing. */
function opened(source: string, tag: Tag, around: readonly OpenElement[]): readonly OpenElement[] {
  const { name, isEnd, span } = tag;
  if (!enclosesText(name)) return around;
  if (isEnd) {
    const at = around.findLastIndex((element) => element.name === name);
    return at < 0 ? around : around.slice(0, at);
  }
  const style = styleIn(source, tag, around.at(-1)?.style ?? {});
  if (tag.closed && isEmpty(source, tag)) return around;
  if (around.length === MAX_DEPTH) throw new MarkupError('elements_too_deep', span, { max: MAX_DEPTH });
  return [...around, { name, style }];
}

/** Whether `<s>` or `</s>` strikes words through, as in HTML, and is no sentence. */
function isStruck(source: string, tag: Tag, around: readonly OpenElement[]): boolean {
  if (tag.name !== 's' || around.some(({ name }) => name === 'speak' || name === 'p')) return false;
  if (isBesideMarkup(source, tag)) return tag.isEnd && !around.some(({ name }) => name === 's');
  return tag.isEnd || !attributesOf(source, tag).has('xml:lang');
}

/** Elements whose text is spoken as written. */
function enclosesText(name: Tag['name']): name is ElementName {
  return ['speak', 'p', 's', 'w', 'token', 'lang', 'prosody', 'emphasis', 'voice'].includes(name);
}

/** @param around the style around the element */
function styleIn(source: string, tag: Tag, around: Style): Style {
  const { name, span } = tag;
  if (!tag.closed) throw new MarkupError('element_unclosed', unclosedSpan(source, tag), { name });
  const attributes = attributesOf(source, tag);
  const lang = (
    tag.certain ? afterColon(source, tag) : (attributes.get('xml:lang') ?? attributes.get('lang'))
  )?.trim();
  if (name === 'lang' && !lang) throw malformed(name, span);
  const voice = name === 'voice' ? attributeText(attributes.get('name') ?? '') : undefined;
  if (voice === '') throw malformed(name, span);
  const outer: Style = { ...around, ...(lang && { lang }), ...(voice && { voice }) };
  const style =
    name === 'prosody'
      ? prosodyStyle(attributes, outer)
      : name === 'emphasis'
        ? emphasisStyle(attributes, outer)
        : outer;
  if (style === null) throw malformed(name, span);
  return style;
}

/** The value after the colon of a tag, without the slash that may end it. */
const afterColon = (source: string, { body }: Tag): string =>
  source.slice(body.start + 1, body.end).replace(/\/\s*$/, '');

const FORMS: Readonly<Partial<Record<Tag['name'], string>>> = {
  lang: '<lang xml:lang="fr">',
  prosody: '<prosody rate="80%" volume="+3dB">',
  emphasis: '<emphasis level="strong">',
  'say-as': '<say-as interpret-as="digits">',
  voice: '<voice name="ID">, with the id of a voice',
};

function malformed(name: Tag['name'], span: Span): MarkupError {
  return new MarkupError('element_malformed', span, { name, form: FORMS[name] ?? `<${name}>` });
}

/** @param around the elements that are open after it */
function parseTag(source: string, tag: Tag, around: readonly OpenElement[]): MarkupSegment {
  const { name, isEnd, span } = tag;
  switch (name) {
    case 'phoneme':
      if (isEnd) throw new MarkupError('phoneme_end_alone', span);
      return { ...parsePhoneme(source, tag), ...styled(around) };
    case 'pause':
      return parsePause(source, tag);
    case 'break':
      return parseBreak(source, tag);
    case 'mark':
      return { kind: 'mark', name: attributeText(attributesOf(source, tag).get('name') ?? ''), span };
    case 'sub':
    case 'say-as':
      return isEnd || isEmpty(source, tag) ? silent(tag) : parseSaid(source, tag, around);
    default:
      if (!isEnd && name !== 'declaration' && REFUSED.includes(name))
        throw new MarkupError('element_refused', span, { name });
      return silent(tag);
  }
}

function silent({ name, span }: Tag): MarkupSegment {
  return { kind: 'tag', ends: ENDS[name as ElementName] ?? null, span };
}

/** The value of an attribute, with its entities decoded. */
const attributeText = (written: string): string => decodeHTMLStrict(written).trim();

/** An element whose text is read as a whole, or is replaced. */
function parseSaid(source: string, tag: Tag, around: readonly OpenElement[]): MarkupSegment {
  const { name, span } = tag;
  const closing = closingOf(source, tag);
  const textSpan = trimSpan(source, { start: span.end, end: closing.start });
  const text = source.slice(textSpan.start, textSpan.end);
  const whole = { start: span.start, end: closing.end };
  if (text === '') return { kind: 'tag', ends: null, span: whole };
  const as = saidAs(attributesOf(source, tag), name === 'sub');
  if (as === null) throw malformed(name, span);
  return { kind: 'said', as, text, textSpan, span: whole, ...styled(around) };
}

function saidAs(attributes: ReadonlyMap<string, string>, isAlias: boolean): SaidAs | null {
  if (isAlias) return { kind: 'alias', alias: attributeText(attributes.get('alias') ?? '') };
  const interpretAs = attributes.get('interpret-as')?.trim().toLowerCase();
  if (!interpretAs) return null;
  return { kind: 'say-as', interpretAs, format: attributes.get('format')?.trim().toLowerCase() ?? null };
}

/** The closing tag of an element that encloses only text. */
function closingOf(source: string, tag: Tag): Span {
  const { name, span } = tag;
  const found = findClosing(source, tag);
  if (found.kind === 'closing') return found.span;
  if (found.kind === 'markup') throw new MarkupError('element_around_markup', found.span, { name });
  throw new MarkupError('element_open', span, { name, max: MAX_SAID_CHARS });
}

/** End of an element that is read as a whole; null if it has none, 'wait' while that is unknown. */
export function saidEnd(source: string, tag: Tag): number | null | 'wait' {
  const found = findClosing(source, tag);
  if (found.kind === 'closing') return found.span.end;
  return found.kind === 'end' ? 'wait' : null;
}

/** The first item after the opening tag of an element: its closing tag, other markup, the limit or the end. */
type FoundClosing =
  | { readonly kind: 'closing' | 'markup'; readonly span: Span }
  | { readonly kind: 'limit' | 'end' };

function findClosing(source: string, { name, span }: Tag): FoundClosing {
  const closing = new RegExp(`</${name}\\s*>`, 'iy');
  const limit = span.end + MAX_SAID_CHARS;
  for (let at = source.indexOf('<', span.end); at >= 0 && at <= limit; at = source.indexOf('<', at + 1)) {
    closing.lastIndex = at;
    const written = closing.exec(source)?.[0];
    if (written !== undefined) return { kind: 'closing', span: { start: at, end: at + written.length } };
    const inner = tagAt(source, at);
    if (inner?.closed) return { kind: 'markup', span: inner.span };
  }
  return { kind: source.length > limit + MOST_CLOSING_CHARS ? 'limit' : 'end' };
}

function parsePause(source: string, tag: Tag): MarkupSegment {
  if (!tag.closed) throw new MarkupError('pause_unclosed', unclosedSpan(source, tag));
  const match = PAUSE_BODY.exec(shortBody(source, tag));
  if (!match) throw new MarkupError(tag.certain ? 'duration_malformed' : 'pause_malformed', tag.span);
  return pauseSegment(source, tag, parseDuration(match[1] ?? '', tag.span));
}

function parseBreak(source: string, tag: Tag): MarkupSegment {
  const body = shortBody(source, tag);
  const attributes = BREAK_BODY.exec(body)?.[1] ?? '';
  const time = TIME.exec(attributes);
  const named = BARE_BODY.test(body) ? DEFAULT_STRENGTH : STRENGTH.exec(attributes)?.[1]?.toLowerCase();
  const strength = STRENGTHS_MS.get(named ?? '');
  if (time) return pauseSegment(source, tag, parseDuration(time.slice(1).find(Boolean) ?? '', tag.span));
  if (strength === undefined) throw new MarkupError('break_malformed', tag.span);
  return pauseSegment(source, tag, strength);
}

/** The body of a tag, limited to the longest body of a pause, so that patterns take bounded time. */
function shortBody(source: string, { body: { start, end } }: Tag): string {
  return source.slice(start, Math.min(end, start + MAX_TAG_CHARS));
}

function pauseSegment(source: string, { span: { start, end } }: Tag, durationMs: number): MarkupSegment {
  CLOSING_TAG.lastIndex = end;
  const closing = CLOSING_TAG.exec(source)?.[0] ?? '';
  return { kind: 'pause', durationMs, span: { start, end: end + closing.length } };
}

function parseDuration(text: string, span: Span): number {
  const match = DURATION.exec(text);
  if (!match) throw new MarkupError('duration_malformed', span);
  // The value is rounded to microseconds first, so that 0.3 s is exactly 300 ms.
  const durationMs =
    match[2]!.toLowerCase() === 's' ? Math.round(Number(match[1]) * 1e6) / 1e3 : Number(match[1]);
  if (durationMs < MIN_PAUSE_MS || durationMs > MAX_PAUSE_MS) {
    throw new MarkupError('duration_out_of_range', span, {
      minMs: MIN_PAUSE_MS,
      maxSeconds: MAX_PAUSE_MS / 1000,
    });
  }
  return durationMs;
}

function parsePhoneme(source: string, tag: Tag): Extract<MarkupSegment, { kind: 'phoneme' }> {
  if (!tag.closed) throw new MarkupError('phoneme_unclosed', unclosedSpan(source, tag));
  if (tag.span.end - tag.span.start > MAX_TAG_CHARS) {
    throw new MarkupError('phoneme_too_long', tag.span, { max: MAX_TAG_CHARS });
  }
  const written = tag.certain
    ? { start: tag.body.start + 1, end: tag.body.end }
    : phonemeAttribute(source, tag);
  const ipaSpan = transcriptionSpan(source, written, tag.span);
  const ipa = source.slice(ipaSpan.start, ipaSpan.end);
  const isAlone = !tag.certain && isEmpty(source, tag);
  const { word, end } = isAlone ? { word: null, end: tag.span.end } : parseTaggedWord(source, tag.span.end);
  return { kind: 'phoneme', ipa, ipaSpan, word, span: { start: tag.span.start, end } };
}

/** SSML's `<phoneme alphabet="ipa" ph="…">`. @returns the location of the transcription */
function phonemeAttribute(source: string, tag: Tag): Span {
  const alphabet = attributesOf(source, tag).get('alphabet') ?? 'ipa';
  if (!/^\s*ipa\s*$/i.test(alphabet)) throw new MarkupError('phoneme_alphabet', tag.span, { alphabet });
  const found = PH.exec(source.slice(tag.body.start, tag.body.end));
  if (!found) throw new MarkupError('phoneme_malformed', tag.span);
  const start = tag.body.start + found.index + (found[1] ?? '').length;
  return { start, end: start + (found[2] ?? '').length };
}

/** Finds the word that an opening tag ending at `from` pronounces, and the end of the whole construct. */
function parseTaggedWord(
  source: string,
  from: number,
): { word: { text: string; span: Span } | null; end: number } {
  const closing = closingTag(source, from);
  if (closing) {
    const span = trimSpan(source, { start: from, end: closing.span.start });
    const text = source.slice(span.start, span.end);
    if (/\s/.test(text)) {
      throw new MarkupError('phoneme_around_words', span);
    }
    return { word: text === '' ? null : { text, span }, end: closing.span.end };
  }
  WORD.lastIndex = from;
  const text = WORD.exec(source)?.[0];
  if (text === undefined) return { word: null, end: from };
  const end = from + text.length;
  return { word: { text, span: { start: from, end } }, end };
}

/**
 * Finds the `</phoneme>` that belongs to a tag ending at `from`; null when another phoneme tag or the end comes first.
 */
function closingTag(source: string, from: number): Tag | null {
  let inner: Tag | null = null;
  for (let tag = nextTag(source, from); tag; tag = nextTag(source, tag.span.end)) {
    if ((tag.name === 'phoneme' && !tag.isEnd) || !tag.closed) return null;
    if (tag.name === 'phoneme') {
      if (inner) throw new MarkupError('phoneme_around_markup', inner.span);
      return tag;
    }
    inner ??= tag;
  }
  return null;
}

/** An unclosed tag extends over the rest of the text. The error points to its first word. */
function unclosedSpan(source: string, tag: Tag): Span {
  const blank = source.slice(tag.body.start, tag.span.end).search(/\s/);
  return blank < 0 ? tag.span : { start: tag.span.start, end: tag.body.start + blank };
}
