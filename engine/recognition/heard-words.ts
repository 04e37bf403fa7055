import { deflateSync } from 'node:zlib';
import type { LocalSegment } from './local-protocol.ts';
import type { RecognisedWord } from './types.ts';

/** Above this a text is as repetitive as only a stuck decoder's (Radford et al. 2022, section 4.5). */
const MAX_COMPRESSION_RATIO = 2.4;
/** People do repeat themselves, but not at this rate, which a stuck decoder always keeps. */
const MAX_REPEATED_WORDS_PER_SECOND = 5;
/** Nobody draws out a word for longer; for music the model produces a short word as long as the music. */
const MAX_LONE_WORD_MS = 2000;

/**
 * The spoken words in the segments of a Whisper model. Drops its names for other sounds ("[music]", "(applause)", "♪ la
 * la ♪", "*sighs*"), marks without a letter or digit, a single word that lasts too long, and all of a text that repeats
 * itself faster than anyone speaks.
 * @param offsetMs time in the recording at which the model's input began
 * @param endMs time in the recording at which it ended; no word lasts longer
 */
export function heardWords(
  segments: readonly LocalSegment[],
  offsetMs: number,
  endMs: number,
): RecognisedWord[] {
  const words: RecognisedWord[] = [];
  let closing: string | null = null;
  for (const segment of segments) {
    let text = '';
    for (const character of segment.text) {
      if (closing !== null) {
        if (character === closing) closing = null;
      } else if (CLOSING.has(character)) closing = CLOSING.get(character) ?? null;
      else text += character;
    }
    text = text.trim();
    if (!/[\p{L}\p{N}]/u.test(text)) continue;
    const startMs = Math.min(segment.startMs + offsetMs, endMs);
    words.push({
      text,
      startMs,
      endMs: Math.max(startMs, Math.min(segment.endMs + offsetMs, endMs)),
      // The library provides none.
      confidence: null,
    });
  }
  return isDrawnOut(words) || isStuck(words, endMs - offsetMs) ? [] : words;
}

const CLOSING = new Map([
  ['[', ']'],
  ['(', ')'],
  ['♪', '♪'],
  ['*', '*'],
]);

function isDrawnOut([word, ...others]: readonly RecognisedWord[]): boolean {
  return word !== undefined && others.length === 0 && word.endMs - word.startMs > MAX_LONE_WORD_MS;
}

function isStuck(words: readonly RecognisedWord[], durationMs: number): boolean {
  if ((words.length * 1000) / durationMs <= MAX_REPEATED_WORDS_PER_SECOND) return false;
  const text = Buffer.from(words.map((word) => word.text).join(' '));
  return text.length / deflateSync(text).length > MAX_COMPRESSION_RATIO;
}
