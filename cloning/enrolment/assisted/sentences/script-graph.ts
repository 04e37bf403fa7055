import type { CoarseSides } from '../../../../engine/forced-alignment/coarse.ts';
import { SILENCE, type StateGraph, stateGraph } from '../../../../engine/forced-alignment/state-graph.ts';
import type { Rendition } from '../../../../engine/forced-alignment/types.ts';
import type { SentencePart } from './rendition-parts.ts';

/** The states of a whole script, with the positions of its sentences. */
export interface ScriptGraph {
  readonly states: StateGraph;
  /**
   * The states between sentences: one before each sentence that has words, and one after the last. Silence and
   * extraneous sounds between readings belong to them.
   */
  readonly gaps: Int32Array;
  /** For each gap except the last, the sentence after it. */
  readonly sentences: Int32Array;
  /** For each state, the number of the gap before its sentence; for a gap, its own number. */
  readonly gapOf: Int32Array;
  /** The states between the words of sentences, in order. */
  readonly pauses: Int32Array;
}

export function scriptGraph(
  rendition: Rendition,
  { words, heard }: CoarseSides,
  parts: readonly SentencePart[],
): ScriptGraph {
  const states = stateGraph(rendition, words, heard);
  const gaps: number[] = [];
  const sentences: number[] = [];
  for (const [sentence, part] of parts.entries()) {
    const first = states.words.findIndex((word) => word >= part.words.start && word < part.words.end);
    // The first word may be too short for a coarse frame, but each sentence must have its own gap.
    if (first <= 0 || states.frames[first - 1] !== SILENCE) continue;
    gaps.push(first - 1);
    sentences.push(sentence);
  }
  gaps.push(states.count - 1);
  const gapOf = new Int32Array(states.count);
  for (let state = 0, gap = 0; state < states.count; state++) {
    if (gap + 1 < gaps.length && state >= gaps[gap + 1]!) gap++;
    gapOf[state] = gap;
  }
  const isGap = new Set(gaps);
  const pauses = Int32Array.from(states.frames.keys()).filter(
    (state) => states.frames[state] === SILENCE && !isGap.has(state),
  );
  return {
    states,
    gaps: Int32Array.from(gaps),
    sentences: Int32Array.from(sentences),
    gapOf,
    pauses,
  };
}
