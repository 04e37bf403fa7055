import { PREDECESSORS, STEP_COSTS, type StateGraph } from './state-graph.ts';

/** Costs of the transitions, as in a graph. */
const [STAY, GO, SKIP_ONE, SKIP_TWO] = STEP_COSTS.map(Math.fround) as [number, number, number, number];

/** The states that are searched for each frame of the recording: from `low` to `high`, both included. */
export interface Band {
  readonly low: Int32Array;
  readonly high: Int32Array;
}

export interface StatePath {
  /** The state of each frame. */
  readonly states: Int32Array;
  /** Total cost of the path; infinite if there is none. */
  readonly cost: number;
}

/**
 * Finds the cheapest path through the graph, from its first states to its last ones (Viterbi 1967; with the rendition's
 * frames as states it is the dynamic time warping of Sakoe & Chiba 1978).
 * @param localCosts writes the costs of frame `t` in the states `low` to `high` into `row`, from index 0 on
 * @param endStates number of last states in which a path may end, and of first states in which it may begin
 */
export function viterbi(
  graph: StateGraph,
  frameCount: number,
  band: Band,
  localCosts: (t: number, low: number, high: number, row: Float32Array) => void,
  endStates: number,
): StatePath {
  const offsets = new Float64Array(frameCount + 1);
  let widest = 0;
  for (let t = 0; t < frameCount; t++) {
    const width = band.high[t]! - band.low[t]! + 1;
    offsets[t + 1] = offsets[t]! + width;
    widest = Math.max(widest, width);
  }
  const choices = new Uint8Array(offsets[frameCount]!);
  const local = new Float32Array(widest);
  let before = new Float64Array(widest);
  let now = new Float64Array(widest);
  const { from, costs } = graph;
  const inside = insideWords(graph);
  for (let t = 0; t < frameCount; t++) {
    const low = band.low[t]!;
    const high = band.high[t]!;
    localCosts(t, low, high, local);
    if (t === 0) {
      for (let s = low; s <= high; s++) {
        now[s - low] = s < endStates ? local[s - low]! : Number.POSITIVE_INFINITY;
      }
    } else {
      const previousLow = band.low[t - 1]!;
      const previousHigh = band.high[t - 1]!;
      const offset = offsets[t]!;
      for (let s = low; s <= high; s++) {
        let best = Number.POSITIVE_INFINITY;
        let choice = 0;
        if (inside[s] === 1 && s - 3 >= previousLow && s <= previousHigh) {
          // The most frequent kind of state, unrolled because it takes most of the time.
          const at = s - previousLow;
          const stay = before[at]! + STAY;
          const go = before[at - 1]! + GO;
          const skipOne = before[at - 2]! + SKIP_ONE;
          const skipTwo = before[at - 3]! + SKIP_TWO;
          if (stay < best) best = stay;
          if (go < best) {
            best = go;
            choice = 1;
          }
          if (skipOne < best) {
            best = skipOne;
            choice = 2;
          }
          if (skipTwo < best) {
            best = skipTwo;
            choice = 3;
          }
        } else {
          const slot = s * PREDECESSORS;
          for (let i = 0; i < PREDECESSORS; i++) {
            const predecessor = from[slot + i]!;
            if (predecessor < 0) break;
            if (predecessor < previousLow || predecessor > previousHigh) continue;
            const cost = before[predecessor - previousLow]! + costs[slot + i]!;
            if (cost < best) {
              best = cost;
              choice = i;
            }
          }
        }
        now[s - low] = best + local[s - low]!;
        choices[offset + s - low] = choice;
      }
    }
    [before, now] = [now, before];
  }
  return trace(graph, frameCount, band, choices, offsets, before, endStates);
}

/** 1 for each state that is reached only from itself and the three before it, at `STEP_COSTS`. */
function insideWords({ count, from, costs }: StateGraph): Uint8Array {
  const inside = new Uint8Array(count);
  for (let s = 0; s < count; s++) {
    const slot = s * PREDECESSORS;
    let steps = 0;
    while (steps < PREDECESSORS && from[slot + steps]! >= 0) steps++;
    let plain = steps === STEP_COSTS.length;
    for (let i = 0; i < STEP_COSTS.length; i++) {
      plain &&= from[slot + i] === s - i && costs[slot + i] === Math.fround(STEP_COSTS[i]!);
    }
    if (plain) inside[s] = 1;
  }
  return inside;
}

function trace(
  graph: StateGraph,
  frameCount: number,
  band: Band,
  choices: Uint8Array,
  offsets: Float64Array,
  final: Float64Array,
  endStates: number,
): StatePath {
  const states = new Int32Array(frameCount);
  if (frameCount === 0) return { states, cost: Number.POSITIVE_INFINITY };
  const low = band.low[frameCount - 1]!;
  let state = -1;
  let cost = Number.POSITIVE_INFINITY;
  for (let s = Math.max(low, graph.count - endStates); s <= band.high[frameCount - 1]!; s++) {
    if (final[s - low]! < cost) {
      cost = final[s - low]!;
      state = s;
    }
  }
  if (state === -1) return { states, cost };
  for (let t = frameCount - 1; t >= 0; t--) {
    states[t] = state;
    if (t > 0) state = graph.from[state * PREDECESSORS + choices[offsets[t]! + state - band.low[t]!]!]!;
  }
  return { states, cost };
}
