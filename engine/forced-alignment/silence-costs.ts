import { DIMENSIONS } from './features.ts';
import { FAINT, PAUSE } from './pauses.ts';
import type { RecordingFrames } from './signals.ts';
import { SILENCE, type StateGraph } from './state-graph.ts';

/** Nothing costs more than this: a sound that is not in the transcript is let pass like silence. */
const EXTRANEOUS_COST = 2.2;
/** The same for a faint sound, which words must fit well to have. */
const FAINT_COST = 1.2;
/** A word that were dragged through a pause would cost this much more. */
const SPOKEN_PAUSE_COST = 1.5;
/** The least that silence costs while it is guessed from loudness: what speech costs where it fits well. */
const QUIET = 0.7;

/**
 * What a frame costs without any word in it.
 * @param silence what it costs as silence; @param kind as `soundKinds` tells
 */
export function wordlessCost(silence: number, kind: number): number {
  if (kind === FAINT) return Math.min(FAINT_COST, silence);
  const cost = Math.min(EXTRANEOUS_COST, silence);
  return kind === PAUSE ? cost - SPOKEN_PAUSE_COST : cost;
}

/** Costs of silence by loudness alone. */
export function guessedSilence(
  loud: Float32Array,
  { silenceLevel, contrast }: RecordingFrames,
): Float32Array {
  const scale = Math.max(1, 0.35 * contrast);
  return loud.map((x) =>
    Math.max(QUIET, Math.min(EXTRANEOUS_COST, 1.2 + (1.2 * (x - silenceLevel)) / scale)),
  );
}

/** Costs of silence by what the path took for silence, where that is enough. */
export function learnedSilence(
  white: Float32Array,
  graph: StateGraph,
  states: Int32Array,
  guess: Float32Array,
): Float32Array {
  const mean = new Float64Array(DIMENSIONS);
  const variance = new Float64Array(DIMENSIONS);
  let count = 0;
  for (let t = 0; t < states.length; t++) {
    if (graph.frames[states[t]!] !== SILENCE || guess[t]! > 1.3) continue;
    count++;
    for (let k = 0; k < DIMENSIONS; k++) {
      const x = white[t * DIMENSIONS + k]!;
      mean[k]! += x;
      variance[k]! += x * x;
    }
  }
  if (count < 20) return guess;
  for (let k = 0; k < DIMENSIONS; k++) {
    mean[k]! /= count;
    variance[k] = Math.max(0.15, variance[k]! / count - mean[k]! ** 2);
  }
  return guess.map((_, t) => {
    let sum = 0;
    for (let k = 0; k < DIMENSIONS; k++) {
      sum += (white[t * DIMENSIONS + k]! - mean[k]!) ** 2 / variance[k]! + Math.log(variance[k]!);
    }
    return sum / DIMENSIONS;
  });
}
