import { SILENCE } from '../../../../engine/forced-alignment/state-graph.ts';
import type { ScriptGraph } from './script-graph.ts';
import type { ScriptPath } from './script-search.ts';

/** One reading of a sentence, or of its beginning. */
export interface Reading {
  readonly sentence: number;
  /** Coarse frames of the recording: the first one, and the one behind the last. */
  readonly from: number;
  readonly to: number;
  /** Whether the reading is complete. */
  readonly whole: boolean;
  /** Cost advantage over chance per frame. */
  readonly advantage: number;
}

/** A reading whose advantage over chance is below this is not counted. */
const LEAST_ADVANTAGE = 0.15;
/** A reading with less than this share of the advantage of another reading of the sentence is a stumble. */
const STUMBLE = 0.7;

/** All readings on a path, in order. */
export function readingsOf({ states, gapOf, gaps, sentences }: ScriptGraph, path: ScriptPath): Reading[] {
  const readings: Reading[] = [];
  const { length } = path.states;
  const gapAt = (t: number): number => {
    const state = path.states[t]!;
    const gap = gapOf[state]!;
    return state === gaps[gap] ? -1 : gap;
  };
  for (let from = 0; from < length; ) {
    const gap = gapAt(from);
    let to = from + 1;
    if (gap === -1) {
      from = to;
      continue;
    }
    while (to < length && gapAt(to) === gap && !path.jumps[to - 1]) to++;
    let first = -1;
    let last = -1;
    let gain = 0;
    let spoken = 0;
    for (let t = from; t < to; t++) {
      if (states.frames[path.states[t]!] === SILENCE) continue;
      if (first === -1) first = t;
      last = t;
      gain += path.chance[t]! - path.costs[t]!;
      spoken++;
    }
    if (spoken > 0) {
      const whole = !path.jumps[to - 1];
      readings.push({
        sentence: sentences[gap]!,
        from: first,
        to: last + 1,
        whole,
        advantage: gain / spoken,
      });
    }
    from = to;
  }
  return readings;
}

/**
 * Chooses a reading for each sentence, in the order of the script and of the recording: as many as possible, and the
 * last of several good ones. Only complete ones. A sentence without a reading at its place is left out.
 */
export function chosenReadings(readings: readonly Reading[]): Reading[] {
  const whole = readings.filter((reading) => reading.whole && reading.advantage >= LEAST_ADVANTAGE);
  const best = new Map<number, number>();
  for (const { sentence, advantage } of whole) {
    best.set(sentence, Math.max(advantage, best.get(sentence) ?? 0));
  }
  interface Chain {
    readonly weight: number;
    readonly before: number;
  }
  const chains: Chain[] = [];
  for (const [index, { sentence, advantage }] of whole.entries()) {
    let longest: Chain = { weight: 0, before: -1 };
    for (let before = 0; before < index; before++) {
      if (whole[before]!.sentence < sentence && chains[before]!.weight >= longest.weight) {
        longest = { weight: chains[before]!.weight, before };
      }
    }
    const stumbled = advantage < STUMBLE * best.get(sentence)!;
    // Later readings get slightly more weight.
    const own = (stumbled ? 0.5 : 1) + (0.01 * index) / whole.length;
    chains.push({ weight: longest.weight + own, before: longest.before });
  }
  const chosen: Reading[] = [];
  let at = chains.reduce((top, { weight }, i) => (weight > (chains[top]?.weight ?? 0) ? i : top), -1);
  for (; at >= 0; at = chains[at]!.before) chosen.unshift(whole[at]!);
  return chosen;
}
