import type { TimeSpan } from '../../engine/forced-alignment/types.ts';
import { wordRanges } from './transcripts.ts';

/** A part of a recording and the words in it. */
export interface Passage extends TimeSpan {
  readonly text: string;
  /** Indices of its words: from `from` up to but not including `to`. */
  readonly from: number;
  readonly to: number;
}

/** A word with its time and confidence, 0 to 1. */
export interface TimedWord extends TimeSpan {
  readonly text: string;
  readonly confidence: number;
}

/** The end of a sentence, possibly with a quotation mark or bracket. */
const SENTENCE_END = /^[^\p{L}\p{N}]*[.!?…。！？।؟]/u;
/** Pauses from this length on count as the end of a sentence. */
const PAUSE_MS = 350;
/** Sound that is kept on either side, if no word is there. */
const MARGIN_MS = 200;

/**
 * Finds the best part of a long recording within a length: a run of whole sentences (or of words between pauses, if
 * sentences are too long) with the most words that were certainly said.
 * @param text the transcript of the words
 */
export function bestPassage(text: string, words: readonly TimedWord[], maxMs: number): Passage | null {
  if (words.length === 0) return null;
  const ranges = wordRanges(text, words);
  const breaks = [0];
  for (let i = 1; i < words.length; i++) {
    const between = text.slice(ranges[i - 1]!.end, ranges[i]!.start);
    if (SENTENCE_END.test(between) || words[i]!.startMs - words[i - 1]!.endMs >= PAUSE_MS) breaks.push(i);
  }
  breaks.push(words.length);
  // If there is no place to cut within the length, it is cut between any words.
  const tooLong = breaks.some(
    (from, i) => i + 1 < breaks.length && lengthMs(words, from, breaks[i + 1]!) > maxMs,
  );
  const cuts = tooLong ? Array.from({ length: words.length + 1 }, (_, i) => i) : breaks;

  let best: { from: number; to: number } | null = null;
  let bestWeight = 0;
  for (let i = 0; i < cuts.length - 1; i++) {
    let weight = 0;
    for (let j = i + 1; j < cuts.length; j++) {
      if (lengthMs(words, cuts[i]!, cuts[j]!) > maxMs) break;
      for (let k = cuts[j - 1]!; k < cuts[j]!; k++) {
        const { startMs, endMs, confidence } = words[k]!;
        // A wrong word is worse than a missing one.
        weight += (endMs - startMs) * (confidence - 0.3);
      }
      if (weight > bestWeight) {
        bestWeight = weight;
        best = { from: cuts[i]!, to: cuts[j]! };
      }
    }
  }
  if (!best) return null;
  const { from, to } = best;
  const startMs = words[from]!.startMs;
  const endMs = words[to - 1]!.endMs;
  const before = words[from - 1]?.endMs ?? 0;
  const after = words[to]?.startMs ?? Number.POSITIVE_INFINITY;
  return {
    startMs: Math.max(startMs - MARGIN_MS, (before + startMs) / 2, 0),
    endMs: Math.min(endMs + MARGIN_MS, (after + endMs) / 2),
    text: text.slice(ranges[from]!.start, to < words.length ? ranges[to]!.start : text.length).trim(),
    from,
    to,
  };
}

const lengthMs = (words: readonly TimedWord[], from: number, to: number): number =>
  words[to - 1]!.endMs - words[from]!.startMs;
