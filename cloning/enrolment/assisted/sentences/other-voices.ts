import { COARSE, type CoarseSides, coarsened } from '../../../../engine/forced-alignment/coarse.ts';
import { DIMENSIONS } from '../../../../engine/forced-alignment/features.ts';
import { frameWords, phonemeClasses } from '../../../../engine/forced-alignment/frame-path.ts';
import { analyseRendition, type RecordingSignal } from '../../../../engine/forced-alignment/signals.ts';
import { SILENCE, type StateGraph, stateGraph } from '../../../../engine/forced-alignment/state-graph.ts';
import type { Rendition } from '../../../../engine/forced-alignment/types.ts';
import type { TextRange } from '../../transcripts.ts';
import type { Reading } from './readings.ts';
import { type RefinedReadings, refineAlong } from './refine-readings.ts';
import { onlyParts, type PartialRendition, type SentencePart, sentenceParts } from './rendition-parts.ts';

/** The text, and its rendition in another voice. */
export interface OtherVoice {
  readonly rendition: Rendition;
  readonly script: string;
  readonly sentences: readonly TextRange[];
}

/** Readings as aligned with another voice. */
export interface OtherReadings {
  readonly refined: RefinedReadings;
  /** Indices of the chosen readings, in order. */
  readonly readings: readonly number[];
}

/**
 * Aligns another voice with readings whose words a first voice has found. Fast, because nothing is searched again.
 * Sentences that the two voices divide into different words are left out.
 */
export function refineByOther(
  first: RefinedReadings,
  { rendition, script, sentences }: OtherVoice,
  signal: RecordingSignal,
  chosen: readonly Reading[],
): OtherReadings | null {
  if (rendition.words.length === 0) return null;
  const frames = analyseRendition(rendition, signal);
  const parts = sentenceParts(rendition, frames, script, sentences);
  const readings = [...chosen.keys()].filter((i) =>
    isSame(first, first.words[i]!, rendition, parts[chosen[i]!.sentence]!),
  );
  const only = onlyParts(
    rendition,
    frames,
    readings.map((i) => parts[chosen[i]!.sentence]!),
  );
  if (only.frames.count === 0) return null;
  const coarse = coarsened(
    signal.recording,
    only.frames,
    phonemeClasses(only.rendition, only.frames.phonemes),
    frameWords(only.rendition, only.frames.phonemes),
  );
  const graph = stateGraph(only.rendition, coarse.words, coarse.heard);
  const states = placed(first, readings, only, graph, coarse.recordingCount);
  const refined = refineAlong(
    only,
    signal.recording,
    { graph, states, warp: bestWarp(coarse, graph, states) },
    readings.map((i) => chosen[i]!),
  );
  return refined && { refined, readings };
}

function isSame(first: RefinedReadings, words: TextRange, rendition: Rendition, part: SentencePart): boolean {
  const textOf = ({ words: all }: Rendition, { start, end }: TextRange): string =>
    all
      .slice(start, end)
      .map(({ text }) => text)
      .join('\n');
  return words.end > words.start && textOf(first.rendition, words) === textOf(rendition, part.words);
}

/** The path of the first voice in the graph of the other: at the same relative position of the same word. */
function placed(
  first: RefinedReadings,
  readings: readonly number[],
  only: PartialRendition,
  graph: StateGraph,
  count: number,
): Int32Array {
  const { path, rendition: frames } = first.found;
  const others = new Int32Array(first.rendition.words.length).fill(-1);
  for (const [at, i] of readings.entries()) {
    const { start, end } = first.words[i]!;
    for (let word = start; word < end; word++) others[word] = only.words[at]! + word - start;
  }
  const from = extents(frameWords(first.rendition, frames.phonemes), others.length);
  const to = extents(graph.words, only.rendition.words.length);
  const states = new Int32Array(count);
  let before = 0;
  for (let t = 0; t < count; t++) {
    const state = path.states[Math.min(path.states.length - 1, t * COARSE + COARSE / 2)]!;
    const frame = path.graph.frames[state]!;
    const word = path.graph.words[state]!;
    const other = frame === SILENCE || word < 0 ? -1 : others[word]!;
    if (other >= 0 && to.counts[other]! > 0) {
      const share = (frame - from.starts[word]!) / from.counts[word]!;
      const into = Math.min(to.counts[other]! - 1, Math.floor(share * to.counts[other]!));
      before = Math.max(before, to.starts[other]! + into);
    } else while (graph.frames[before] !== SILENCE) before++;
    states[t] = before;
  }
  return states;
}

/** Beginning and length of each word. */
function extents(words: Int32Array, count: number): { starts: Int32Array; counts: Int32Array } {
  const starts = new Int32Array(count);
  const counts = new Int32Array(count);
  for (let i = words.length - 1; i >= 0; i--) {
    const word = words[i]!;
    if (word < 0) continue;
    starts[word] = i;
    counts[word]!++;
  }
  return { starts, counts };
}

/** The vocal tract length at which the recording is most similar to the rendition that it is aligned with. */
function bestWarp(
  { recording, renditions }: CoarseSides,
  { frames }: StateGraph,
  states: Int32Array,
): number {
  const costs = renditions.map((features) => {
    let sum = 0;
    for (const [t, state] of states.entries()) {
      const frame = frames[state]!;
      if (frame === SILENCE) continue;
      for (let k = 0; k < DIMENSIONS; k++)
        sum += (recording[t * DIMENSIONS + k]! - features[frame * DIMENSIONS + k]!) ** 2;
    }
    return sum;
  });
  return costs.indexOf(Math.min(...costs));
}
