import type { TimedWord } from './types.ts';

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
