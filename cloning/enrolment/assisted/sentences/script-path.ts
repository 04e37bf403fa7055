import type { CoarseSides } from '../../../../engine/forced-alignment/coarse.ts';
import { pairsOf } from '../../../../engine/forced-alignment/frame-path.ts';
import type { RecordingFrames } from '../../../../engine/forced-alignment/signals.ts';
import { guessedSilence, learnedSilence } from '../../../../engine/forced-alignment/silence-costs.ts';
import { adapt } from '../../../../engine/forced-alignment/speaker-adaptation.ts';
import { quantileFloor } from '../../../../media/statistics.ts';
import { readingsOf } from './readings.ts';
import type { ScriptGraph } from './script-graph.ts';
import { type ScriptPath, searchScript } from './script-search.ts';

/** Number of passes that adapt to the speaker. */
const PASSES = 2;
/** The speaker's vocal tract length is estimated on this many coarse frames (12 s). */
const WARP_FRAMES = 600;
/** Required advantage of words over chance while nothing is known about the speaker, while little is... */
const FIRST_WORTH = 0.1;
const SECOND_WORTH = 0.3;
/** ...and after that, as a share of the costs inside readings. */
const WORTH_SHARE = 0.5;
const LEAST_WORTH = 0.25;
const MOST_WORTH = 0.6;

export interface FoundScriptPath {
  readonly path: ScriptPath;
  /** Index into the vocal tract lengths of the rendition. */
  readonly warp: number;
}

/** Finds the path of a recording through a script, adapting to the speaker on the way. */
export function findScriptPath(
  graph: ScriptGraph,
  coarse: CoarseSides,
  recording: RecordingFrames,
): FoundScriptPath {
  const classCount = coarse.classes.reduce((most, x) => Math.max(most, x + 1), 1);
  const guess = guessedSilence(coarse.loudness, recording);
  const warp = bestWarp(graph, coarse, guess);
  const own = { recording: coarse.recording, rendition: coarse.renditions[warp]! };
  let path = searchScript(graph, own, guess, guess, FIRST_WORTH);
  for (let pass = 0; pass < PASSES; pass++) {
    const pairs = pairsOf(graph.states, path.states);
    const sides = adapt(coarse.recording, coarse.renditions[warp]!, coarse.classes, classCount, pairs);
    const silence = learnedSilence(sides.recording, graph.states, path.states, guess);
    path = searchScript(graph, sides, silence, guess, pass === 0 ? SECOND_WORTH : worthOf(graph, path));
  }
  return { path, warp };
}

/**
 * The vocal tract length with which a part of the recording fits best. Lengths are tried outwards from the rendition's
 * own, in each direction while the fit improves.
 */
function bestWarp(graph: ScriptGraph, { recording, renditions }: CoarseSides, silence: Float32Array): number {
  const part = silence.subarray(0, WARP_FRAMES);
  const cost = (warp: number): number =>
    searchScript(graph, { recording, rendition: renditions[warp]! }, part, part, FIRST_WORTH).cost;
  const middle = renditions.length >> 1;
  let best = { warp: middle, cost: cost(middle) };
  for (const way of [1, -1]) {
    for (let warp = middle + way; renditions[warp]; warp += way) {
      const own = cost(warp);
      if (own >= best.cost) break;
      best = { warp, cost: own };
    }
  }
  return best.warp;
}

function worthOf(graph: ScriptGraph, path: ScriptPath): number {
  const advantages = readingsOf(graph, path)
    .filter(({ whole }) => whole)
    .map(({ advantage }) => advantage);
  const median = quantileFloor(advantages, 0.5, 0);
  return Math.min(MOST_WORTH, Math.max(LEAST_WORTH, WORTH_SHARE * median));
}
