/** What is learned of a speaker relative to one base voice, and how frames of that voice are changed by it. */
import type { Frames } from './frames.ts';
import { CEPSTRUM_SIZE, type MelCepstrum } from './mel-cepstrum.ts';
import { contentKey, KEY_SIZE, positionIn, type Token, tokenOfFrames } from './phonetics.ts';

export interface PitchStatistics {
  /** Mean and standard deviation of the natural logarithm of the fundamental in Hz. */
  readonly mean: number;
  readonly deviation: number;
}

/** A recording's frame with the base voice's frame that says the same. */
export interface SpeakerMap {
  readonly basePitch: PitchStatistics;
  readonly pitch: PitchStatistics;
  /** Factor by which formants are raised. */
  readonly warp: number;
  readonly baseMean: Float64Array;
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
  readonly slope: Float64Array;
  /** Log power to add in every bin: what mel-cepstra are too smooth to hold. */
  readonly equaliser: Float32Array;
  /** Restores the speaker's variance after averaging, per coefficient. */
  readonly varianceMean: Float64Array;
  readonly varianceFactor: Float64Array;
  /** Log power that brings the loudness back to the base voice's. */
  readonly level: number;
  readonly pairs: number;
  /** For each pair: content key, what the global map misses, the speaker's own cepstrum, voiced or not. */
  readonly keys: Float32Array;
  readonly residuals: Float32Array;
  readonly exemplars: Float32Array;
  readonly voiced: Uint8Array;
}

export interface MapOptions {
  /** Pairs averaged for the local shift, and the temperature of their softmax (cosine distance). */
  readonly shiftPairs: number;
  readonly shiftTemperature: number;
  readonly topK: number;
  readonly temperature: number;
  /** Share of the exemplars in the result. */
  readonly mix: number;
  readonly varianceExponent: number;
}

export const DEFAULT_OPTIONS: MapOptions = {
  shiftPairs: 256,
  shiftTemperature: 0.2,
  topK: 8,
  temperature: 0.05,
  mix: 0.5,
  varianceExponent: 0.5,
};

export function pitchStatistics(f0Hz: ArrayLike<number>): PitchStatistics {
  const logs: number[] = [];
  for (let i = 0; i < f0Hz.length; i++) if (f0Hz[i]! > 0) logs.push(Math.log(f0Hz[i]!));
  if (logs.length === 0) return { mean: Math.log(120), deviation: 0.15 };
  logs.sort((a, b) => a - b);
  const median = logs[logs.length >> 1]!;
  const kept = logs.filter((value) => Math.abs(value - median) < 0.7);
  const mean = kept.reduce((sum, value) => sum + value, 0) / kept.length;
  const variance = kept.reduce((sum, value) => sum + (value - mean) ** 2, 0) / kept.length;
  return { mean, deviation: Math.max(0.08, Math.sqrt(variance)) };
}

/** Raises formants by a factor: piecewise linear with the upper end of the band fixed. */
export function warpSpectrum(
  input: Float32Array | Float64Array,
  from: number,
  bins: number,
  factor: number,
  output: Float64Array | Float32Array,
  at = 0,
): void {
  const last = bins - 1;
  const knee = 0.8 * last * Math.min(factor, 1);
  const inner = knee / factor;
  for (let k = 0; k < bins; k++) {
    const position = k <= knee ? k / factor : inner + ((k - knee) * (last - inner)) / (last - knee);
    const i = Math.min(last - 1, Math.floor(position));
    const part = position - i;
    output[at + k] = input[from + i]! * (1 - part) + input[from + i + 1]! * part;
  }
}

const SIZE = CEPSTRUM_SIZE;
const WARPS = Array.from({ length: 14 }, (_, i) => 0.85 + 0.03 * i);

export interface LearnInput {
  readonly cepstrum: MelCepstrum;
  readonly base: Frames;
  readonly baseTokens: readonly Token[];
  readonly target: Frames;
  /** For each frame of the recording, the frame of the base that says the same. */
  readonly path: Int32Array;
  readonly options?: Partial<MapOptions>;
}

