import type { Span } from '../../language/types.ts';
import { type ErrorDefinition, errorText, type ValueArguments } from '../../media/error-definition.ts';
import { MARKUP_ERRORS, type MarkupErrorKind } from './error-table.ts';
import { MAX_TAG_CHARS } from './tags.ts';

/** A kind of error, its location, and the values of its text, if any. */
type MarkupErrorArguments = {
  [K in MarkupErrorKind]: [kind: K, span: Span, ...values: ValueArguments<(typeof MARKUP_ERRORS)[K]>];
}[MarkupErrorKind];

/** Error for invalid markup. `span` is the part at fault in the text that was parsed. */
export class MarkupError extends Error {
  readonly span: Span;
  readonly kind: MarkupErrorKind;
  /** Values for the text of the kind of error. */
  readonly values: unknown;

  constructor(...[kind, span, values]: MarkupErrorArguments) {
    super(errorText<ErrorDefinition>(MARKUP_ERRORS[kind], values as never));
    this.name = 'MarkupError';
    this.kind = kind;
    this.values = values;
    this.span = span;
  }
}

/** Longest transcription that fits in a tag. */
export const MAX_TRANSCRIPTION_CHARS = MAX_TAG_CHARS - '<phoneme:>'.length;

/**
 * Finds where a transcription is within a part of a text, without the slashes or brackets and spaces around it. All
 * functions that accept transcriptions use this, so that all accept the same.
 * @param whole span to report as faulty when there is no transcription
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
      throw new MarkupError('transcription_delimiters', span);
    }
    span = trimSpan(source, { start: span.start + 1, end: span.end - 1 });
  }
  const ipa = source.slice(span.start, span.end);
  if (ipa === '') throw new MarkupError('transcription_missing', whole);
  if (/\s/.test(ipa)) {
    throw new MarkupError('transcription_of_words', span);
  }
  return span;
}

/** Trims the white space at the ends of a part of the text. */
export function trimSpan(source: string, span: Span): Span {
  const text = source.slice(span.start, span.end);
  const start = span.start + (text.length - text.trimStart().length);
  return { start, end: Math.max(start, span.end - (text.length - text.trimEnd().length)) };
}
