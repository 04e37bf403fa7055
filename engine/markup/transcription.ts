import type { Span } from '../types.ts';
import { MAX_TAG_CHARS } from './tags.ts';

/** Markup that cannot be what its author meant. `span` is the part at fault in the text as sent. */
export class MarkupError extends Error {
  readonly span: Span;

  constructor(message: string, span: Span) {
    super(message);
    this.name = 'MarkupError';
    this.span = span;
  }
}

/** Longest transcription that a tag has room for. */
export const MAX_TRANSCRIPTION_CHARS = MAX_TAG_CHARS - '<phoneme:>'.length;

/**
 * Where a transcription stands within a part of a text, without the slashes or brackets and the spaces around it.
 * Everything that takes transcriptions asks here, so that what one accepts the others do.
 * @param whole what is at fault where there is none
 * @throws MarkupError when there is none, when its delimiters do not match, or when it has a space inside
 */
export function transcriptionSpan(source: string, within: Span, whole: Span = within): Span {
  let span = trimSpan(source, within);
  const first = source[span.start];
  const last = source[span.end - 1];
  const length = span.end - span.start;
  const closer = first === '/' ? '/' : first === '[' ? ']' : null;
  if (length > 0 && (closer || last === '/' || last === ']')) {
    if (length < 2 || closer !== last) {
      throw new MarkupError('The delimiters around the transcription do not match', span);
    }
    span = trimSpan(source, { start: span.start + 1, end: span.end - 1 });
  }
  const ipa = source.slice(span.start, span.end);
  if (ipa === '') throw new MarkupError('There is no transcription', whole);
  if (/\s/.test(ipa)) {
    throw new MarkupError('One transcription stands for one word: it has no spaces inside', span);
  }
  return span;
}

/** The part of a text without the white space at its ends. */
export function trimSpan(source: string, span: Span): Span {
  const text = source.slice(span.start, span.end);
  const start = span.start + (text.length - text.trimStart().length);
  return { start, end: Math.max(start, span.end - (text.length - text.trimEnd().length)) };
}
