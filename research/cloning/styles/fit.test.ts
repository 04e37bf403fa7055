import { expect, test } from 'vitest';
import { expectedEmbedding, pitchPlace, styleSpaceOf } from '../../../cloning/research.ts';
import { mean } from '../../../media/statistics.ts';
import { randomNumbers } from '../../random.ts';
import { covarianceAxes } from './covariance-axes.ts';
import { fitStyleSpace, type StyleSample } from './fit.ts';

/** A reproducible number in [-1, 1) for every index. */
const noise = (i: number): number => ((Math.imul(i + 1, 2_654_435_761) >>> 0) / 2 ** 31 - 1) % 1;

test('axes have the directions of the largest variance', () => {
  const rows = Array.from({ length: 40 }, (_, i) => [3 * noise(i), noise(100 + i) / 2, 7]);
  const { mean, axes, variances } = covarianceAxes(rows, 2);
  expect(mean[2]).toBeCloseTo(7, 9);
  expect(Math.abs(axes[0]![0]!)).toBeGreaterThan(0.98);
  expect(variances[0]).toBeGreaterThan(4 * variances[1]!);
});

test('a fitted table approximately reproduces the samples', () => {
  const voices = Array.from({ length: 30 }, (_, v) =>
    Array.from({ length: 128 }, (_, i) => noise(v * 128 + i)),
  );
  // The text also changes the embedding, in either direction equally often.
  const samples = [...voices, ...voices].map(
    (style, v): StyleSample => ({
      style,
      f0Hz: 120 + (v % 30),
      embedding: Array.from({ length: 256 }, (_, i) => [v % 3 === 1 ? 1 : 0, v < 30 ? 0.5 : -0.5][i] ?? 0),
      text: v < 30 ? 0 : 1,
    }),
  );
  const fitting = { directions: 12, components: 2, networks: 2, epochs: 60, random: randomNumbers(1) };
  const space = styleSpaceOf(
    fitStyleSpace(voices, samples, { af_heart: 5 }, new Array<number>(40).fill(0), fitting),
  );
  const place = (v: number): Float64Array =>
    Float64Array.of(...space.voices.subarray(12 * v, 12 * (v + 1)), pitchPlace(120 + v));
  const first = voices.map((_, v) => expectedEmbedding(space, place(v))[0]!);
  const second = voices.map((_, v) => expectedEmbedding(space, place(v))[1]!);
  const thirds = [0, 1, 2].map((third) => mean(first.filter((_, v) => v % 3 === third)));
  expect(thirds[1]).toBeGreaterThan(0.7);
  expect(Math.max(thirds[0]!, thirds[2]!)).toBeLessThan(0.3);
  expect(Math.max(...second.map(Math.abs))).toBeLessThan(0.25);
});
