import { DIMENSIONS } from './features.ts';
import { FAINT, PAUSE } from './pauses.ts';
import type { RecordingFrames } from './signals.ts';
import { SILENCE, type StateGraph } from './state-graph.ts';

/** Upper bound of all costs. A sound that is not in the transcript is skipped at this cost, like silence. */
const EXTRANEOUS_COST = 2.2;
/** Upper bound for a faint sound, which only well-fitting words may claim. */
const FAINT_COST = 1.2;
/** Additional cost of a word that extends through a pause. */
const SPOKEN_PAUSE_COST = 1.5;
/** Lower bound of the cost of silence while it is guessed from the level: the cost of well-fitting speech. */
const QUIET = 0.7;

/**
 * Cost of a frame without a word.
 * @param silence its cost as silence
 * @param kind from `soundKinds`
 */
export function wordlessCost(silence: number, kind: number): number {
  if (kind === FAINT) return Math.min(FAINT_COST, silence);
  const cost = Math.min(EXTRANEOUS_COST, silence);
  return kind === PAUSE ? cost - SPOKEN_PAUSE_COST : cost;
}

/** Costs of silence from the level alone. */
export function guessedSilence(
  loud: Float32Array,
  { silenceLevel, contrast }: RecordingFrames,
): Float32Array {
  const scale = Math.max(1, 0.35 * contrast);
  return loud.map((x) =>
    Math.max(QUIET, Math.min(EXTRANEOUS_COST, 1.2 + (1.2 * (x - silenceLevel)) / scale)),
  );
}

/** Costs of silence from the frames that the path took for silence, if there are enough. */
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
