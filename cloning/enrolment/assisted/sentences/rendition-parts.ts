/** A rendition of a script, divided into its sentences. */
import { COARSE } from '../../../../engine/forced-alignment/coarse.ts';
import { DIMENSIONS } from '../../../../engine/forced-alignment/features.ts';
import { frameWords } from '../../../../engine/forced-alignment/frame-path.ts';
import type { RenditionFrames } from '../../../../engine/forced-alignment/signals.ts';
import type { Rendition } from '../../../../engine/forced-alignment/types.ts';
import { type TextRange, wordRanges } from '../../transcripts.ts';

/** Half-open ranges of one sentence; all are empty for a sentence that the voice did not speak. */
export interface SentencePart {
  /** Into the words and phonemes of the rendition. */
  readonly words: TextRange;
  readonly phonemes: TextRange;
  /** Into its frames, at multiples of `COARSE`. */
  readonly frames: TextRange;
}

/** The parts of a rendition by the sentences of its script, in order; together they cover it. */
export function sentenceParts(
  rendition: Rendition,
  frames: RenditionFrames,
  script: string,
  sentences: readonly TextRange[],
): SentencePart[] {
  const ranges = wordRanges(script, rendition.words);
  const wordCuts = cuts(sentences, ranges.length, (word, { start }) => ranges[word]!.start >= start);
  const words = frameWords(rendition, frames.phonemes);
  const phonemeCuts = wordCuts.map((word) =>
    firstFrom(
      rendition.phonemes.map((p) => p.word),
      word,
    ),
  );
  const frameCuts = wordCuts.map((word) => COARSE * Math.floor(firstFrom(words, word) / COARSE));
  return sentences.map((_, s) => {
    const range = (at: readonly number[]): TextRange => ({ start: at[s]!, end: at[s + 1]! });
    return { words: range(wordCuts), phonemes: range(phonemeCuts), frames: range(frameCuts) };
  });
}

/** The start of each item, the first including everything before it, and the end of the last. */
function cuts<T>(items: readonly T[], count: number, reached: (index: number, item: T) => boolean): number[] {
  const at: number[] = [];
  let index = 0;
  for (const [i, item] of items.entries()) {
    while (i > 0 && index < count && !reached(index, item)) index++;
    at.push(index);
  }
  return [...at, count];
}

/** The first position of a word or of a later one; 0 for word 0, the end if there is none. */
function firstFrom(words: Int32Array | readonly number[], word: number): number {
  if (word === 0) return 0;
  const at = words.findIndex((other: number) => other >= word);
  return at === -1 ? words.length : at;
}

/** Some sentences of a rendition, joined. */
export interface PartialRendition {
  readonly rendition: Rendition;
  readonly frames: RenditionFrames;
  /** For each sentence, the index of its first word and frame. */
  readonly words: readonly number[];
  readonly starts: readonly number[];
}

/** Keeps only some sentences, given in order. */
export function onlyParts(
  rendition: Rendition,
  frames: RenditionFrames,
  parts: readonly SentencePart[],
): PartialRendition {
  const words: Rendition['words'][number][] = [];
  const phonemes: Rendition['phonemes'][number][] = [];
  const framePhonemes: number[] = [];
  const rows: number[] = [];
  const wordStarts: number[] = [];
  const frameStarts: number[] = [];
  for (const part of parts) {
    wordStarts.push(words.length);
    frameStarts.push(rows.length);
    const firstPhoneme = phonemes.length;
    for (const phoneme of rendition.phonemes.slice(part.phonemes.start, part.phonemes.end)) {
      phonemes.push({
        ...phoneme,
        word: phoneme.word < 0 ? -1 : phoneme.word - part.words.start + words.length,
      });
    }
    words.push(...rendition.words.slice(part.words.start, part.words.end));
    for (let frame = part.frames.start; frame < part.frames.end; frame++) {
      rows.push(frame);
      // A coarse frame may extend into the previous sentence.
      const phoneme = Math.min(part.phonemes.end - 1, Math.max(part.phonemes.start, frames.phonemes[frame]!));
      framePhonemes.push(phoneme - part.phonemes.start + firstPhoneme);
    }
  }
  return {
    rendition: { ...rendition, words, phonemes },
    frames: {
      count: rows.length,
      hopSamples: frames.hopSamples,
      features: frames.features.map((features) => onlyRows(features, rows)),
      phonemes: Int32Array.from(framePhonemes),
      heard: Uint8Array.from(rows, (row) => frames.heard[row]!),
    },
    words: wordStarts,
    starts: frameStarts,
  };
}

function onlyRows(features: Float32Array, rows: readonly number[]): Float32Array {
  const picked = new Float32Array(rows.length * DIMENSIONS);
  for (const [at, row] of rows.entries()) {
    picked.set(features.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS), at * DIMENSIONS);
  }
  return picked;
}
