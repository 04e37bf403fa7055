import type { FieldReader } from '../http/fields.ts';

/**
 * Reads the text to speak, which must not be empty.
 * @param maxTextChars MAX_TEXT_CHARS of the settings
 */
export function readTextToSpeak(fields: FieldReader, name: string, maxTextChars: number): string {
  const text = fields.text(name, { maxChars: maxTextChars, mayHoldNul: true });
  if (text === undefined && fields.problems.every((problem) => problem.loc[1] !== name)) {
    fields.problem(name, 'text_missing');
  }
  return text ?? '';
}
