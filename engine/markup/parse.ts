/**
 * Inline markup: `<phoneme:IPA>word</phoneme>`, `<phoneme:IPA>word`, `<phoneme:IPA>` as a word of its own,
 * `<pause:500ms>` and `<break time="500ms"/>`. Names are matched in any case; pauses with or without a slash at their
 * end, and with a closing tag directly after them. Every other `<` is text.
 */

import { APOSTROPHES } from '../apostrophes.ts';
import type { Span } from '../types.ts';
import { MAX_TAG_CHARS, nextTag, type Tag } from './tags.ts';
import { MarkupError, transcriptionSpan, trimSpan } from './transcription.ts';
import type { MarkupSegment } from './types.ts';

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
/** Pauses for the strengths of SSML, which does not specify their length. */
const STRENGTHS_MS: ReadonlyMap<string, number> = new Map([
  ['none', MIN_PAUSE_MS],
  ['x-weak', 250],
  ['weak', 500],
  ['medium', 750],
  ['strong', 1000],
  ['x-strong', 1250],
]);
/** XML may close an empty element by a separate closing tag. */
const CLOSING_TAG = /<\/(?:pause|break)\s*>/iy;

/**
 * Splits a text into its segments. They cover the source in order: every character belongs to exactly one.
 * Linear in the length of the text. Throws MarkupError.
 */
export function parseMarkup(source: string): MarkupSegment[] {
  const segments: MarkupSegment[] = [];
  let done = 0;
  let totalPauseMs = 0;
  for (let tag = nextTag(source, 0); tag; tag = nextTag(source, done)) {
    // The text ends within something that only looks like the beginning of a tag, so it is text.
    if (!tag.closed && !tag.certain) break;
    const segment = parseTag(source, tag);
    if (segment.kind === 'pause') {
      totalPauseMs += segment.durationMs;
      if (totalPauseMs > MAX_TOTAL_PAUSE_MS) {
        throw new MarkupError('pauses_too_long', segment.span, { seconds: MAX_TOTAL_PAUSE_MS / 1000 });
      }
    }
    if (tag.span.start > done) segments.push(textSegment(source, done, tag.span.start));
    segments.push(segment);
    done = segment.span.end;
  }
  if (done < source.length) segments.push(textSegment(source, done, source.length));
  return segments;
}

function textSegment(source: string, start: number, end: number): MarkupSegment {
  return { kind: 'text', text: source.slice(start, end), span: { start, end } };
}

function parseTag(source: string, tag: Tag): MarkupSegment {
  switch (tag.name) {
    case '/phoneme':
      throw new MarkupError('phoneme_end_alone', tag.span);
    case 'phoneme':
      return parsePhoneme(source, tag);
    case 'pause':
      return parsePause(source, tag);
    case 'break':
      return parseBreak(source, tag);
  }
}

function parsePause(source: string, tag: Tag): MarkupSegment {
  if (!tag.closed) throw new MarkupError('pause_unclosed', unclosedSpan(source, tag));
  const match = PAUSE_BODY.exec(shortBody(source, tag));
  if (!match) throw new MarkupError(tag.certain ? 'duration_malformed' : 'pause_malformed', tag.span);
  return pauseSegment(source, tag, parseDuration(match[1] ?? '', tag.span));
}

function parseBreak(source: string, tag: Tag): MarkupSegment {
  const attributes = BREAK_BODY.exec(shortBody(source, tag))?.[1] ?? '';
  const time = TIME.exec(attributes);
  const strength = STRENGTHS_MS.get(STRENGTH.exec(attributes)?.[1]?.toLowerCase() ?? '');
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

function parsePhoneme(source: string, tag: Tag): MarkupSegment {
  if (!tag.closed) throw new MarkupError('phoneme_unclosed', unclosedSpan(source, tag));
  if (tag.span.end - tag.span.start > MAX_TAG_CHARS) {
    throw new MarkupError('phoneme_too_long', tag.span, { max: MAX_TAG_CHARS });
  }
  if (!tag.certain) throw new MarkupError('phoneme_malformed', tag.span);
  const ipaSpan = transcriptionSpan(source, { start: tag.body.start + 1, end: tag.body.end }, tag.span);
  const ipa = source.slice(ipaSpan.start, ipaSpan.end);
  const { word, end } = parseTaggedWord(source, tag.span.end);
  return { kind: 'phoneme', ipa, ipaSpan, word, span: { start: tag.span.start, end } };
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
    if (tag.name === 'phoneme' || !tag.closed) return null;
    if (tag.name === '/phoneme') {
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
