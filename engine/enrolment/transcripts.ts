/** Transcripts: what they must be like, and where in them the words stand. */
import type { RenditionWord } from '../forced-alignment/types.ts';
import { EnrolmentError } from './types.ts';

/** Faster than anybody speaks, also where numbers are written out. */
const MAX_CHARACTERS_PER_SECOND = 25;

/** @throws EnrolmentError no_words */
export function checkWords(transcript: string): void {
  if (!hasWords(transcript)) throw noWords();
}

export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

export function noWords(): EnrolmentError {
  return new EnrolmentError(
    'The transcript contains no words; write what is said in the recording, or leave it out',
    { fault: 'no_words' },
  );
}

/** Bounds the work that a transcript can cause. @throws EnrolmentError not_aligned */
export function checkLength(transcript: string, seconds: number): void {
  if (transcript.length > MAX_CHARACTERS_PER_SECOND * seconds) throw notAligned();
}

/** What the wire format says of a sample whose words do not fit, with what usually is the matter. */
export function notAligned(): EnrolmentError {
  return new EnrolmentError(
    'The recording cannot be used as a reference: its words could not be aligned with the transcript, which may be ' +
      'wrong. Usual causes are speech in the background, an unclear recording, and numbers that are read in another ' +
      'way than they are written',
    { fault: 'not_aligned' },
  );
}

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Where each word stands in the text that a rendition was made of; a word that is not found has no length. */
export function wordRanges(text: string, words: readonly Pick<RenditionWord, 'text'>[]): TextRange[] {
  let at = 0;
  return words.map((word) => {
    const start = text.indexOf(word.text, at);
    if (start === -1) return { start: at, end: at };
    at = start + word.text.length;
    return { start, end: at };
  });
}
