import { CEPSTRA, DIMENSIONS } from './features.ts';
import { cholesky, solveLower, solveUpper } from './matrix.ts';

/** Weight of the mapping's prior, in frames. */
const MAPPING_WEIGHT = 150;
/** Weight of the prior of a phoneme's offset, in frames. */
const PHONEME_WEIGHT = 40;
/** Shrinkage of the correlation between features. */
const CORRELATION_TRUST = 0.8;
const LEAST_VARIANCE = 0.02;

/**
 * Frames of the recording and of the rendition in one space, in which differences of matching frames are white noise.
 */
export interface Adapted {
  readonly recording: Float32Array;
  readonly rendition: Float32Array;
}

/** Distance of frame `t` of the recording and a frame of the rendition: the mean square of their differences. */
export function frameDistance({ recording, rendition }: Adapted, t: number, frame: number): number {
  const x = t * DIMENSIONS;
  const y = frame * DIMENSIONS;
  let sum = 0;
  for (let k = 0; k < DIMENSIONS; k++) {
    const difference = recording[x + k]! - rendition[y + k]!;
    sum += difference * difference;
  }
  return sum / DIMENSIONS;
}

/**
 * The same as `frameDistance` for several frames of the rendition, four at a time, which halves the time.
 * @param frames frames of the rendition; negative ones are skipped
 * @param low, high first and last index into `frames`
 * @param output one value for each of them, the first at index 0
 */
export function frameDistances(
  { recording, rendition }: Adapted,
  t: number,
  frames: Int32Array,
  low: number,
  high: number,
  output: Float32Array | Float64Array,
): void {
  const x = t * DIMENSIONS;
  let i = low;
  while (i <= high) {
    const a = frames[i]! * DIMENSIONS;
    if (a < 0) {
      i++;
      continue;
    }
    const b = i + 1 <= high ? frames[i + 1]! * DIMENSIONS : -1;
    const c = i + 2 <= high ? frames[i + 2]! * DIMENSIONS : -1;
    const d = i + 3 <= high ? frames[i + 3]! * DIMENSIONS : -1;
    if (b < 0 || c < 0 || d < 0) {
      let sum = 0;
      for (let k = 0; k < DIMENSIONS; k++) {
        const difference = recording[x + k]! - rendition[a + k]!;
        sum += difference * difference;
      }
      output[i - low] = sum / DIMENSIONS;
      i++;
      continue;
    }
    let sumA = 0;
    let sumB = 0;
    let sumC = 0;
    let sumD = 0;
    for (let k = 0; k < DIMENSIONS; k++) {
      const value = recording[x + k]!;
      const differenceA = value - rendition[a + k]!;
      const differenceB = value - rendition[b + k]!;
      const differenceC = value - rendition[c + k]!;
      const differenceD = value - rendition[d + k]!;
      sumA += differenceA * differenceA;
      sumB += differenceB * differenceB;
      sumC += differenceC * differenceC;
      sumD += differenceD * differenceD;
    }
    output[i - low] = sumA / DIMENSIONS;
    output[i - low + 1] = sumB / DIMENSIONS;
    output[i - low + 2] = sumC / DIMENSIONS;
    output[i - low + 3] = sumD / DIMENSIONS;
    i += 4;
  }
}

/** Pairs of matching frames: `rendition[i]` was found in frame `recording[i]`. */
export interface Pairs {
  readonly recording: Int32Array;
  readonly rendition: Int32Array;
}

/**
 * Adapts the rendition's speaker to the recording's: a linear mapping of all cepstra (ridge regression towards the
 * identity), an offset for each phoneme, and whitening by the covariance of the residual.
 * @param recording, rendition rows of `DIMENSIONS`
 * @param phonemes a number below `phonemeCount` for each frame of the rendition
 */
export function adapt(
  recording: Float32Array,
  rendition: Float32Array,
  phonemes: Int32Array,
  phonemeCount: number,
  pairs: Pairs,
): Adapted {
  const mapping = learnMapping(recording, rendition, pairs);
  const mapped = applyMapping(mapping, rendition);
  addPhonemeOffsets(mapped, recording, phonemes, phonemeCount, pairs);
  const l = residualFactor(recording, mapped, pairs);
  return { recording: whiten(recording, l), rendition: whiten(mapped, l) };
}

