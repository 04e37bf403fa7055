/** Trains the network that tells ends from pauses, on standardised features. */
import {
  type FinishedSpeech,
  SPEECH_FEATURES,
  SPEECH_UNITS,
  sigmoid,
} from '../../../agent-worker/research.ts';
import { adam } from '../../adam.ts';
import { randomNumbers, shuffled } from '../../random.ts';

export interface SpeechExample {
  readonly features: Float32Array;
  readonly isEnd: boolean;
  /** Whether no pause precedes. */
  readonly isFirst: boolean;
  readonly seconds: number;
  /** Whether an actor speaks, and not a synthesizer. */
  readonly isActor: boolean;
}

/** Networks that are trained apart; their log-odds are averaged. */
const NETWORKS = 2;
const UNITS = SPEECH_UNITS / NETWORKS;
const EPOCHS = 15;
const BATCH = 64;
const RATE = 5e-4;
/** Penalty of the squares of the weights. */
const PENALTY = 0.0016;
/**
 * The networks are far surer of sounds that they were fitted to than of others: by this factor, their log-odds are too
 * large for actors that they were not fitted to (3; 6 for the voices of another synthesizer).
 */
const OVERCONFIDENCE = 3;
/** Limit of the weight of a rare example. */
const MOST_WEIGHT = 4;
const LEAST_VARIANCE = 1e-9;

/** Longest sound that differs in its stratum from shorter ones, in s. */
const LONG_SECONDS = 4;

/**
 * Among sounds of a length, with or without an earlier pause, ends and pauses have the same total weight: neither says
 * whether the caller has finished.
 */
function weighted(examples: readonly SpeechExample[]): number[] {
  const stratumOf = ({ isActor, isFirst, seconds }: SpeechExample): string =>
    `${isActor} ${isFirst} ${Math.floor(Math.min(seconds, LONG_SECONDS))}`;
  const classOf = (example: SpeechExample): string => `${stratumOf(example)} ${example.isEnd}`;
  const counts = new Map<string, number>();
  for (const example of examples)
    for (const key of [stratumOf(example), classOf(example)]) counts.set(key, (counts.get(key) ?? 0) + 1);
  return examples.map((example) => {
    const share = counts.get(classOf(example))! / counts.get(stratumOf(example))!;
    return Math.min(MOST_WEIGHT, 1 / (2 * share));
  });
}

/** @returns the network for features that are not standardised */
export function fitSpeech(examples: readonly SpeechExample[]): FinishedSpeech {
  const { mean, deviation } = spreadOf(examples);
  const rows = examples.map(({ features }) => features.map((x, j) => (x - mean[j]!) / deviation[j]!));
  const weights = weighted(examples);
  const random = randomNumbers(5);
  const networks = Array.from({ length: NETWORKS }, () => trained(rows, examples, weights, random));
  const input = new Float32Array(SPEECH_UNITS * SPEECH_FEATURES);
  const bias = new Float32Array(SPEECH_UNITS);
  for (const [unit, { row, offset }] of networks.flatMap(unitsOf).entries()) {
    bias[unit] = offset;
    for (let j = 0; j < SPEECH_FEATURES; j++) {
      const weight = row[j]! / deviation[j]!;
      input[unit * SPEECH_FEATURES + j] = weight;
      bias[unit]! -= weight * mean[j]!;
    }
  }
  return {
    input,
    bias,
    output: Float32Array.from(
      networks.flatMap(({ output }) => [...output]),
      (weight) => weight / NETWORKS / OVERCONFIDENCE,
    ),
    offset: networks.reduce((sum, { offset }) => sum + offset[0]! / NETWORKS / OVERCONFIDENCE, 0),
  };
}

function spreadOf(examples: readonly SpeechExample[]): { mean: Float64Array; deviation: Float64Array } {
  const mean = new Float64Array(SPEECH_FEATURES);
  const variance = new Float64Array(SPEECH_FEATURES);
  for (const { features } of examples)
    for (let j = 0; j < SPEECH_FEATURES; j++) mean[j]! += features[j]! / examples.length;
  for (const { features } of examples)
    for (let j = 0; j < SPEECH_FEATURES; j++)
      variance[j]! += (features[j]! - mean[j]!) ** 2 / examples.length;
  return { mean, deviation: variance.map((x) => Math.sqrt(x + LEAST_VARIANCE)) };
}

/** One of the networks. */
interface Network {
  /** `UNITS` rows. */
  readonly input: Float32Array;
  readonly bias: Float32Array;
  readonly output: Float32Array;
  /** One value. */
  readonly offset: Float32Array;
}
const PARTS = ['input', 'bias', 'output', 'offset'] as const;

const zeros = (): Network => ({
  input: new Float32Array(UNITS * SPEECH_FEATURES),
  bias: new Float32Array(UNITS),
  output: new Float32Array(UNITS),
  offset: new Float32Array(1),
});

const unitsOf = ({ input, bias }: Network) =>
  Array.from(bias, (offset, unit) => ({
    row: input.subarray(unit * SPEECH_FEATURES, (unit + 1) * SPEECH_FEATURES),
    offset,
  }));

/** Initial weights by Glorot and Bengio (2010). */
function untrained(random: () => number): Network {
  const network = zeros();
  const fill = (values: Float32Array, inputs: number, outputs: number): void => {
    const limit = Math.sqrt(6 / (inputs + outputs));
    for (let i = 0; i < values.length; i++) values[i] = limit * (2 * random() - 1);
  };
  fill(network.input, SPEECH_FEATURES, UNITS);
  fill(network.output, UNITS, 1);
  return network;
}

function trained(
  rows: readonly Float32Array[],
  examples: readonly SpeechExample[],
  weights: readonly number[],
  random: () => number,
): Network {
  const network = untrained(random);
  const move = adam(PARTS.map((part) => network[part]));
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const order = shuffled(
      rows.map((_, i) => i),
      random,
    );
    for (let at = 0; at < order.length; at += BATCH) {
      const batch = order.slice(at, at + BATCH);
      const gradient = zeros();
      for (const i of batch)
        addSlopes(network, rows[i]!, examples[i]!.isEnd, weights[i]! / batch.length, gradient);
      for (const part of ['input', 'output'] as const)
        for (const [j, value] of network[part].entries()) gradient[part][j]! += PENALTY * value;
      move(
        PARTS.map((part) => gradient[part]),
        RATE,
      );
    }
  }
  return network;
}

/** Adds the slopes of the loss of an example. */
function addSlopes(
  { input, bias, output, offset }: Network,
  row: Float32Array,
  isEnd: boolean,
  weight: number,
  gradient: Network,
): void {
  const hidden = new Float32Array(UNITS);
  let logOdds = offset[0]!;
  for (let unit = 0; unit < UNITS; unit++) {
    const from = unit * SPEECH_FEATURES;
    let sum = bias[unit]!;
    for (let j = 0; j < SPEECH_FEATURES; j++) sum += input[from + j]! * row[j]!;
    hidden[unit] = Math.max(0, sum);
    logOdds += output[unit]! * hidden[unit]!;
  }
  const error = weight * (sigmoid(logOdds) - (isEnd ? 1 : 0));
  gradient.offset[0]! += error;
  for (let unit = 0; unit < UNITS; unit++) {
    if (hidden[unit] === 0) continue;
    gradient.output[unit]! += error * hidden[unit]!;
    const slope = error * output[unit]!;
    gradient.bias[unit]! += slope;
    const from = unit * SPEECH_FEATURES;
    for (let j = 0; j < SPEECH_FEATURES; j++) gradient.input[from + j]! += slope * row[j]!;
  }
}