export function learn({ cepstrum, base, baseTokens, target, path, options: given }: LearnInput): SpeakerMap {
  const options = { ...DEFAULT_OPTIONS, ...given };
  const { bins } = cepstrum;
  const pairs: [number, number][] = [];
  for (let t = 0; t < target.count; t++) {
    const b = path[t]!;
    if (target.speech[t] && base.speech[b]) pairs.push([b, t]);
  }
  const warp = bestWarp(cepstrum, base, target, pairs);
  const warped = new Float32Array(base.count * SIZE);
  const line = new Float64Array(bins);
  const baseResidue = new Float64Array(bins);
  let baseSpeech = 0;
  const smooth = new Float64Array(bins);
  const addResidue = (sums: Float64Array, cepstra: Float32Array, at: number): void => {
    smooth.fill(0);
    cepstrum.addSpectrum(cepstra, smooth, at * SIZE);
    for (let k = 0; k < bins; k++) sums[k]! += line[k]! - smooth[k]!;
  };
  for (let i = 0; i < base.count; i++) {
    warpSpectrum(base.spectra, i * bins, bins, warp, line);
    cepstrum.analyse(line, warped, i * SIZE);
    if (!base.speech[i]) continue;
    baseSpeech++;
    addResidue(baseResidue, warped, i);
  }
  const targetResidue = new Float64Array(bins);
  let targetSpeech = 0;
  for (let i = 0; i < target.count; i++) {
    if (!target.speech[i]) continue;
    targetSpeech++;
    line.set(target.spectra.subarray(i * bins, (i + 1) * bins));
    addResidue(targetResidue, target.cepstra, i);
  }
  const equaliser = Float32Array.from(
    targetResidue,
    (sum, k) => sum / targetSpeech - baseResidue[k]! / baseSpeech,
  );
  const source = moments(warped, base.speech);
  const wanted = moments(target.cepstra, target.speech);
  const slope = Float64Array.from(wanted.deviation, (value, m) => {
    const ratio = value / source.deviation[m]!;
    return m === 0 ? Math.min(1.1, Math.max(0.9, ratio)) : Math.min(1.3, Math.max(0.75, ratio));
  });
  const count = pairs.length;
  const keys = new Float32Array(count * KEY_SIZE);
  const residuals = new Float32Array(count * SIZE);
  const exemplars = new Float32Array(count * SIZE);
  const voiced = new Uint8Array(count);
  const owner = tokenOfFrames(baseTokens, base.count);
  for (const [j, [b, t]] of pairs.entries()) {
    const token = owner[b]!;
    contentKey(baseTokens, token, positionIn(baseTokens[token]!, b), keys, j * KEY_SIZE);
    for (let m = 0; m < SIZE; m++) {
      const mapped = (warped[b * SIZE + m]! - source.mean[m]!) * slope[m]! + wanted.mean[m]!;
      exemplars[j * SIZE + m] = target.cepstra[t * SIZE + m]!;
      residuals[j * SIZE + m] = exemplars[j * SIZE + m]! - mapped;
    }
    voiced[j] = target.f0Hz[t]! > 0 ? 1 : 0;
  }
  const draft: SpeakerMap = {
    basePitch: pitchStatistics(base.f0Hz),
    pitch: pitchStatistics(target.f0Hz),
    warp,
    baseMean: source.mean,
    mean: wanted.mean,
    deviation: wanted.deviation,
    slope,
    equaliser,
    varianceMean: wanted.mean,
    varianceFactor: new Float64Array(SIZE).fill(1),
    level: 0,
    pairs: count,
    keys,
    residuals,
    exemplars,
    voiced,
  };
  return calibrated(draft, options, { base, baseTokens, warped, owner, pairs, cepstrum });
}