/** Weights of each output cepstrum: those of the rendition's cepstra, and a constant. */
function learnMapping(recording: Float32Array, rendition: Float32Array, pairs: Pairs): Float64Array {
  const n = CEPSTRA + 1;
  const gram = new Float64Array(n * n);
  const cross = new Float64Array(CEPSTRA * n);
  const y = new Float64Array(n).fill(1);
  for (let i = 0; i < pairs.recording.length; i++) {
    const x = pairs.recording[i]! * DIMENSIONS;
    const at = pairs.rendition[i]! * DIMENSIONS;
    for (let k = 0; k < CEPSTRA; k++) y[k] = rendition[at + k]!;
    for (let a = 0; a < n; a++) {
      for (let b = 0; b <= a; b++) gram[a * n + b]! += y[a]! * y[b]!;
      for (let k = 0; k < CEPSTRA; k++) cross[k * n + a]! += recording[x + k]! * y[a]!;
    }
  }
  for (let a = 0; a < n; a++) {
    gram[a * n + a]! += MAPPING_WEIGHT;
    for (let b = 0; b < a; b++) gram[b * n + a] = gram[a * n + b]!;
  }
  const l = cholesky(gram, n);
  for (let k = 0; k < CEPSTRA; k++) {
    const row = cross.subarray(k * n, (k + 1) * n);
    row[k]! += MAPPING_WEIGHT;
    solveLower(l, n, row);
    solveUpper(l, n, row);
  }
  return cross;
}

function applyMapping(mapping: Float64Array, rendition: Float32Array): Float32Array {
  const n = CEPSTRA + 1;
  const mapped = new Float32Array(rendition.length);
  for (let at = 0; at < rendition.length; at += DIMENSIONS) {
    for (let k = 0; k < CEPSTRA; k++) {
      let sum = mapping[k * n + CEPSTRA]!;
      let change = 0;
      for (let j = 0; j < CEPSTRA; j++) {
        sum += mapping[k * n + j]! * rendition[at + j]!;
        change += mapping[k * n + j]! * rendition[at + CEPSTRA + j]!;
      }
      mapped[at + k] = sum;
      mapped[at + CEPSTRA + k] = change;
    }
  }
  return mapped;
}

function addPhonemeOffsets(
  mapped: Float32Array,
  recording: Float32Array,
  phonemes: Int32Array,
  phonemeCount: number,
  pairs: Pairs,
): void {
  const offsets = new Float64Array(phonemeCount * CEPSTRA);
  const counts = new Float64Array(phonemeCount);
  for (let i = 0; i < pairs.recording.length; i++) {
    const frame = pairs.rendition[i]!;
    const phoneme = phonemes[frame]!;
    counts[phoneme]!++;
    for (let k = 0; k < CEPSTRA; k++) {
      offsets[phoneme * CEPSTRA + k]! +=
        recording[pairs.recording[i]! * DIMENSIONS + k]! - mapped[frame * DIMENSIONS + k]!;
    }
  }
  for (let frame = 0; frame < phonemes.length; frame++) {
    const phoneme = phonemes[frame]!;
    const weight = counts[phoneme]! + PHONEME_WEIGHT;
    for (let k = 0; k < CEPSTRA; k++) {
      mapped[frame * DIMENSIONS + k]! += offsets[phoneme * CEPSTRA + k]! / weight;
    }
  }
}

/** Cholesky factor of the covariance of the differences of matching frames. */
function residualFactor(recording: Float32Array, mapped: Float32Array, pairs: Pairs): Float64Array {
  const n = DIMENSIONS;
  const covariance = new Float64Array(n * n);
  const residual = new Float64Array(n);
  const count = pairs.recording.length;
  for (let i = 0; i < count; i++) {
    const x = pairs.recording[i]! * n;
    const y = pairs.rendition[i]! * n;
    for (let k = 0; k < n; k++) residual[k] = recording[x + k]! - mapped[y + k]!;
    for (let a = 0; a < n; a++) {
      for (let b = 0; b <= a; b++) covariance[a * n + b]! += residual[a]! * residual[b]!;
    }
  }
  // Adds virtual frames that represent the prior.
  const prior = 50;
  for (let a = 0; a < n; a++) {
    for (let b = 0; b <= a; b++) {
      const at = a * n + b;
      covariance[at] = (covariance[at]! + (a === b ? prior : 0)) / (count + prior);
      covariance[at]! *= a === b ? 1 : CORRELATION_TRUST;
      if (a === b) covariance[at] = Math.max(LEAST_VARIANCE, covariance[at]!);
      covariance[b * n + a] = covariance[at]!;
    }
  }
  return cholesky(covariance, n);
}

function whiten(features: Float32Array, l: Float64Array): Float32Array {
  const white = new Float32Array(features.length);
  const row = new Float64Array(DIMENSIONS);
  for (let at = 0; at < features.length; at += DIMENSIONS) {
    for (let k = 0; k < DIMENSIONS; k++) row[k] = features[at + k]!;
    solveLower(l, DIMENSIONS, row);
    white.set(row, at);
  }
  return white;
}
