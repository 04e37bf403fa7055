import type { TimedWord } from './types.ts';

/** A stretch of sound. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** Words whose beginnings were found in a silence begin with the speech after it. */
export function startingInSpeech(words: readonly TimedWord[], speech: readonly Span[]): TimedWord[] {
  return words.map((word) => {
    const next = speech.find(({ endMs }) => endMs > word.startMs);
    const isIn = next !== undefined && next.startMs > word.startMs && next.startMs < word.endMs;
    return isIn ? { ...word, startMs: next.startMs } : word;
  });
}

/** Spreads words over a time by their lengths: a fallback for when the actual times are unknown. */
export function wordsOver(text: string, durationMs: number): TimedWord[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const characters = words.reduce((sum, word) => sum + word.length, 0);
  let before = 0;
  return words.map((word) => {
    const startMs = Math.round((before / characters) * durationMs);
    before += word.length;
    return { text: word, startMs, endMs: Math.round((before / characters) * durationMs) };
  });
}
