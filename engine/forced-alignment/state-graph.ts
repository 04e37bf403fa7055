import type { Rendition } from './types.ts';

/** Most states that one may be reached from. */
export const PREDECESSORS = 6;
/** In `frames`: the state is silence (or a sound that is not in the transcript). */
export const SILENCE = -1;

/** A frame of the recording may stay where the one before it was, go one frame of the rendition on, or skip some. */
export const STEP_COSTS = [0.25, 0, 0.2, 0.7] as const;
const ENTER_SILENCE_COST = 1;
/** Silence may cut off this many frames at the end of a word and at the beginning of the next. */
const CUT_FRAMES = 2;

/** States in the order in which a recording goes through them: frames of the rendition, silence between the words. */
export interface StateGraph {
  readonly count: number;
  /** The frame of the rendition each state stands for, or `SILENCE`. */
  readonly frames: Int32Array;
  /** The word each state belongs to; -1 for none. */
  readonly words: Int32Array;
  /** `PREDECESSORS` entries for each state, filled up with -1. */
  readonly from: Int32Array;
  readonly costs: Float32Array;
}

/**
 * The graph of a rendition. Its own pauses are taken out: between two words there may be silence of any length or none.
 * @param frameWords the word of each frame; -1 between words
 * @param frameHeard whether something is heard in the frame; silent frames between words are left out
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
    // What is heard between words before the first one is not speech.
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
