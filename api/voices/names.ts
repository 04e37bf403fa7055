import { invalid, type ValidationItem } from '../errors/api-error.ts';
import { MAX_VOICE_NAME_CHARS, MAX_VOICE_TAG_CHARS, MAX_VOICE_TAGS } from '../limits/fields.ts';

/** Control characters are invisible, and some databases reject the first of them (NUL). */
const CONTROL = /\p{Cc}/u;

/**
 * Normalises a voice's name for storage: trimmed, and in one Unicode normal form, so that names that look the same are
 * equal. "" when none is given.
 * @throws ApiError 422
 */
export function voiceName(text: string, loc: ValidationItem['loc']): string {
  const name = text.normalize('NFC').trim();
  if (CONTROL.test(name)) throw invalid(loc, 'control_characters');
  if ([...name].length > MAX_VOICE_NAME_CHARS) {
    throw invalid(loc, 'too_many_characters', { max: MAX_VOICE_NAME_CHARS });
  }
  return name;
}

/**
 * Parses tags from comma-separated texts. Empty and repeated ones are dropped.
 * @throws ApiError 422
 */
export function voiceTags(texts: readonly string[], loc: ValidationItem['loc']): string[] {
  const tags = texts.flatMap((text) => text.normalize('NFC').split(',')).map((tag) => tag.trim());
  const different = [...new Set(tags)].filter((tag) => tag !== '');
  if (different.some((tag) => CONTROL.test(tag))) {
    throw invalid(loc, 'control_characters');
  }
  if (different.some((tag) => [...tag].length > MAX_VOICE_TAG_CHARS)) {
    throw invalid(loc, 'tag_too_long', { max: MAX_VOICE_TAG_CHARS });
  }
  if (different.length > MAX_VOICE_TAGS) throw invalid(loc, 'too_many_tags', { max: MAX_VOICE_TAGS });
  return different;
}
