/**
 * Groups the windows of a recording by voice: agglomerative clustering of speaker embeddings, then the likeliest path
 * through the groups (Viterbi). The constants were chosen on conversations of one to four voices, made from sentences
 * of five readers and eight synthetic voices.
 */
import { similarity } from '../speaker-encoder/speaker-encoder.ts';

/** Cosine of mean directions above which two groups are one voice. */
const SAME_VOICE = 0.76;
/** The same for groups of several windows each: the means of one voice are more similar the longer they are. */
const SAME_LONG_VOICE = 0.85;
const LONG_WINDOWS = 10;
/** Cost of a change of voice from one window to the next, in cosines. */
const TURN_COST = 0.05;
/** A voice with fewer windows is merged into the nearest one. */
const MIN_WINDOWS = 4;
/** Number of neighbouring windows of a stretch that form one initial group: a single window is not enough evidence. */
const UNIT_WINDOWS = 2;
const MAX_ROUNDS = 5;

/** A window of speech: a unit vector, and its stretch of uninterrupted speech. */
export interface HeardWindow {
  readonly embedding: Float32Array;
  readonly stretch: number;
}

/**
 * @param windows in the order of the recording
 * @returns for each window the number of its voice; voices are numbered in the order of their first windows
 */
export function voicesOf(windows: readonly HeardWindow[]): number[] {
  let labels = grouped(windows);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const centres = centresOf(windows, withoutSmall(windows, labels));
    const next = likeliestPath(windows, centres);
    if (next.every((label, i) => label === labels[i])) break;
    labels = next;
  }
  const kept = withoutSmall(windows, labels);
  const order = [...new Set(kept)];
  return kept.map((label) => order.indexOf(label));
}

/** Mean directions of the voices: unit or shorter vectors, by number. */
function centresOf(windows: readonly HeardWindow[], labels: readonly number[]): Map<number, Float64Array> {
  const centres = new Map<number, Float64Array>();
  for (const [i, { embedding }] of windows.entries()) {
    const centre = centres.get(labels[i]!) ?? new Float64Array(embedding.length);
    centres.set(labels[i]!, centre);
    for (let k = 0; k < embedding.length; k++) centre[k]! += embedding[k]!;
  }
  return centres;
}

interface Unit {
  readonly sum: Float64Array;
  /** Norm of the sum. */
  length: number;
  readonly windows: number[];
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** Merges the two most similar groups until none are similar enough. */
function grouped(windows: readonly HeardWindow[]): number[] {
  const units: Unit[] = [];
  for (const [i, { embedding, stretch }] of windows.entries()) {
    const last = units.at(-1);
    if (last && windows[last.windows[0]!]!.stretch === stretch && last.windows.length < UNIT_WINDOWS) {
      for (let k = 0; k < embedding.length; k++) last.sum[k]! += embedding[k]!;
      last.windows.push(i);
    } else units.push({ sum: Float64Array.from(embedding), length: 0, windows: [i] });
  }
  for (const unit of units) unit.length = Math.sqrt(dot(unit.sum, unit.sum));
  /** Similarity of two groups above the threshold for merging. */
  const margin = (one: Unit, other: Unit): number => {
    const isLong = Math.min(one.windows.length, other.windows.length) >= LONG_WINDOWS;
    const likeness = dot(one.sum, other.sum) / (one.length * other.length || 1);
    return likeness - (isLong ? SAME_LONG_VOICE : SAME_VOICE);
  };
  const margins = units.map(() => new Float32Array(units.length));
  for (const [i, one] of units.entries())
    for (let k = 0; k < i; k++) margins[i]![k] = margins[k]![i] = margin(one, units[k]!);
  const alive = new Set(units.keys());
  // The most similar group of each group, so that a merger need not compare all pairs again.
  const nearest = units.map(() => -1);
  const findNearest = (unit: number): void => {
    let best = -1;
    for (const other of alive)
      if (other !== unit && (best < 0 || margins[unit]![other]! > margins[unit]![best]!)) best = other;
    nearest[unit] = best;
  };
  for (const unit of alive) findNearest(unit);
  for (;;) {
    let one = -1;
    const of = (unit: number): number =>
      unit < 0 || nearest[unit]! < 0 ? Number.NEGATIVE_INFINITY : margins[unit]![nearest[unit]!]!;
    for (const unit of alive) if (of(unit) > of(one)) one = unit;
    if (of(one) <= 0) break;
    const other = nearest[one]!;
    const into = units[one]!;
    const from = units[other]!;
    for (let k = 0; k < into.sum.length; k++) into.sum[k]! += from.sum[k]!;
    into.length = Math.sqrt(dot(into.sum, into.sum));
    into.windows.push(...from.windows);
    alive.delete(other);
    for (const unit of alive) {
      if (unit === one) continue;
      margins[one]![unit] = margins[unit]![one] = margin(into, units[unit]!);
      if (nearest[unit] === one || nearest[unit] === other) findNearest(unit);
      else if (margins[unit]![one]! > of(unit)) nearest[unit] = one;
    }
    findNearest(one);
  }
  const labels = new Array<number>(windows.length).fill(0);
  for (const label of alive) for (const window of units[label]!.windows) labels[window] = label;
  return labels;
}

/** Voices with too little speech are merged into the nearest one. */
function withoutSmall(windows: readonly HeardWindow[], labels: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const byCount = [...counts].sort(([, a], [, b]) => b - a);
  const large = byCount.filter(([, count], i) => i === 0 || count >= MIN_WINDOWS).map(([label]) => label);
  const centres = centresOf(windows, labels);
  const nearest = (label: number): number => {
    const likeness = (other: number): number => similarity(centres.get(label)!, centres.get(other)!);
    return large.reduce((best, other) => (likeness(other) > likeness(best) ? other : best));
  };
  const becomes = new Map(
    [...counts.keys()].map((label) => [label, large.includes(label) ? label : nearest(label)]),
  );
  return labels.map((label) => becomes.get(label)!);
}

/** The assignment with the highest sum of similarities minus the cost of its changes. */
function likeliestPath(
  windows: readonly HeardWindow[],
  centres: ReadonlyMap<number, Float64Array>,
): number[] {
  const labels = [...centres.keys()];
  const cameFrom: number[][] = [];
  let scores = labels.map(() => 0);
  for (const { embedding } of windows) {
    const best = scores.indexOf(Math.max(...scores));
    const changed = scores[best]! - TURN_COST;
    cameFrom.push(scores.map((score, at) => (score >= changed ? at : best)));
    scores = labels.map(
      (label, at) => Math.max(scores[at]!, changed) + similarity(embedding, centres.get(label)!),
    );
  }
  let at = scores.indexOf(Math.max(...scores));
  const path = new Array<number>(windows.length);
  for (let i = windows.length - 1; i >= 0; i--) {
    path[i] = labels[at]!;
    at = cameFrom[i]![at]!;
  }
  return path;
}
