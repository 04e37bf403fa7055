import { COARSE, coarsened } from './coarse.ts';
import type { RecordingFrames, RenditionFrames } from './signals.ts';
import { guessedSilence, learnedSilence, wordlessCost } from './silence-costs.ts';
import { type Adapted, adapt, frameDistances, type Pairs } from './speaker-adaptation.ts';
import { SILENCE, type StateGraph, stateGraph } from './state-graph.ts';
import type { Rendition } from './types.ts';
import { type Band, type StatePath, viterbi } from './viterbi.ts';

/** Distance from the coarse path within which the last passes search, in frames. */
const REACH = 50;
/** Recordings up to this many coarse frames are searched completely, longer ones within a share around the diagonal. */
const WHOLE_SEARCH = 1500;
const SEARCH_SHARE = 0.2;
const COARSE_PASSES = 3;
const FINE_PASSES = 2;

/** The path of a recording through a rendition, frame by frame, and the state of the search that found it. */
export interface FramePath {
  readonly graph: StateGraph;
  readonly states: Int32Array;
  readonly adapted: Adapted;
  /** The rendition's features before adaptation to the speaker. */
  readonly features: Float32Array;
  /** Cost of each frame of the recording as silence. */
  readonly silence: Float32Array;
  /** Phoneme class of each frame: equal numbers for equal symbols. */
  readonly classes: Int32Array;
}

/** The path of a recording's coarse frames through the coarse graph of a rendition. */
export interface CoarsePath {
  readonly graph: StateGraph;
  /** State of each group of `COARSE` frames of the recording. Never decreases. */
  readonly states: Int32Array;
  /** Index into the rendition's vocal tract lengths. */
  readonly warp: number;
  /**
   * For coarse frames that certainly contain nothing of the rendition, the next word (after the last word, the number
   * of words); -1 for others. Default: -1 for all.
   */
  readonly unsaid?: Int32Array;
}

/**
 * Finds the path from coarse to fine, learning the speaker on the way. Null when the rendition does not fit into the
 * recording.
 */
