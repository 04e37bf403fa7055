import { HOP_MS, type RecordingFrames } from '../../../../engine/forced-alignment/signals.ts';
import type { AlignedWord } from '../../../../engine/forced-alignment/types.ts';

/** Quiet that is kept at the soft beginnings and ends of words. */
const SOFT_MS = 40;
/** Longest quiet inside a word: the closure of a plosive. */
const CLOSURE_MS = 100;

/**
 * Removes the quiet from the first and the last word of a sentence. With silence between two sentences, an alignment
 * may let a word begin early or end late at no cost.
 */
export function withoutQuietEdges(words: readonly AlignedWord[], recording: RecordingFrames): AlignedWord[] {
  const trimmed = [...words];
  const first = trimmed[0];
  if (!first) return trimmed;
  const { loudness, silenceLevel } = recording;
  const isLoud = (t: number): boolean => (loudness[t] ?? 0) > silenceLevel;
  const frames = (word: AlignedWord): [number, number] => [
    Math.round(word.startMs / HOP_MS),
    Math.round(word.endMs / HOP_MS),
  ];
  let [from, to] = frames(first);
  while (from < to && !isLoud(from)) from++;
  const startMs = from * HOP_MS - SOFT_MS;
  if (from < to && startMs - first.startMs > CLOSURE_MS - SOFT_MS)
    trimmed[0] = within(first, startMs, first.endMs);

  const last = trimmed.at(-1)!;
  [from, to] = frames(last);
  while (to > from && !isLoud(to - 1)) to--;
  const endMs = to * HOP_MS + SOFT_MS;
  if (to > from && last.endMs - endMs > CLOSURE_MS - SOFT_MS)
    trimmed[trimmed.length - 1] = within(last, last.startMs, endMs);
  return trimmed;
}

function within(word: AlignedWord, startMs: number, endMs: number): AlignedWord {
  const bounded = (ms: number): number => Math.min(endMs, Math.max(startMs, ms));
  const phonemes = word.phonemes.map((phoneme) => ({
    ...phoneme,
    startMs: bounded(phoneme.startMs),
    endMs: bounded(phoneme.endMs),
  }));
  return { ...word, startMs, endMs, phonemes };
}