function moments(cepstra: Float32Array, use: Uint8Array): { mean: Float64Array; deviation: Float64Array } {
  const mean = new Float64Array(SIZE);
  const square = new Float64Array(SIZE);
  let count = 0;
  for (let i = 0; i < use.length; i++) {
    if (!use[i]) continue;
    count++;
    for (let m = 0; m < SIZE; m++) {
      const value = cepstra[i * SIZE + m]!;
      mean[m]! += value;
      square[m]! += value * value;
    }
  }
  for (let m = 0; m < SIZE; m++) {
    mean[m]! /= count;
    square[m] = Math.sqrt(Math.max(1e-8, square[m]! / count - mean[m]! ** 2));
  }
  return { mean, deviation: square };
}

function bestWarp(
  cepstrum: MelCepstrum,
  base: Frames,
  target: Frames,
  pairs: readonly [number, number][],
): number {
  const step = Math.max(1, Math.floor(pairs.length / 600));
  const line = new Float64Array(cepstrum.bins);
  const mc = new Float64Array(SIZE);
  let best = Number.POSITIVE_INFINITY;
  let bestWarp = 1;
  for (const warp of WARPS) {
    const differences: Float64Array[] = [];
    for (let i = 0; i < pairs.length; i += step) {
      const [b, t] = pairs[i]!;
      warpSpectrum(base.spectra, b * cepstrum.bins, cepstrum.bins, warp, line);
      cepstrum.analyse(line, mc);
      differences.push(mc.map((value, m) => value - target.cepstra[t * SIZE + m]!));
    }
    const mean = new Float64Array(SIZE);
    for (const d of differences) for (let m = 0; m < SIZE; m++) mean[m]! += d[m]! / differences.length;
    let error = 0;
    for (const d of differences) {
      let sum = 0;
      for (let m = 1; m < SIZE; m++) sum += (d[m]! - mean[m]!) ** 2;
      error += Math.sqrt(sum);
    }
    if (error < best) {
      best = error;
      bestWarp = warp;
    }
  }
  return bestWarp;
}

/** Neighbours of a key among the pairs: indices and weights, nearest first in no particular order. */
export interface Neighbours {
  readonly index: Int32Array;
  readonly distance: Float32Array;
  readonly weight: Float32Array;
}

/** @param skip leaves out pairs it is true for */
export function nearestPairs(
  map: SpeakerMap,
  key: Float32Array,
  options: MapOptions,
  skip: (pair: number) => boolean = () => false,
): Neighbours {
  const distances = new Float32Array(map.pairs);
  const { keys } = map;
  for (let j = 0; j < map.pairs; j++) {
    if (skip(j)) {
      distances[j] = 9;
      continue;
    }
    let dot = 0;
    const row = j * KEY_SIZE;
    for (let i = 0; i < KEY_SIZE; i++) dot += key[i]! * keys[row + i]!;
    distances[j] = 1 - dot;
  }
  const wanted = Math.min(options.shiftPairs, map.pairs);
  const limit = Float32Array.from(distances).sort()[wanted - 1]!;
  const index = new Int32Array(wanted);
  const distance = new Float32Array(wanted);
  const weight = new Float32Array(wanted);
  let n = 0;
  let sum = 0;
  for (let j = 0; j < map.pairs && n < wanted; j++) {
    if (distances[j]! > limit) continue;
    index[n] = j;
    distance[n] = distances[j]!;
    weight[n] = Math.exp(-distances[j]! / options.shiftTemperature);
    sum += weight[n]!;
    n++;
  }
  for (let i = 0; i < n; i++) weight[i]! /= sum;
  return { index: index.subarray(0, n), distance: distance.subarray(0, n), weight: weight.subarray(0, n) };
}

/** Adds the weighted mean residual of neighbours. */
export function addShift(
  map: SpeakerMap,
  near: Neighbours,
  share: number,
  output: Float64Array,
  at = 0,
): void {
  for (let i = 0; i < near.index.length; i++) {
    const row = near.index[i]! * SIZE;
    const weight = near.weight[i]! * share;
    for (let m = 0; m < SIZE; m++) output[at + m]! += weight * map.residuals[row + m]!;
  }
}

