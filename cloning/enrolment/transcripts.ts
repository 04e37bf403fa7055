/** Transcripts: their requirements, and the positions of their words. */
import { EngineError } from '../../engine/errors.ts';
import type { RenditionWord } from '../../engine/forced-alignment/types.ts';

/** Letters a second above any speaking rate, even with numbers in words. */
const MAX_CHARACTERS_PER_SECOND = 25;

/** @throws EngineError no_words */
export function checkWords(transcript: string): void {
  if (!hasWords(transcript)) throw noWords();
}

export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

export function noWords(): EngineError {
  return new EngineError('transcript_without_words');
}

/** Bounds the work that a transcript can cause. @throws EngineError not_aligned */
export function checkLength(transcript: string, seconds: number): void {
  if (transcript.length > MAX_CHARACTERS_PER_SECOND * seconds) throw notAligned(TOO_LONG);
}

/** Reason for `notAligned`: the transcript takes far longer to say than the recording lasts. */
export const TOO_LONG = 'it is too long for the recording';

/**
 * The error for a recording whose words do not match its transcript, with common causes.
 * @param found a clause about the transcript ("it") that says which words were found or missing
 */
export function notAligned(found = 'too little of it was found'): EngineError {
  return new EngineError('transcript_not_aligned', { values: { found } });
}

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The span of each word in the text of a rendition; a word that is not found has no length. */
export function wordRanges(text: string, words: readonly Pick<RenditionWord, 'text'>[]): TextRange[] {
  let at = 0;
  return words.map((word) => {
    const start = text.indexOf(word.text, at);
    if (start === -1) return { start: at, end: at };
    at = start + word.text.length;
    return { start, end: at };
  });
}
