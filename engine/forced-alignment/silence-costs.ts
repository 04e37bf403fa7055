import { DIMENSIONS } from './features.ts';
import type { RecordingFrames } from './signals.ts';
import { SILENCE, type StateGraph } from './state-graph.ts';

/** Nothing costs more than this: a sound that is not in the transcript is let pass like silence. */
export const EXTRANEOUS_COST = 2.2;
/** The least that silence costs while it is guessed from loudness: what speech costs where it fits well. */
const QUIET = 0.7;

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
