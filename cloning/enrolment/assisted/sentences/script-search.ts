import {
  type Adapted,
  frameDistance,
  frameDistances,
} from '../../../../engine/forced-alignment/speaker-adaptation.ts';
import { PREDECESSORS, SILENCE } from '../../../../engine/forced-alignment/state-graph.ts';
import type { ScriptGraph } from './script-graph.ts';

/** Cost of skipping a sentence, in units of the cost of a coarse frame. */
const SKIP_COST = 12;
/** Cost of going back to a sentence, and additional cost of each sentence between. */
const AGAIN_COST = 8;
const AGAIN_FURTHER_COST = 2;
/** Cost of breaking off inside a sentence. */
const BREAK_COST = 5;
/** Additional cost of an extraneous sound inside a sentence, compared with one between two. */
const EXTRANEOUS_INSIDE = 0.3;
/** Cost as silence, by the level alone, below which a frame is not a sound. */
const QUIET_GUESS = 1.4;
/** Upper bound of a frame's cost: one outlier must not outweigh a word. */
const CEILING = 4;

/** The path of a recording through a script: forwards, backwards, and outside of it. */
export interface ScriptPath {
  /** The state of each coarse frame. */
  readonly states: Int32Array;
  /** 1 if the path jumps after this frame instead of following the script. */
  readonly jumps: Uint8Array;
  /** The cost of each frame in its state. */
  readonly costs: Float32Array;
  /** The mean cost of each frame over all places in the script. */
  readonly chance: Float32Array;
  readonly cost: number;
}

/**
 * The cheapest path through a script for a reader who may skip sentences, repeat them, break off, and say other words
 * between them (Viterbi 1967, in a graph where each end of a word leads to each beginning of a sentence).
 * @param silence current estimate of the cost of each frame as silence
 * @param guess the same, by the level alone
 * @param worth required advantage of words over chance; sounds with less are extraneous
 */
export function searchScript(
  graph: ScriptGraph,
  sides: Adapted,
  silence: Float32Array,
  guess: Float32Array,
  worth: number,
): ScriptPath {
  const { states, gaps, gapOf, pauses } = graph;
  const frames = silence.length;
  const { count } = states;
  const choices = new Uint8Array(frames * count);
  const sources = new Int32Array(frames * gaps.length);
  const chance = new Float32Array(frames);
  const local = new Float32Array(count);
  const isGap = new Uint8Array(count);
  for (const gap of gaps) isGap[gap] = 1;
  let before = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  let now = new Float64Array(count);
  // The path starts in the gap before the first sentence.
  before[gaps[0]!] = 0;
  for (let t = 0; t < frames; t++) {
    chance[t] = localCosts(graph, sides, t, local);
    const extraneous = Math.min(silence[t]!, Math.max(0, chance[t]! - worth));
    // A pause costs the same inside a sentence and between two.
    const inside = guess[t]! < QUIET_GUESS ? extraneous : extraneous + EXTRANEOUS_INSIDE;
    for (const gap of gaps) local[gap] = extraneous;
    for (const pause of pauses) local[pause] = inside;
    const row = t * count;
    for (let s = 0; s < count; s++) {
      let best = Number.POSITIVE_INFINITY;
      let choice = 0;
      const slot = s * PREDECESSORS;
      for (let i = 0; i < PREDECESSORS; i++) {
        const predecessor = states.from[slot + i]!;
        if (predecessor < 0) break;
        const cost = before[predecessor]! + states.costs[slot + i]!;
        if (cost < best) {
          best = cost;
          choice = i;
        }
      }
      now[s] = best + local[s]!;
      choices[row + s] = choice;
    }
    jump(graph, now, sources.subarray(t * gaps.length, (t + 1) * gaps.length));
    [before, now] = [now, before];
  }

  const path = {
    states: new Int32Array(frames),
    jumps: new Uint8Array(frames),
    costs: new Float32Array(frames),
    chance,
    cost: before[gaps.at(-1)!] ?? Number.POSITIVE_INFINITY,
  };
  let state = gaps.at(-1)!;
  for (let t = frames - 1; t >= 0; t--) {
    const source = isGap[state] ? sources[t * gaps.length + gapOf[state]!]! : -1;
    if (source >= 0) {
      path.jumps[t] = 1;
      state = source;
    }
    path.states[t] = state;
    if (t > 0) state = states.from[state * PREDECESSORS + choices[t * count + state]!]!;
  }
  for (let t = 0; t < frames; t++) path.costs[t] = localCost(graph, sides, t, path.states[t]!);
  return path;
}

/**
 * Makes each gap reachable from every state, at the cost of the jump.
 * @param sources receives the origin of the jump, -1 for none
 */
function jump({ gaps, gapOf, pauses }: ScriptGraph, now: Float64Array, sources: Int32Array): void {
  const { length } = gaps;
  // The cheapest state from which a path can leave each sentence, including the gap before it.
  const leaving = new Float64Array(length);
  const leavers = new Int32Array(length);
  for (let g = 0; g < length; g++) {
    leaving[g] = now[gaps[g]!]!;
    leavers[g] = gaps[g]!;
  }
  for (const pause of pauses) {
    const g = gapOf[pause]!;
    const cost = now[pause]! + BREAK_COST;
    if (cost < leaving[g]!) {
      leaving[g] = cost;
      leavers[g] = pause;
    }
  }
  for (let to = 0; to < length; to++) {
    let best = now[gaps[to]!]!;
    let source = -1;
    for (let from = 0; from < length; from++) {
      const cost = leaving[from]! + jumpCost(from, to);
      if (cost < best) {
        best = cost;
        source = leavers[from]!;
      }
    }
    sources[to] = source;
    // The costs of leaving were stored before, so that a path cannot jump twice at the same frame.
    now[gaps[to]!] = best;
  }
}

function jumpCost(from: number, to: number): number {
  if (to >= from) return SKIP_COST * (to - from);
  return AGAIN_COST + AGAIN_FURTHER_COST * (from - to - 1);
}

/** Writes the cost of frame `t` in each state of words. @returns the mean */
function localCosts(
  { states: { frames } }: ScriptGraph,
  sides: Adapted,
  t: number,
  local: Float32Array,
): number {
  let sum = 0;
  let spoken = 0;
  frameDistances(sides, t, frames, 0, frames.length - 1, local);
  for (let s = 0; s < frames.length; s++) {
    if (frames[s] === SILENCE) continue;
    const cost = Math.min(CEILING, local[s]!);
    local[s] = cost;
    sum += cost;
    spoken++;
  }
  return sum / Math.max(1, spoken);
}

function localCost({ states }: ScriptGraph, sides: Adapted, t: number, state: number): number {
  const frame = states.frames[state]!;
  return frame === SILENCE ? 0 : distance(sides, t, frame);
}

const distance = (sides: Adapted, t: number, frame: number): number =>
  Math.min(CEILING, frameDistance(sides, t, frame));
