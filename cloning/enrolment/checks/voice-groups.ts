/**
 * Decides whether a recording has one voice or two, from speaker embeddings of short windows. The embeddings of one
 * person have about the same direction, whatever is said.
 */

import { similarity } from '../../../recordings/speaker-encoder/speaker-encoder.ts';

/** A group with fewer windows than this may be a cough or a laugh. */
const MIN_WINDOWS = 3;
/** Number of stretches that are tried as one of the two voices. The best are refined. */
const REFINED = 4;
const MAX_ROUNDS = 12;
/** Cost of a change of voice, as a cosine. People do not take turns within a window. */
const TURN_COST = 0.1;
/** Share of windows that are left out in the end, because they contain both voices or neither clearly. */
const LEFT_OUT = 0.3;

/** The two most different groups of windows. */
export interface VoiceGroups {
  /** 1 minus the cosine of their means; 0 if there are too few windows. */
  readonly distance: number;
  /** Number of changes between the groups. */
  readonly changes: number;
}

const NO_GROUPS: VoiceGroups = { distance: 0, changes: 0 };

/**
 * Distance below which the groups are one person. One person does not take turns either: a voice changes once or twice
 * in a recording, and each further change makes two people likelier (research/alignment/README.md).
 */
const MAX_DISTANCE = 0.28;
const USUAL_CHANGES = 2;
const LESS_PER_CHANGE = 0.027;
const LEAST_LIMIT = 0.2;

/** Whether the recording has a second voice. */
export function areTwoVoices({ distance, changes }: VoiceGroups): boolean {
  const further = Math.max(0, changes - USUAL_CHANGES);
  return distance > Math.max(LEAST_LIMIT, MAX_DISTANCE - LESS_PER_CHANGE * further);
}

/** @param windows embeddings of unit length, in the order of the recording */
export function voiceGroups(windows: readonly Float32Array[]): VoiceGroups {
  if (windows.length < 2 * MIN_WINDOWS) return NO_GROUPS;
  let best: Uint8Array | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const start of [...likelyStretches(windows), aroundMostUnlike(windows)]) {
    const groups = refined(windows, start);
    const inSecond = groups.reduce((sum, group) => sum + group, 0);
    if (Math.min(inSecond, groups.length - inSecond) < MIN_WINDOWS) continue;
    const [first, second] = sums(windows, groups);
    const tightness = length(first) + length(second);
    if (tightness > most) {
      most = tightness;
      best = groups;
    }
  }
  if (best === null) return NO_GROUPS;
  let centres = sums(windows, best);
  for (let round = 0; round < 2; round++) centres = sums(windows, best, typical(windows, best, centres));
  const changes = best.reduce((sum, group, i) => (i > 0 && group !== best![i - 1] ? sum + 1 : sum), 0);
  return { distance: 1 - similarity(...centres), changes };
}

type Centres = readonly [Float64Array, Float64Array];

/** Splits off one uninterrupted stretch, so that both parts are as compact as possible. */
function likelyStretches(windows: readonly Float32Array[]): Uint8Array[] {
  const n = windows.length;
  const size = windows[0]!.length;
  const running = Array.from({ length: n + 1 }, () => new Float64Array(size));
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < size; k++) running[i + 1]![k] = running[i]![k]! + windows[i]![k]!;
  }
  const stretches: { from: number; to: number; tightness: number }[] = [];
  for (let from = 0; from < n; from++) {
    for (let to = from + MIN_WINDOWS; to <= n && n - (to - from) >= MIN_WINDOWS; to++) {
      let inside = 0;
      let outside = 0;
      for (let k = 0; k < size; k++) {
        const sum = running[to]![k]! - running[from]![k]!;
        inside += sum * sum;
        outside += (running[n]![k]! - sum) ** 2;
      }
      stretches.push({ from, to, tightness: Math.sqrt(inside) + Math.sqrt(outside) });
    }
  }
  return stretches
    .sort((a, b) => b.tightness - a.tightness)
    .slice(0, REFINED)
    .map(({ from, to }) => new Uint8Array(n).fill(1, from, to));
}

/** Assigns each window to the nearer of the two most different ones. */
function aroundMostUnlike(windows: readonly Float32Array[]): Uint8Array {
  let pair: readonly [number, number] = [0, 0];
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < windows.length; i++) {
    for (let j = 0; j < i; j++) {
      const alike = similarity(windows[i]!, windows[j]!);
      if (alike < least) {
        least = alike;
        pair = [i, j];
      }
    }
  }
  const [a, b] = pair.map((i) => windows[i]!) as [Float32Array, Float32Array];
  return Uint8Array.from(windows, (window) => (similarity(window, b) > similarity(window, a) ? 1 : 0));
}

/** Two means (k-means by direction), with a cost for changing between them. */
function refined(windows: readonly Float32Array[], start: Uint8Array): Uint8Array {
  let groups = start;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const centres = sums(windows, groups);
    const next = bestSequence(windows.map((window) => centres.map((centre) => similarity(window, centre))));
    if (next.every((group, i) => group === groups[i])) break;
    groups = next;
  }
  return groups;
}

/** The sequence of groups with the greatest sum of similarities minus the cost of changes (Viterbi 1967). */
function bestSequence(likenesses: readonly (readonly number[])[]): Uint8Array {
  let scores = [likenesses[0]![0]!, likenesses[0]![1]!];
  const origins: number[][] = [];
  for (const likeness of likenesses.slice(1)) {
    const from = [0, 1].map((group) =>
      scores[group]! >= scores[1 - group]! - TURN_COST ? group : 1 - group,
    );
    scores = from.map(
      (origin, group) => scores[origin]! - (origin === group ? 0 : TURN_COST) + likeness[group]!,
    );
    origins.push(from);
  }
  const groups = new Uint8Array(likenesses.length);
  let group = scores[1]! > scores[0]! ? 1 : 0;
  for (let i = groups.length - 1; i >= 0; i--) {
    groups[i] = group;
    if (i > 0) group = origins[i - 1]![group]!;
  }
  return groups;
}

/** 1 for windows that clearly belong to one group. */
function typical(windows: readonly Float32Array[], groups: Uint8Array, centres: Centres): Uint8Array {
  const counted = new Uint8Array(windows.length).fill(1);
  for (const group of [0, 1] as const) {
    const own = [...groups.keys()].filter((i) => groups[i] === group);
    const lead = (i: number): number =>
      similarity(windows[i]!, centres[group]) - similarity(windows[i]!, centres[group === 0 ? 1 : 0]);
    own.sort((a, b) => lead(a) - lead(b));
    for (const i of own.slice(0, Math.floor(LEFT_OUT * own.length))) counted[i] = 0;
  }
  return counted;
}

function sums(windows: readonly Float32Array[], groups: Uint8Array, counted?: Uint8Array): Centres {
  const centres: Centres = [new Float64Array(windows[0]!.length), new Float64Array(windows[0]!.length)];
  for (const [i, window] of windows.entries()) {
    if (counted?.[i] === 0) continue;
    const centre = centres[groups[i] === 1 ? 1 : 0];
    for (let k = 0; k < window.length; k++) centre[k]! += window[k]!;
  }
  return centres;
}

function length(vector: Float64Array): number {
  let square = 0;
  for (const value of vector) square += value * value;
  return Math.sqrt(square);
}
