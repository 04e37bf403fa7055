import { type Adapted, adapt, type Pairs } from './adaptation.ts';
import { DIMENSIONS } from './features.ts';
import type { RecordingFrames, RenditionFrames } from './signals.ts';
import { SILENCE, type StateGraph, stateGraph } from './state-graph.ts';
import type { Rendition } from './types.ts';
import { type Band, type StatePath, viterbi } from './viterbi.ts';

/** The first passes look at every fourth frame: a sixteenth of the work. */
const COARSE = 4;
/** How far the last passes may leave the path of the first ones, in frames. */
const REACH = 50;
/** Nothing costs more than this: a sound that is not in the transcript is let pass like silence. */
const STRANGE = 2.2;
/** The least that silence costs while it is guessed from loudness: what speech costs where it fits well. */
const QUIET = 0.7;
/** Recordings up to this many coarse frames are searched whole, longer ones within a share around the diagonal. */
const WHOLE_SEARCH = 1500;
const SEARCH_SHARE = 0.2;
const COARSE_PASSES = 3;
const FINE_PASSES = 2;

/** Where a recording stands in a rendition, frame by frame, and what that was found by. */
export interface FramePath {
  readonly graph: StateGraph;
  readonly states: Int32Array;
  readonly adapted: Adapted;
  /** The rendition's features as they were before anything was learned. */
  readonly features: Float32Array;
  /** What each frame of the recording costs as silence. */
  readonly silence: Float32Array;
  /** Phoneme classes: equal numbers for equal symbols. */
  readonly classes: Int32Array;
}

/** Finds the path from coarse to fine, learning the speaker on the way. Null when the rendition does not fit in. */
export function findPath(
  rendition: Rendition,
  recording: RecordingFrames,
  frames: RenditionFrames,
): FramePath | null {
  const classes = phonemeClasses(rendition, frames.phonemes);
  const classCount = classes.reduce((most, x) => Math.max(most, x + 1), 1);
  const frameWords = frames.phonemes.map((phoneme) => rendition.phonemes[phoneme]?.word ?? -1);

  const coarse = coarsened(recording, frames, classes, frameWords);
  const coarseGraph = stateGraph(rendition, coarse.words, coarse.heard);
  const band = wideBand(coarse.recordingCount, coarseGraph.count);
  const guess = guessedSilence(coarse.loudness, recording);
  let best: { path: StatePath; features: Float32Array } | null = null;
  // The lengths of the tract are tried outwards from the rendition's own, each way for as long as that helps.
  const middle = coarse.renditions.length >> 1;
  for (const way of [1, -1]) {
    for (let warp = way === 1 ? middle : middle - 1; coarse.renditions[warp]; warp += way) {
      const features = coarse.renditions[warp]!;
      const path = search(coarseGraph, band, { recording: coarse.recording, rendition: features }, guess);
      if (path.cost >= (best?.path.cost ?? Number.POSITIVE_INFINITY)) break;
      best = { path, features };
    }
  }
  if (best === null) return null;
  let { path } = best;
  for (let pass = 1; pass < COARSE_PASSES; pass++) {
    const pairs = pairsOf(coarseGraph, path.states);
    const adapted = adapt(coarse.recording, best.features, coarse.classes, classCount, pairs);
    const silence = learnedSilence(adapted.recording, coarseGraph, path.states, guess);
    path = search(coarseGraph, band, adapted, silence);
    if (!Number.isFinite(path.cost)) return null;
  }

  const graph = stateGraph(rendition, frameWords, frames.heard);
  const features = frames.features[coarse.renditions.indexOf(best.features)]!;
  let fineBand = bandAround(coarseGraph, path.states, graph, recording.count, frames.count);
  let pairs = coarsePairs(coarseGraph, path.states, recording.count, frames.count);
  const fineGuess = guessedSilence(recording.loudness, recording);
  let found: FramePath | null = null;
  for (let pass = 0; pass < FINE_PASSES; pass++) {
    const adapted = adapt(recording.features, features, classes, classCount, pairs);
    const silence: Float32Array =
      found === null ? fineGuess : learnedSilence(adapted.recording, graph, found.states, fineGuess);
    const fine = search(graph, fineBand, adapted, silence);
    if (!Number.isFinite(fine.cost)) return found;
    found = { graph, states: fine.states, adapted, features, silence, classes };
    pairs = pairsOf(graph, fine.states);
    fineBand = narrowed(fineBand, fine.states, graph.count);
  }
  return found;
}

function search(graph: StateGraph, band: Band, sides: Adapted, silence: Float32Array): StatePath {
  const { frames } = graph;
  const { recording, rendition } = sides;
  const cost = (t: number, low: number, high: number, row: Float32Array): void => {
    const x = t * DIMENSIONS;
    for (let s = low; s <= high; s++) {
      const frame = frames[s]!;
      if (frame === SILENCE) {
        row[s - low] = Math.min(STRANGE, silence[t]!);
        continue;
      }
      const y = frame * DIMENSIONS;
      let sum = 0;
      for (let k = 0; k < DIMENSIONS; k++) {
        const difference = recording[x + k]! - rendition[y + k]!;
        sum += difference * difference;
      }
      row[s - low] = sum / DIMENSIONS;
    }
  };
  return viterbi(graph, silence.length, band, cost, 3);
}

function phonemeClasses(rendition: Rendition, phonemes: Int32Array): Int32Array {
  const numbers = new Map<string, number>();
  return phonemes.map((phoneme) => {
    const symbol = rendition.phonemes[phoneme]?.ipa ?? '';
    const number = numbers.get(symbol) ?? numbers.size;
    numbers.set(symbol, number);
    return number;
  });
}

