import type { AlignedWord } from '../../engine/research.ts';

export const TAKE_RATE = 16_000;

/** A sentence as a person read it. */
export interface Reading {
  /** Its text in the script. */
  readonly text: string;
  /** Mono, at `TAKE_RATE`. */
  readonly samples: Float32Array;
  /** Times from the beginning of the samples. */
  readonly words: readonly AlignedWord[];
  /** Confidence of all words together, 0 to 1. */
  readonly confidence: number;
}

export const samplesOf = (ms: number): number => Math.round((ms * TAKE_RATE) / 1000);
export const msOf = (samples: number): number => (samples * 1000) / TAKE_RATE;

/** Returns the same words at other times. */
export function moved(words: readonly AlignedWord[], place: (ms: number) => number): AlignedWord[] {
  return words.map((word) => ({
    ...word,
    startMs: place(word.startMs),
    endMs: place(word.endMs),
    phonemes: word.phonemes.map(({ ipa, startMs, endMs }) => ({
      ipa,
      startMs: place(startMs),
      endMs: place(endMs),
    })),
  }));
}

/**
 * Inserts sound, or silence, between two words. The rest is delayed.
 * @param word the word before the insertion
 */
export function withInsert(reading: Reading, word: number, insert: Float32Array): Reading {
  const before = reading.words[word];
  const after = reading.words[word + 1];
  if (!before || !after) return reading;
  const atMs = (before.endMs + Math.max(before.endMs, after.startMs)) / 2;
  const at = samplesOf(atMs);
  const samples = new Float32Array(reading.samples.length + insert.length);
  samples.set(reading.samples.subarray(0, at));
  samples.set(insert, at);
  samples.set(reading.samples.subarray(at), at + insert.length);
  const lengthMs = msOf(insert.length);
  const words = [
    ...reading.words.slice(0, word + 1),
    ...moved(reading.words.slice(word + 1), (ms) => ms + lengthMs),
  ];
  return { ...reading, samples, words };
}

/** RMS over the words of a reading. */
export function speechLevel({ samples, words }: Reading): number {
  let sum = 0;
  let n = 0;
  for (const { startMs, endMs } of words)
    for (let i = samplesOf(startMs); i < Math.min(samples.length, samplesOf(endMs)); i++, n++)
      sum += samples[i]! * samples[i]!;
  return Math.sqrt(sum / Math.max(1, n));
}