export function findPath(
  rendition: Rendition,
  recording: RecordingFrames,
  frames: RenditionFrames,
): FramePath | null {
  const classes = phonemeClasses(rendition, frames.phonemes);
  const classCount = classes.reduce((most, x) => Math.max(most, x + 1), 1);

  const coarse = coarsened(recording, frames, classes, frameWords(rendition, frames.phonemes));
  const coarseGraph = stateGraph(rendition, coarse.words, coarse.heard);
  const band = wideBand(coarse.recordingCount, coarseGraph.count);
  const guess = guessedSilence(coarse.loudness, recording);
  let best: { path: StatePath; features: Float32Array } | null = null;
  // Vocal tract lengths are tried outwards from the rendition's own, in each direction while the fit improves.
  const middle = coarse.renditions.length >> 1;
  for (const way of [1, -1]) {
    for (let warp = way === 1 ? middle : middle - 1; coarse.renditions[warp]; warp += way) {
      const features = coarse.renditions[warp]!;
      const sides = { recording: coarse.recording, rendition: features };
      const path = search(coarseGraph, band, sides, guess, coarse.kinds);
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
    path = search(coarseGraph, band, adapted, silence, coarse.kinds);
    if (!Number.isFinite(path.cost)) return null;
  }
  const warp = coarse.renditions.indexOf(best.features);
  return refinePath(rendition, recording, frames, { graph: coarseGraph, states: path.states, warp });
}

/** Finds the path in full detail near a coarse one. Null when the rendition does not fit there. */
export function refinePath(
  rendition: Rendition,
  recording: RecordingFrames,
  frames: RenditionFrames,
  coarse: CoarsePath,
): FramePath | null {
  const classes = phonemeClasses(rendition, frames.phonemes);
  const classCount = classes.reduce((most, x) => Math.max(most, x + 1), 1);
  const graph = stateGraph(rendition, frameWords(rendition, frames.phonemes), frames.heard);
  const features = frames.features[coarse.warp]!;
  let fineBand = bandAround(coarse, graph, recording.count, frames.count);
  let pairs = coarsePairs(coarse.graph, coarse.states, recording.count, frames.count);
  const fineGuess = guessedSilence(recording.loudness, recording);
  let found: FramePath | null = null;
  for (let pass = 0; pass < FINE_PASSES; pass++) {
    const adapted = adapt(recording.features, features, classes, classCount, pairs);
    const silence: Float32Array =
      found === null ? fineGuess : learnedSilence(adapted.recording, graph, found.states, fineGuess);
    const fine = search(graph, fineBand, adapted, silence, recording.kinds);
    if (!Number.isFinite(fine.cost)) return found;
    found = { graph, states: fine.states, adapted, features, silence, classes };
    pairs = pairsOf(graph, fine.states);
    fineBand = narrowed(fineBand, fine.states, graph.count, coarse.unsaid);
  }
  return found;
}

function search(
  graph: StateGraph,
  band: Band,
  sides: Adapted,
  silence: Float32Array,
  kinds: Uint8Array,
): StatePath {
  const { frames } = graph;
  const cost = (t: number, low: number, high: number, row: Float32Array): void => {
    row.fill(wordlessCost(silence[t]!, kinds[t]!), 0, high - low + 1);
    frameDistances(sides, t, frames, low, high, row);
  };
  return viterbi(graph, silence.length, band, cost, 3);
}

/** A number for each frame of a rendition: equal ones for equal symbols. */
export function phonemeClasses(rendition: Rendition, phonemes: Int32Array): Int32Array {
  const numbers = new Map<string, number>();
  return phonemes.map((phoneme) => {
    const symbol = rendition.phonemes[phoneme]?.ipa ?? '';
    const number = numbers.get(symbol) ?? numbers.size;
    numbers.set(symbol, number);
    return number;
  });
}

/** Word of each frame of a rendition; -1 between words. */
export function frameWords(rendition: Rendition, phonemes: Int32Array): Int32Array {
  return phonemes.map((phoneme) => rendition.phonemes[phoneme]?.word ?? -1);
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

/** The frames of a path in which something is spoken, and their places in the rendition. */
export function pairsOf(graph: StateGraph, states: Int32Array): Pairs {
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

/** The states of the fine graph that are near those of a coarse path. */
function bandAround(
  { graph: coarse, states, unsaid }: CoarsePath,
  fine: StateGraph,
  frames: number,
  renditionCount: number,
): Band {
  const stateOf = new Int32Array(renditionCount + COARSE).fill(-1);
  for (let s = 0; s < fine.count; s++) if (fine.frames[s] !== SILENCE) stateOf[fine.frames[s]!] = s;
  // Frames that were left out get the position of the next one.
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
  const silences = new Map([...new Set(unsaid)].map((word) => [word, silenceBefore(fine, word)]));
  low.fill(0, 0, Math.min(frames, REACH));
  high.fill(fine.count - 1, Math.max(0, frames - REACH));
  for (let t = 0; t < frames; t++) {
    const centre = Math.min(last, Math.floor(t / COARSE));
    const word = unsaid?.[centre] ?? -1;
    // Decided by the word, because the coarse path may have skipped the shortest words.
    if (word !== -1) low[t] = high[t] = silences.get(word)!;
  }
  return { low, high };
}

/** The state of silence in front of a word, or of the next word that has frames; the last state if none has. */
function silenceBefore({ frames, words, count }: StateGraph, word: number): number {
  let state = words.findIndex((other) => other >= word);
  if (state === -1) return count - 1;
  while (frames[state] !== SILENCE) state--;
  return state;
}

function narrowed(band: Band, states: Int32Array, count: number, unsaid?: Int32Array): Band {
  const last = states.length - 1;
  const reach = REACH >> 1;
  const kept = (t: number): boolean =>
    (unsaid?.[Math.min(unsaid.length - 1, Math.floor(t / COARSE))] ?? -1) !== -1;
  return {
    low: band.low.map((low, t) => (kept(t) ? low : Math.max(0, states[Math.max(0, t - reach)]! - 4))),
    high: band.high.map((high, t) =>
      kept(t) ? high : Math.min(count - 1, states[Math.min(last, t + reach)]! + 4),
    ),
  };
}
