import { adapt } from '../../alignment/adaptation.ts';
import type { CoarseSides } from '../../alignment/coarse.ts';
import { DIMENSIONS } from '../../alignment/features.ts';
import { pairsOf } from '../../alignment/frame-path.ts';
import type { RecordingFrames } from '../../alignment/signals.ts';
import { guessedSilence, learnedSilence } from '../../alignment/silence-costs.ts';
import type { TakeGraph } from './take-graph.ts';
import { readingsOf } from './take-readings.ts';
import { searchTake, type TakePath } from './take-search.ts';

/** Passes in which the speaker is learned. */
const PASSES = 2;
/** How much cheaper than chance words must be until the speaker is known... */
const FIRST_WORTH = 0.3;
/** ...and then, as a share of what they are in readings. */
const WORTH_SHARE = 0.5;
const LEAST_WORTH = 0.25;
const MOST_WORTH = 0.6;

export interface FoundTake {
  readonly path: TakePath;
  /** Index into the rendition's lengths of the vocal tract. */
  readonly warp: number;
}

/** Finds the way of a recording through a script, learning the speaker on the way. */
export function findTake(graph: TakeGraph, coarse: CoarseSides, recording: RecordingFrames): FoundTake {
  const classCount = coarse.classes.reduce((most, x) => Math.max(most, x + 1), 1);
  const guess = guessedSilence(coarse.loudness, recording);
  const own = coarse.renditions[coarse.renditions.length >> 1]!;
  let path = searchTake(graph, { recording: coarse.recording, rendition: own }, guess, FIRST_WORTH);
  const warp = bestWarp(graph, coarse, path);
  for (let pass = 0; pass < PASSES; pass++) {
    const pairs = pairsOf(graph.states, path.states);
    const sides = adapt(coarse.recording, coarse.renditions[warp]!, coarse.classes, classCount, pairs);
    const silence = learnedSilence(sides.recording, graph.states, path.states, guess);
    path = searchTake(graph, sides, silence, pass === 0 ? FIRST_WORTH : worthOf(graph, path));
  }
  return { path, warp };
}

/** The length of the tract with which the rendition is most like what was heard on a path. */
function bestWarp(graph: TakeGraph, { recording, renditions }: CoarseSides, path: TakePath): number {
  const pairs = pairsOf(graph.states, path.states);
  const costs = renditions.map((rendition) => {
    let sum = 0;
    for (let i = 0; i < pairs.recording.length; i++) {
      const x = pairs.recording[i]! * DIMENSIONS;
      const y = pairs.rendition[i]! * DIMENSIONS;
      for (let k = 0; k < DIMENSIONS; k++) sum += (recording[x + k]! - rendition[y + k]!) ** 2;
    }
    return sum;
  });
  return costs.indexOf(Math.min(...costs));
}

function worthOf(graph: TakeGraph, path: TakePath): number {
  const advantages = readingsOf(graph, path)
    .filter(({ whole }) => whole)
    .map(({ advantage }) => advantage)
    .sort((a, b) => a - b);
  const median = advantages[advantages.length >> 1] ?? 0;
  return Math.min(MOST_WORTH, Math.max(LEAST_WORTH, WORTH_SHARE * median));
}
