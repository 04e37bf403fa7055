import type { FramePath } from './frame-path.ts';
import type { RecordingFrames } from './signals.ts';
import { type Adapted, adapt, frameDistance, frameDistances } from './speaker-adaptation.ts';
import { SILENCE, STEP_COSTS, type StateGraph } from './state-graph.ts';

/** Interval of the frames on which evidence is computed. */
export const EVIDENCE_STEP = 4;
/**
 * The speaker is learned from one half of the recording and evaluated on the other. The halves alternate at this
 * interval, in frames.
 */
const MAX_FOLD_FRAMES = 400;
const MIN_FOLD_FRAMES = 60;
/** Upper bound of the cost, so that one outlying frame cannot outweigh a word. */
const CEILING = 3;
/** Cost of each new word on the free path. */
const NEW_WORD_COST = 2;
/**
 * The free path is searched in blocks of this many values of evidence (20 s), among the words of the block and this
 * many values around it.
 */
const BLOCK = 1000;
const NEIGHBOURHOOD = 750;

/** Costs of the recording on several paths, one value for every `EVIDENCE_STEP` frames. */
export interface Evidence {
  /** Cost on the path that was found. */
  readonly forced: Float32Array;
  /** Cost on the best path through the words in any order and number. */
  readonly free: Float32Array;
  /** Mean cost over all places in the rendition, which is that of chance. */
  readonly chance: Float32Array;
  /**
   * Cost of the best place in the rendition regardless of context, and of the best place with the phoneme of the found
   * path.
   */
  readonly nearest: Float32Array;
  readonly nearestOwn: Float32Array;
  /** 1 where the found path is in a word. Elsewhere there is no evidence. */
  readonly spoken: Uint8Array;
}

/** Places in the rendition that represent the word. */
interface Places {
  readonly frames: Int32Array;
  /** 1 where a word begins. */
  readonly opens: Uint8Array;
}

/**
 * Compares the fit of a path with that of other paths. The speaker is always learned from other parts of the recording:
 * parameters learned along a wrong path fit that path, but not the rest of the recording.
 */
export function weighEvidence(path: FramePath, recording: RecordingFrames): Evidence {
  const { graph, states } = path;
  const places = placesOf(graph);
  const { folds, foldOf } = crossAdapted(path, recording);
  const count = Math.floor(states.length / EVIDENCE_STEP);
  const evidence: Evidence = {
    forced: new Float32Array(count),
    free: new Float32Array(count),
    chance: new Float32Array(count),
    nearest: new Float32Array(count),
    nearestOwn: new Float32Array(count),
    spoken: new Uint8Array(count),
  };
  const frameOf = (i: number): number => i * EVIDENCE_STEP + EVIDENCE_STEP / 2;
  let place = 0;
  for (let from = 0; from < count; from += BLOCK) {
    const to = Math.min(count, from + BLOCK);
    const first = Math.max(0, place - NEIGHBOURHOOD);
    const lastState = graph.frames[states[frameOf(to - 1)]!]!;
    while (place < places.frames.length && places.frames[place]! <= lastState) place++;
    const last = Math.min(places.frames.length, place + NEIGHBOURHOOD);
    const block = {
      frames: places.frames.subarray(first, last),
      opens: places.opens.subarray(first, last),
    };
    const width = block.frames.length;
    const costs = new Float32Array((to - from) * width);
    const distances = new Float64Array(width);
    for (let i = from; i < to; i++) {
      const t = frameOf(i);
      const sides = folds[foldOf(t)]!;
      const own = graph.frames[states[t]!]!;
      const phoneme = own === SILENCE ? -1 : path.classes[own]!;
      let sum = 0;
      let nearest = CEILING;
      let nearestOwn = CEILING;
      frameDistances(sides, t, block.frames, 0, width - 1, distances);
      for (let p = 0; p < width; p++) {
        const frame = block.frames[p]!;
        const cost = Math.min(CEILING, distances[p]!);
        costs[(i - from) * width + p] = cost;
        sum += cost;
        if (cost < nearest) nearest = cost;
        if (cost < nearestOwn && path.classes[frame] === phoneme) nearestOwn = cost;
      }
      evidence.chance[i] = sum / width;
      if (own === SILENCE) continue;
      evidence.spoken[i] = 1;
      evidence.forced[i] = distance(sides, t, own);
      evidence.nearest[i] = Math.min(nearest, evidence.forced[i]!);
      evidence.nearestOwn[i] = Math.min(nearestOwn, evidence.forced[i]!);
    }
    evidence.free.set(freeCosts(costs, block, evidence.spoken.subarray(from, to)), from);
  }
  return evidence;
}