/** The mean of the exemplars that fit both what is said and how it already sounds. */
export function exemplarMean(
  map: SpeakerMap,
  near: Neighbours,
  mapped: Float64Array,
  voiced: boolean,
  options: MapOptions,
  output: Float64Array,
): void {
  const count = near.index.length;
  const k = Math.min(options.topK, count);
  const bestCost = new Float64Array(k).fill(Number.POSITIVE_INFINITY);
  const best = new Int32Array(k);
  for (let i = 0; i < count; i++) {
    const j = near.index[i]!;
    let square = 0;
    for (let m = 1; m < 13; m++) {
      const d = (mapped[m]! - map.exemplars[j * SIZE + m]!) / map.deviation[m]!;
      square += d * d;
    }
    let cost = near.distance[i]! + Math.sqrt(square / 24);
    if ((map.voiced[j] === 1) !== voiced) cost += 0.1;
    if (cost >= bestCost[k - 1]!) continue;
    let at = k - 1;
    while (at > 0 && bestCost[at - 1]! > cost) {
      bestCost[at] = bestCost[at - 1]!;
      best[at] = best[at - 1]!;
      at--;
    }
    bestCost[at] = cost;
    best[at] = j;
  }
  output.fill(0);
  let sum = 0;
  for (let i = 0; i < k; i++) {
    const weight = Math.exp(-(bestCost[i]! - bestCost[0]!) / Math.max(1e-4, options.temperature));
    sum += weight;
    for (let m = 0; m < SIZE; m++) output[m]! += weight * map.exemplars[best[i]! * SIZE + m]!;
  }
  for (let m = 0; m < SIZE; m++) output[m]! /= sum;
}

interface Training {
  readonly base: Frames;
  readonly baseTokens: readonly Token[];
  readonly warped: Float32Array;
  readonly owner: Int32Array;
  readonly pairs: readonly [number, number][];
  readonly cepstrum: MelCepstrum;
}

/** Measures on the training frames what averaging loses of the variance, and how much louder the result is. */
function calibrated(draft: SpeakerMap, options: MapOptions, training: Training): SpeakerMap {
  const { base, baseTokens, warped, owner, pairs, cepstrum } = training;
  const STEP = 4;
  const key = new Float32Array(KEY_SIZE);
  const y = new Float64Array(SIZE);
  const exemplar = new Float64Array(SIZE);
  const rows: Float64Array[] = [];
  const frames: number[] = [];
  for (let j = 0; j < pairs.length; j += STEP) {
    const [b] = pairs[j]!;
    const token = owner[b]!;
    contentKey(baseTokens, token, positionIn(baseTokens[token]!, b), key);
    for (let m = 0; m < SIZE; m++) {
      y[m] = (warped[b * SIZE + m]! - draft.baseMean[m]!) * draft.slope[m]! + draft.mean[m]!;
    }
    const near = nearestPairs(draft, key, options, (other) => owner[pairs[other]![0]] === token);
    addShift(draft, near, 1, y);
    exemplarMean(draft, near, y, base.f0Hz[b]! > 0, options, exemplar);
    for (let m = 1; m < SIZE; m++) y[m]! += options.mix * (exemplar[m]! - y[m]!);
    rows.push(Float64Array.from(y));
    frames.push(b);
  }
  const flat = new Float32Array(rows.length * SIZE);
  for (const [i, row] of rows.entries()) flat.set(row, i * SIZE);
  const result = moments(flat, new Uint8Array(rows.length).fill(1));
  const varianceFactor = Float64Array.from(result.deviation, (value, m) =>
    m === 0 ? 1 : Math.min(1.6, Math.max(0.7, (draft.deviation[m]! / value) ** options.varianceExponent)),
  );
  const line = new Float64Array(cepstrum.bins);
  let level = 0;
  for (const [i, row] of rows.entries()) {
    const b = frames[i]!;
    line.fill(0);
    cepstrum.addSpectrum(row, line);
    let before = 0;
    let after = 0;
    for (let k = 0; k < cepstrum.bins; k++) {
      before += Math.exp(base.spectra[b * cepstrum.bins + k]!);
      after += Math.exp(line[k]! + draft.equaliser[k]!);
    }
    level += Math.log(before / after) / rows.length;
  }
  return { ...draft, varianceMean: result.mean, varianceFactor, level };
}
