import { deflateSync } from 'node:zlib';
import { isDictated, isTooShort, SpokenText } from '../heard-text.ts';
import type { RecognisedWord } from '../types.ts';

/** Compression ratio above which a text comes from a stuck decoder (Radford et al. 2022, section 4.5). */
const MAX_COMPRESSION_RATIO = 2.4;
/** People repeat themselves, but not at this rate, which a stuck decoder always reaches. */
const MAX_REPEATED_WORDS_PER_SECOND = 5;
/** Repeated digits and letters are dictations, and dropped only beyond the fastest speech. */
const MAX_DICTATED_WORDS_PER_SECOND = 8;

/** Whisper gives a word that it invents in a longer sound no duration: it begins and ends at the same moment. */
const LONGER_THAN_NOTHING_MS = 1200;

/** A word of whisper.cpp, with times from the beginning of the sound. */
export interface WhisperSegment {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** The part of a recording that a model was given. */
export interface HeardSound {
  /** Its range in the recording, in ms; no word extends beyond it. */
  readonly startMs: number;
  readonly endMs: number;
  /** Duration of the sound that stands out from the background, in ms. */
  readonly soundMs: number;
}

/**
 * The spoken words in the segments of a Whisper model. Drops its names for other sounds ("[music]", "(applause)", "♪ la
 * la ♪", "*sighs*"), marks without a letter or digit, a single word that is too short for its sound, and all of a text
 * that repeats itself faster than anyone speaks.
 */
export function heardWords(
  segments: readonly WhisperSegment[],
  { startMs: offsetMs, endMs, soundMs }: HeardSound,
): RecognisedWord[] {
  const words: RecognisedWord[] = [];
  const spoken = new SpokenText();
  for (const segment of segments) {
    const text = spoken.next(segment.text);
    if (text === '') continue;
    const startMs = Math.min(segment.startMs + offsetMs, endMs);
    words.push({
      text,
      startMs,
      endMs: Math.max(startMs, Math.min(segment.endMs + offsetMs, endMs)),
      // The library provides none.
      confidence: null,
    });
  }
  return isDrawnOut(words, soundMs) || isStuck(words, endMs - offsetMs) ? [] : words;
}

function isDrawnOut([word, ...others]: readonly RecognisedWord[], soundMs: number): boolean {
  if (word === undefined || others.length > 0) return false;
  const durationMs = word.endMs - word.startMs;
  if (durationMs === 0) return soundMs > LONGER_THAN_NOTHING_MS;
  return isTooShort(word.text, durationMs, Math.min(soundMs, durationMs));
}

function isStuck(words: readonly RecognisedWord[], durationMs: number): boolean {
  const text = words.map((word) => word.text).join(' ');
  const most = isDictated(text) ? MAX_DICTATED_WORDS_PER_SECOND : MAX_REPEATED_WORDS_PER_SECOND;
  if ((words.length * 1000) / durationMs <= most) return false;
  const bytes = Buffer.from(text);
  return bytes.length / deflateSync(bytes).length > MAX_COMPRESSION_RATIO;
}
