import { invalid, type ValidationItem } from '../errors.ts';

const MAX_NAME_CHARS = 200;
const MAX_TAGS = 50;
const MAX_TAG_CHARS = 100;
/** They show nothing, and some databases refuse the first of them. */
const CONTROL = /\p{Cc}/u;

/**
 * A voice's name as it is stored: without space around it, and in one Unicode form, so that names that look the same are
 * the same. "" when nothing is given.
 * @throws ApiError 422
 */
export function voiceName(text: string, loc: ValidationItem['loc']): string {
  const name = text.normalize('NFC').trim();
  if (CONTROL.test(name))
    throw invalid(loc, 'Must not contain control characters', 'string_pattern_mismatch');
  if ([...name].length > MAX_NAME_CHARS) {
    throw invalid(loc, `Must have at most ${MAX_NAME_CHARS} characters`, 'string_too_long');
  }
  return name;
}

/**
 * Tags from texts with commas between them; empty and repeated ones are left out.
 * @throws ApiError 422
 */
export function voiceTags(texts: readonly string[], loc: ValidationItem['loc']): string[] {
  const tags = texts.flatMap((text) => text.normalize('NFC').split(',')).map((tag) => tag.trim());
  const different = [...new Set(tags)].filter((tag) => tag !== '');
  if (different.some((tag) => CONTROL.test(tag))) {
    throw invalid(loc, 'Must not contain control characters', 'string_pattern_mismatch');
  }
  if (different.some((tag) => [...tag].length > MAX_TAG_CHARS)) {
    throw invalid(loc, `A tag must have at most ${MAX_TAG_CHARS} characters`, 'string_too_long');
  }
  if (different.length > MAX_TAGS) throw invalid(loc, `Must be at most ${MAX_TAGS} tags`, 'too_long');
  return different;
}
