/** The sentences of a script, which a take is aligned with and cut between. */
import { EngineError } from '../../../../engine/errors.ts';
import { TextCutter } from '../../../../language/text/cutter.ts';
import { abbreviationsOf } from '../../../../language/text/languages/index.ts';
import { hasWords } from '../../transcripts.ts';

/** Largest number of sentences, more than anyone reads in a minute. */
export const MAX_SCRIPT_CHARACTERS = 2000;
const MIN_SENTENCES = 2;
/** French quotation marks are separated by a space. If that is an ordinary one, the text is cut before them. */
const CLOSING_QUOTE = /^[»›”]\s+/u;

export interface ScriptSentence {
  /** Index in the script, from 0. */
  readonly index: number;
  /** As written, without the white space around it: `script.slice(start, end)`. */
  readonly text: string;
  /** UTF-16 offsets into the script. */
  readonly start: number;
  readonly end: number;
}

/**
 * The sentences of a script, in order, as the speech engine cuts texts. Each has words: a part without words (stars at
 * the end) belongs to the previous sentence.
 * @param lang distinguishes abbreviations and ordinals ("3. Mai") from ends of sentences
 */
export function scriptSentences(script: string, lang = 'en'): readonly ScriptSentence[] {
  const cutter = new TextCutter({
    lang,
    abbreviations: abbreviationsOf(lang),
    eager: false,
    // Sentences are never cut because of their length.
    maxChars: script.length + 1,
  });
  const ranges: { start: number; end: number }[] = [];
  for (const { text, start } of [...cutter.push(script), ...cutter.flush()]) {
    const range = trimmed(text, start);
    const previous = ranges.at(-1);
    const closing = previous ? (CLOSING_QUOTE.exec(script.slice(range.start, range.end))?.[0] ?? '') : '';
    if (previous && closing !== '') {
      previous.end = range.start + closing.trimEnd().length;
      range.start += closing.length;
    }
    if (hasWords(text)) ranges.push(range);
    else if (previous && range.end > range.start) previous.end = range.end;
  }
  return ranges.map(({ start, end }, index) => ({ index, text: script.slice(start, end), start, end }));
}

/** @throws EngineError 422 for a script that is too long, or that has too few sentences */
export function checkScript(script: string, lang?: string): void {
  if (script.length > MAX_SCRIPT_CHARACTERS) {
    const values = { characters: script.length, max: MAX_SCRIPT_CHARACTERS };
    throw new EngineError('script_too_long', { values });
  }
  const { length } = scriptSentences(script, lang);
  if (length >= MIN_SENTENCES) return;
  throw new EngineError(length === 0 ? 'script_without_words' : 'script_of_one_sentence');
}

function trimmed(text: string, offset: number): { start: number; end: number } {
  const start = offset + text.length - text.trimStart().length;
  return { start, end: Math.max(start, offset + text.trimEnd().length) };
}
