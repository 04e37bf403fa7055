import { COARSE, coarsened } from '../../../../engine/forced-alignment/coarse.ts';
import type { FoundPath } from '../../../../engine/forced-alignment/frame-alignment.ts';
import {
  type CoarsePath,
  frameWords,
  phonemeClasses,
  refinePath,
} from '../../../../engine/forced-alignment/frame-path.ts';
import type { RecordingFrames, RenditionFrames } from '../../../../engine/forced-alignment/signals.ts';
import { SILENCE, type StateGraph, stateGraph } from '../../../../engine/forced-alignment/state-graph.ts';
import type { Rendition } from '../../../../engine/forced-alignment/types.ts';
import type { TextRange } from '../../transcripts.ts';
import type { Reading } from './readings.ts';
import { onlyParts, type PartialRendition, type SentencePart } from './rendition-parts.ts';
import type { ScriptGraph } from './script-graph.ts';
import type { ScriptPath } from './script-search.ts';

/**
 * Distance in coarse frames (160 ms) by which the boundaries of a sentence may move from where the coarse search found
 * them.
 */
const REACH = 8;

export interface Signals {
  readonly recording: RecordingFrames;
  readonly rendition: RenditionFrames;
}

/** Some readings in full detail. */
export interface RefinedReadings {
  readonly found: FoundPath;
  /** The rendition of the sentences that were read, joined. */
  readonly rendition: Rendition;
  /** For each reading its words among those of the rendition. */
  readonly words: readonly TextRange[];
}

/**
 * Aligns the chosen readings together, like one recording with known words; everything between them counts as silence.
 * @param chosen in order of the script and of the recording
 */
export function refineReadings(
  rendition: Rendition,
  signals: Signals,
  parts: readonly SentencePart[],
  { graph, path, warp }: { readonly graph: ScriptGraph; readonly path: ScriptPath; readonly warp: number },
  chosen: readonly Reading[],
): RefinedReadings | null {
  if (chosen.length === 0) return null;
  const own = chosen.map(({ sentence }) => parts[sentence]!);
  const only = onlyParts(rendition, signals.rendition, own);
  const words = frameWords(only.rendition, only.frames.phonemes);
  const classes = phonemeClasses(only.rendition, only.frames.phonemes);
  const coarse = coarsened(signals.recording, only.frames, classes, words);
  const coarseGraph = stateGraph(only.rendition, coarse.words, coarse.heard);
  const states = transferred(graph, path, chosen, own, only, coarseGraph);
  return refineAlong(only, signals.recording, { graph: coarseGraph, states, warp }, chosen);
}

/**
 * Refines a coarse path through some sentences of a rendition.
 * @param chosen the reading of each of the sentences
 */
export function refineAlong(
  only: PartialRendition,
  recording: RecordingFrames,
  coarse: CoarsePath,
  chosen: readonly Reading[],
): RefinedReadings | null {
  const starts = [...only.words, only.rendition.words.length];
  const unsaid = between(chosen, starts, coarse.states.length);
  const path = refinePath(only.rendition, recording, only.frames, { ...coarse, unsaid });
  if (path === null) return null;
  return {
    found: { path, recording, rendition: only.frames },
    rendition: only.rendition,
    words: chosen.map((_, i) => ({ start: starts[i]!, end: starts[i + 1]! })),
  };
}

/**
 * For coarse frames that are certainly outside of all readings, the first word of the next reading; -1 for others. It
 * keeps the end of a word from drifting into a pause.
 * @param starts the first word of each reading, and the one behind the last
 */
function between(chosen: readonly Reading[], starts: readonly number[], count: number): Int32Array {
  const next = new Int32Array(count).fill(starts.at(-1)!);
  for (const [i, { from }] of [...chosen.entries()].reverse()) next.fill(starts[i]!, 0, from);
  for (const { from, to } of chosen) next.fill(-1, Math.max(0, from - REACH), to + REACH);
  return next;
}

/** Converts a path through the whole script to one through the graph of the chosen sentences alone. */
function transferred(
  graph: ScriptGraph,
  path: ScriptPath,
  chosen: readonly Reading[],
  parts: readonly SentencePart[],
  only: PartialRendition,
  to: StateGraph,
): Int32Array {
  const stateOf = new Map<number, number>();
  for (const [state, frame] of to.frames.entries()) if (frame !== SILENCE) stateOf.set(frame, state);
  const states = new Int32Array(path.states.length);
  let at = 0;
  let before = 0;
  for (const [index, reading] of chosen.entries()) {
    const offset = (only.starts[index]! - parts[index]!.frames.start) / COARSE;
    const placed = (t: number): number | undefined => {
      const frame = graph.states.frames[path.states[t]!]!;
      return frame === SILENCE ? undefined : stateOf.get(frame + offset);
    };
    // The path stays in the gap before the sentence until it begins.
    let first = reading.from;
    while (first < reading.to - 1 && placed(first) === undefined) first++;
    before = Math.max(before, placed(first) ?? before);
    while (to.frames[before] !== SILENCE) before--;
    states.fill(before, at, first);
    for (let t = first; t < reading.to; t++) states[t] = before = Math.max(before, placed(t) ?? before);
    at = reading.to;
  }
  return states.fill(to.count - 1, at);
}
