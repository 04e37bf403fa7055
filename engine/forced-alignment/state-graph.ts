import type { Rendition } from './types.ts';

/** Largest number of predecessors of a state. */
export const PREDECESSORS = 6;
/** Value in `frames`: the state is silence, or a sound that is not in the transcript. */
export const SILENCE = -1;

/** A frame of the recording may stay at the rendition's frame of the previous one, advance by one, or skip some. */
export const STEP_COSTS = [0.25, 0, 0.2, 0.7] as const;
const ENTER_SILENCE_COST = 1;
/** Largest number of frames that silence may replace at the end of a word and at the beginning of the next. */
const CUT_FRAMES = 2;

/** States in the order of the recording: frames of the rendition, and silence between words. */
export interface StateGraph {
  readonly count: number;
  /** The rendition's frame of each state, or `SILENCE`. */
  readonly frames: Int32Array;
  /** The word of each state; -1 for none. */
  readonly words: Int32Array;
  /** `PREDECESSORS` entries for each state, padded with -1. */
  readonly from: Int32Array;
  readonly costs: Float32Array;
}

/**
 * Builds the graph of a rendition without its own pauses: between two words there may be silence of any length or none.
 * @param frameWords the word of each frame; -1 between words
 * @param frameHeard whether the frame is audible; silent frames between words are left out
 */
export function stateGraph(rendition: Rendition, frameWords: Int32Array, frameHeard: Uint8Array): StateGraph {
  const frames: number[] = [SILENCE];
  const words: number[] = [-1];
  let word = -1;
  for (let frame = 0; frame < frameWords.length; frame++) {
    const here = frameWords[frame]!;
    if (here === -1 && frameHeard[frame] === 0) continue;
    if (here !== -1 && here !== word) {
      if (word !== -1) {
        frames.push(SILENCE);
        words.push(-1);
      }
      word = here;
    }
    // Sound between words before the first word is not speech.
    if (word === -1 || (here === -1 && word === rendition.words.length - 1)) continue;
    frames.push(frame);
    words.push(here);
  }
  frames.push(SILENCE);
  words.push(-1);
  return link(Int32Array.from(frames), Int32Array.from(words));
}

function link(frames: Int32Array, words: Int32Array): StateGraph {
  const count = frames.length;
  const from = new Int32Array(count * PREDECESSORS).fill(-1);
  const costs = new Float32Array(count * PREDECESSORS);
  const used = new Uint8Array(count);
  const connect = (a: number, b: number, cost: number): void => {
    const slot = b * PREDECESSORS + used[b]!++;
    from[slot] = a;
    costs[slot] = cost;
  };
  for (let state = 0; state < count; state++) {
    if (frames[state] === SILENCE) {
      connect(state, state, 0);
      for (let cut = 0; cut <= CUT_FRAMES && state - 1 - cut > 0; cut++) {
        if (frames[state - 1 - cut] === SILENCE) break;
        connect(state - 1 - cut, state, ENTER_SILENCE_COST + STEP_COSTS[cut + 1]!);
      }
      continue;
    }
    connect(state, state, STEP_COSTS[0]);
    let back = state;
    for (let step = 1; step < STEP_COSTS.length; step++) {
      back--;
      if (back >= 0 && frames[back] === SILENCE) {
        connect(back, state, STEP_COSTS[step]!);
        back--;
      }
      if (back < 0) break;
      if (frames[back] === SILENCE) break;
      connect(back, state, STEP_COSTS[step]!);
    }
  }
  return { count, frames, words, from, costs };
}