interface CoarseSides {
  readonly recordingCount: number;
  readonly recording: Float32Array;
  readonly loudness: Float32Array;
  readonly renditions: readonly Float32Array[];
  readonly words: Int32Array;
  readonly heard: Uint8Array;
  readonly classes: Int32Array;
}

function coarsened(
  recording: RecordingFrames,
  frames: RenditionFrames,
  classes: Int32Array,
  frameWords: Int32Array,
): CoarseSides {
  const middle = <A extends Int32Array | Uint8Array>(values: A): A =>
    values.filter((_, i) => i % COARSE === COARSE / 2) as A;
  return {
    recordingCount: Math.floor(recording.count / COARSE),
    recording: averaged(recording.features, DIMENSIONS),
    loudness: averaged(recording.loudness, 1),
    renditions: frames.features.map((features) => averaged(features, DIMENSIONS)),
    words: middle(frameWords),
    heard: middle(frames.heard),
    classes: middle(classes),
  };
}

function averaged(values: Float32Array, width: number): Float32Array {
  const rows = Math.floor(values.length / width / COARSE);
  const means = new Float32Array(rows * width);
  for (let row = 0; row < rows; row++) {
    for (let k = 0; k < width; k++) {
      let sum = 0;
      for (let i = 0; i < COARSE; i++) sum += values[(row * COARSE + i) * width + k]!;
      means[row * width + k] = sum / COARSE;
    }
  }
  return means;
}

function wideBand(frames: number, states: number): Band {
  const low = new Int32Array(frames);
  const high = new Int32Array(frames).fill(states - 1);
  if (frames > WHOLE_SEARCH) {
    const reach = Math.ceil(SEARCH_SHARE * states);
    for (let t = 0; t < frames; t++) {
      const centre = Math.round((t * states) / frames);
      low[t] = Math.max(0, centre - reach);
      high[t] = Math.min(states - 1, centre + reach);
    }
  }
  return { low, high };
}

/** Costs of silence by loudness alone. */
function guessedSilence(loud: Float32Array, { silenceLevel, contrast }: RecordingFrames): Float32Array {
  const scale = Math.max(1, 0.35 * contrast);
  return loud.map((x) => Math.max(QUIET, Math.min(STRANGE, 1.2 + (1.2 * (x - silenceLevel)) / scale)));
}

/** Costs of silence by what the path took for silence, where that is enough. */
function learnedSilence(
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

function pairsOf(graph: StateGraph, states: Int32Array): Pairs {
  const spoken = Int32Array.from(states.keys()).filter((t) => graph.frames[states[t]!] !== SILENCE);
  return { recording: spoken, rendition: spoken.map((t) => graph.frames[states[t]!]!) };
}

function coarsePairs(
  graph: StateGraph,
  states: Int32Array,
  recordingCount: number,
  renditionCount: number,
): Pairs {
  const recording: number[] = [];
  const rendition: number[] = [];
  for (let t = 0; t < recordingCount; t++) {
    const frame = graph.frames[states[Math.min(states.length - 1, Math.floor(t / COARSE))]!]!;
    if (frame === SILENCE) continue;
    recording.push(t);
    rendition.push(Math.min(renditionCount - 1, frame * COARSE + (t % COARSE)));
  }
  return { recording: Int32Array.from(recording), rendition: Int32Array.from(rendition) };
}

/** The states of the fine graph that stand near those of a coarse path. */
function bandAround(
  coarse: StateGraph,
  states: Int32Array,
  fine: StateGraph,
  frames: number,
  renditionCount: number,
): Band {
  const stateOf = new Int32Array(renditionCount + COARSE).fill(-1);
  for (let s = 0; s < fine.count; s++) if (fine.frames[s] !== SILENCE) stateOf[fine.frames[s]!] = s;
  // Frames that were left out stand where the next one does.
  for (let f = stateOf.length - 1, next = fine.count - 1; f >= 0; f--)
    next = stateOf[f] = stateOf[f] === -1 ? next : stateOf[f]!;
  const places = new Int32Array(coarse.count);
  for (let s = coarse.count - 1; s >= 0; s--) {
    const frame = coarse.frames[s]!;
    if (frame !== SILENCE) places[s] = stateOf[frame * COARSE + COARSE / 2]!;
    else places[s] = s === coarse.count - 1 ? fine.count - 1 : Math.max(0, places[s + 1]! - 1);
  }
  const low = new Int32Array(frames);
  const high = new Int32Array(frames);
  const last = states.length - 1;
  const reach = Math.ceil(REACH / COARSE);
  for (let t = 0; t < frames; t++) {
    const centre = Math.min(last, Math.floor(t / COARSE));
    low[t] = Math.max(0, places[states[Math.max(0, centre - reach)]!]! - 8);
    high[t] = Math.min(fine.count - 1, places[states[Math.min(last, centre + reach)]!]! + 8);
  }
  low.fill(0, 0, Math.min(frames, REACH));
  high.fill(fine.count - 1, Math.max(0, frames - REACH));
  return { low, high };
}

function narrowed(band: Band, states: Int32Array, count: number): Band {
  const last = states.length - 1;
  const reach = REACH >> 1;
  return {
    low: band.low.map((_, t) => Math.max(0, states[Math.max(0, t - reach)]! - 4)),
    high: band.high.map((_, t) => Math.min(count - 1, states[Math.min(last, t + reach)]! + 4)),
  };
}
