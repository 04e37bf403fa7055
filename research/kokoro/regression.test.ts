import { describe, expect, test } from 'vitest';
import { predict, regressionOf } from '../../engine/research.ts';
import { eigenpairs } from './eigen.ts';
import type { Observation } from './observations.ts';
import { fitRegression, statisticsOf } from './regression.ts';
import { packTable } from './table.ts';

const FEATURES = 40;
const CHANNELS = 30;
const CAUSES = 3;

/** Returns reproducible numbers from -1 to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** Returns utterances whose features and statistics depend on a few causes. */
function utterances(count: number): Observation[] {
  const fixed = numbers(1);
  const shape = (size: number): Float64Array[] =>
    Array.from({ length: CAUSES }, () => Float64Array.from({ length: size }, fixed));
  const [features, means, deviations] = [shape(FEATURES), shape(CHANNELS), shape(CHANNELS)];
  const random = numbers(2);
  return Array.from({ length: count }, () => {
    const causes = Array.from({ length: CAUSES }, random);
    const mixed = (of: readonly Float64Array[], i: number): number =>
      causes.reduce((sum, cause, k) => sum + cause * of[k]![i]!, 0);
    return {
      frames: 150 + Math.round(100 * random()),
      known: Float64Array.from({ length: FEATURES }, (_, i) => 3 + mixed(features, i)),
      means: Float32Array.from({ length: CHANNELS }, (_, i) => mixed(means, i)),
      variances: Float32Array.from({ length: CHANNELS }, (_, i) => Math.exp(mixed(deviations, i))),
      largest: new Float32Array([1, 2, 1000]),
    };
  });
}

describe('the regression of norm statistics', () => {
  test('predicts unseen utterances, also from the packed table', () => {
    const all = utterances(400);
    const [seen, unseen] = [all.slice(0, 360), all.slice(360)];
    const fitted = fitRegression(seen, CAUSES);
    const regression = regressionOf(packTable(fitted, ['all'], seen[0]!.largest));
    const errors: number[] = [];
    const sizes: number[] = [];
    for (const observation of unseen) {
      const actual = statisticsOf(observation, fitted.deviations);
      const predicted = predict(observation.known, regression);
      for (const [i, value] of actual.entries()) {
        errors.push((value - predicted[i]!) ** 2);
        sizes.push((value - regression.averages[i]!) ** 2);
      }
    }
    const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
    // Some variance remains, because large weights are penalised and bytes are coarse.
    expect(sum(errors)).toBeLessThan(0.02 * sum(sizes));
  });

  test('keeps as many directions as requested, or as there are', () => {
    expect(fitRegression(utterances(50), 2).rank).toBe(2);
    expect(fitRegression(utterances(50), 20).rank).toBe(CAUSES);
  });

  test('keeps ranges in steps of a sixteenth of a factor of two', () => {
    const seen = utterances(10);
    const steps = [...Buffer.from(packTable(fitRegression(seen, 2), [], seen[0]!.largest).ranges, 'base64')];
    const ranges = steps.map((step) => 2 ** ((step - 96) / 16));
    for (const [i, range] of ranges.entries()) {
      const ratio = range / seen[0]!.largest[i]!;
      expect(Math.abs(Math.log2(ratio))).toBeLessThanOrEqual(1 / 32 + 1e-9);
    }
  });
});

test('eigenpairs of a symmetric matrix are orthonormal and reproduce the matrix', () => {
  const n = 7;
  const random = numbers(3);
  const matrix = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      matrix[i * n + j] = random();
      matrix[j * n + i] = matrix[i * n + j]!;
    }
  }
  const pairs = eigenpairs(matrix.slice(), n);
  expect(pairs.map(({ value }) => value)).toEqual(pairs.map(({ value }) => value).sort((a, b) => b - a));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const again = pairs.reduce((sum, { value, vector }) => sum + value * vector[i]! * vector[j]!, 0);
      expect(again).toBeCloseTo(matrix[i * n + j]!, 10);
    }
  }
});