function crossAdapted(
  { graph, states, classes, features }: FramePath,
  recording: RecordingFrames,
): { folds: readonly Adapted[]; foldOf: (t: number) => number } {
  const classCount = classes.reduce((most, x) => Math.max(most, x + 1), 1);
  const foldFrames = Math.min(MAX_FOLD_FRAMES, Math.max(MIN_FOLD_FRAMES, states.length / 6));
  const foldOf = (t: number): number => Math.floor(t / foldFrames) % 2;
  const spoken = Int32Array.from(states.keys()).filter((t) => graph.frames[states[t]!] !== SILENCE);
  const folds = [0, 1].map((fold) => {
    const others = spoken.filter((t) => foldOf(t) !== fold);
    const rendition = others.map((t) => graph.frames[states[t]!]!);
    return adapt(recording.features, features, classes, classCount, { recording: others, rendition });
  });
  return { folds, foldOf };
}

function placesOf(graph: StateGraph): Places {
  const frames: number[] = [];
  const opens: number[] = [];
  let opening = 1;
  for (const frame of graph.frames) {
    if (frame === SILENCE) opening = 1;
    else if (opening || frame - frames[frames.length - 1]! >= EVIDENCE_STEP) {
      frames.push(frame);
      opens.push(opening);
      opening = 0;
    }
  }
  return { frames: Int32Array.from(frames), opens: Uint8Array.from(opens) };
}

/**
 * Costs along the cheapest path on which any word may follow any other. The path does not move where nothing is spoken.
 */
function freeCosts(costs: Float32Array, { opens }: Places, spoken: Uint8Array): Float32Array {
  const width = opens.length;
  const origins = new Int32Array(costs.length);
  let before = new Float64Array(width);
  let now = new Float64Array(width);
  let end = 0;
  for (let i = 0; i < spoken.length; i++) {
    const offset = i * width;
    for (let p = 0; p < width; p++) {
      origins[offset + p] = p;
      now[p] = before[p]!;
      if (spoken[i] === 0) continue;
      let best = before[p]! + STEP_COSTS[0];
      for (let step = 1; step < STEP_COSTS.length && p - step >= 0; step++) {
        const cost = before[p - step]! + STEP_COSTS[step]!;
        if (cost < best) {
          best = cost;
          origins[offset + p] = p - step;
        }
        if (opens[p - step + 1]) break;
      }
      if (opens[p] && before[end]! + NEW_WORD_COST < best) {
        best = before[end]! + NEW_WORD_COST;
        origins[offset + p] = end;
      }
      now[p] = best + costs[offset + p]!;
    }
    [before, now] = [now, before];
    end = width - 1;
    for (let p = 0; p < width - 1; p++) if (opens[p + 1] && before[p]! < before[end]!) end = p;
  }
  const free = new Float32Array(spoken.length);
  for (let i = spoken.length - 1, p = end; i >= 0; i--) {
    free[i] = costs[i * width + p]!;
    p = origins[i * width + p]!;
  }
  return free;
}

const distance = (sides: Adapted, t: number, frame: number): number =>
  Math.min(CEILING, frameDistance(sides, t, frame));
