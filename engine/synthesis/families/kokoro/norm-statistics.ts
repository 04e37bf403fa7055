/**
 * Predicts mean and variance of every channel at every norm of the generator from the inputs of the generator:
 * features, pitch and style.
 */
import { REGRESSION, type Regression } from './generator-statistics.ts';
import { BLOCKS, FEATURES, LEAST_PITCH, UNITS, type Unit, unitName } from './layers.ts';

export interface NormEvidence {
  /** [frames, 512] */
  readonly features: Float32Array;
  /** Hz at each frame; unvoiced below LEAST_PITCH. */
  readonly pitch: Float32Array;
  /** The half of the style that shapes the sound. */
  readonly style: Float32Array;
}

export interface NormStatistics {
  readonly mean: Float32Array;
  readonly variance: Float32Array;
}

/** Was added to variances before their logarithms were computed. */
export const LEAST_VARIANCE = 1e-4;

/**
 * Centres and range, in Hz, of the histogram of an utterance's pitch, which alone determines the statistics of the
 * harmonic source.
 */
const PITCHES = 24;
const LOWEST_PITCH = 60;
const HIGHEST_PITCH = 500;

/** The statistics of the norms of UNITS, in their order. */
export function predictStatistics(evidence: NormEvidence): NormStatistics[] {
  const predicted = predict(describe(evidence), REGRESSION);
  const { deviations } = REGRESSION;
  const channels = deviations.length;
  return PLACES.map(({ at, channels: count }) => {
    const mean = new Float32Array(count);
    const variance = new Float32Array(count);
    for (let i = 0; i < count; i++) {
      mean[i] = (predicted[at + i] ?? 0) * (deviations[at + i] ?? 0);
      variance[i] = Math.max(0, Math.exp(2 * (predicted[channels + at + i] ?? 0)) - LEAST_VARIANCE);
    }
    return { mean, variance };
  });
}

/**
 * Predicts statistics from evidence.
 * @param known the output of `describe`
 * @returns the mean of every channel of the regression's norms, in units of the regression, followed by the logarithm
 *   of the deviation of every channel
 */
export function predict(known: Float64Array, regression: Regression): Float64Array {
  const { rank, features, featureScales, offset, directions, directionScales, averages } = regression;
  const scaled = known.map((value, i) => value * (featureScales[i] ?? 0));
  const predicted = Float64Array.from(averages);
  for (let k = 0; k < rank; k++) {
    let inner = offset[k] ?? 0;
    for (let i = 0; i < scaled.length; i++)
      inner += (scaled[i] ?? 0) * (features[k * scaled.length + i] ?? 0);
    inner *= directionScales[k] ?? 0;
    for (let i = 0; i < predicted.length; i++) {
      predicted[i] = (predicted[i] ?? 0) + (directions[k * predicted.length + i] ?? 0) * inner;
    }
  }
  return predicted;
}

/** The evidence, as the numbers to which the regression was fitted. */
export function describe({ features, pitch, style }: NormEvidence): Float64Array {
  const frames = pitch.length;
  const known = new Float64Array(4 + 2 * FEATURES + style.length + PITCHES);
  const shares = known.subarray(known.length - PITCHES);
  let voiced = 0;
  let sum = 0;
  for (const value of pitch) {
    if (value <= LEAST_PITCH) continue;
    voiced++;
    sum += value;
    addPitch(shares, value, 1 / frames);
  }
  known[0] = voiced / frames;
  known[1] = sum / Math.max(1, voiced) / 200;
  known[2] = Math.log(frames) / 5;
  known[3] = 50 / frames;
  for (let frame = 0; frame < frames; frame++) {
    for (let channel = 0; channel < FEATURES; channel++) {
      const value = (features[frame * FEATURES + channel] ?? 0) / frames;
      known[4 + channel] = (known[4 + channel] ?? 0) + value;
      known[4 + FEATURES + channel] = (known[4 + FEATURES + channel] ?? 0) + Math.abs(value);
    }
  }
  known.set(style, 4 + 2 * FEATURES);
  return known;
}

/** Distributes a frame over the two of the equally spaced PITCHES next to its pitch. */
function addPitch(shares: Float64Array, pitch: number, weight: number): void {
  const interval = Math.log2(HIGHEST_PITCH / LOWEST_PITCH) / (PITCHES - 1);
  const position = Math.log2(pitch / LOWEST_PITCH) / interval;
  for (let i = 0; i < PITCHES; i++) {
    shares[i] = (shares[i] ?? 0) + weight * Math.max(0, 1 - Math.abs(position - i));
  }
}

/** Index of each unit's norm among the predicted ones. */
const PLACES = places();

function places(): { readonly at: number; readonly channels: number }[] {
  const found = new Map<string, { at: number; channels: number }>();
  const channelsOf = new Map(UNITS.map((unit) => [unitName(unit), unit.channels]));
  let at = 0;
  for (const name of REGRESSION.norms) {
    const channels = channelsOf.get(name) ?? 0;
    found.set(name, { at, channels });
    at += channels;
  }
  return UNITS.map((unit) => {
    const place = found.get(unitName(unit)) ?? found.get(unitName(twin(unit)));
    if (!place) throw new Error(`no statistics of the norm "${unitName(unit)}"`);
    return place;
  });
}

/** The first norms of parallel blocks have the same input: they are listed once, for the first block. */
function twin(unit: Unit): Unit {
  const [first] = BLOCKS[unit.block.half] ?? [];
  return first ? { ...unit, block: first } : unit;
}
