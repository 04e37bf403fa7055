/** Logistic regression on dense features: gradient descent with momentum (Nesterov 1983) on standardised features. */
import type { FinishedSpeech } from '../../../agent-worker/research.ts';

export interface SpeechExample {
  readonly features: Float32Array;
  readonly isEnd: boolean;
  /** Whether no pause precedes. */
  readonly isFirst: boolean;
  readonly seconds: number;
}

const STEPS = 600;
const RATE = 0.005;
const MOMENTUM = 0.95;
/** Limit of the weight of a rare example. */
const MOST_WEIGHT = 4;
/** Penalty of the squares of all weights but the offset, for each example. */
const PENALTY = 0.06;
const LEAST_VARIANCE = 1e-9;

/** Longest sound that differs in its stratum from shorter ones, in s. */
const LONG_SECONDS = 4;

/**
 * Among sounds of a length, with or without an earlier pause, ends and pauses have the same total weight: neither says
 * whether the caller has finished.
 */
function weighted(examples: readonly SpeechExample[]): number[] {
  const stratumOf = ({ isFirst, seconds }: SpeechExample): string =>
    `${isFirst} ${Math.floor(Math.min(seconds, LONG_SECONDS))}`;
  const classOf = (example: SpeechExample): string => `${stratumOf(example)} ${example.isEnd}`;
  const counts = new Map<string, number>();
  for (const example of examples)
    for (const key of [stratumOf(example), classOf(example)]) counts.set(key, (counts.get(key) ?? 0) + 1);
  return examples.map((example) => {
    const share = counts.get(classOf(example))! / counts.get(stratumOf(example))!;
    return Math.min(MOST_WEIGHT, 1 / (2 * share)) / examples.length;
  });
}

/** @returns the weights for features that are not standardised */
export function fitSpeech(examples: readonly SpeechExample[]): FinishedSpeech {
  const count = examples.length;
  const size = examples[0]!.features.length;
  const mean = new Float64Array(size);
  const variance = new Float64Array(size);
  for (const { features } of examples) for (let j = 0; j < size; j++) mean[j]! += features[j]! / count;
  for (const { features } of examples)
    for (let j = 0; j < size; j++) variance[j]! += (features[j]! - mean[j]!) ** 2 / count;
  const deviation = variance.map((x) => Math.sqrt(x + LEAST_VARIANCE));
  const rows = examples.map(({ features }) => features.map((x, j) => (x - mean[j]!) / deviation[j]!));
  const shares = weighted(examples);
  const weights = new Float64Array(size + 1);
  const velocity = new Float64Array(size + 1);
  const gradient = new Float64Array(size + 1);
  for (let step = 0; step < STEPS; step++) {
    for (let j = 0; j < size; j++) gradient[j] = PENALTY * weights[j]!;
    gradient[size] = 0;
    for (const [i, row] of rows.entries()) {
      let odds = weights[size]!;
      for (let j = 0; j < size; j++) odds += weights[j]! * row[j]!;
      const { isEnd } = examples[i]!;
      const error = shares[i]! * (1 / (1 + Math.exp(-odds)) - (isEnd ? 1 : 0));
      for (let j = 0; j < size; j++) gradient[j]! += error * row[j]!;
      gradient[size]! += error;
    }
    for (let j = 0; j <= size; j++) {
      velocity[j] = MOMENTUM * velocity[j]! - RATE * gradient[j]!;
      weights[j]! += velocity[j]!;
    }
  }
  const plain = Float32Array.from({ length: size }, (_, j) => weights[j]! / deviation[j]!);
  return { weights: plain, offset: weights[size]! - plain.reduce((sum, w, j) => sum + w * mean[j]!, 0) };
}
