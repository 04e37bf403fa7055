import { expect, test } from 'vitest';
import { styleSpaceOf } from '../../../engine/enrolment/style-space/style-space.ts';
import { fitStyleSpace, type StyleSample } from './fit.ts';
import { covarianceAxes, solveSymmetric } from './linear-algebra.ts';

/** A reproducible number in [-1, 1) for every index. */
const noise = (i: number): number => ((Math.imul(i + 1, 2_654_435_761) >>> 0) / 2 ** 31 - 1) % 1;

test('equations are solved', () => {
  const a = [Float64Array.of(4, 1), Float64Array.of(1, 3)];
  const [x, y] = solveSymmetric(a, [Float64Array.of(6), Float64Array.of(7)]);
  expect([x![0], y![0]].map((value) => value!.toFixed(6))).toEqual(['1.000000', '2.000000']);
});

test('axes lie where rows differ most', () => {
  const rows = Array.from({ length: 40 }, (_, i) => [3 * noise(i), noise(100 + i) / 2, 7]);
  const { mean, axes, variances } = covarianceAxes(rows, 2);
  expect(mean[2]).toBeCloseTo(7, 9);
  expect(Math.abs(axes[0]![0]!)).toBeGreaterThan(0.98);
  expect(variances[0]).toBeGreaterThan(4 * variances[1]!);
});

test('a fitted table gives the samples back, roughly', () => {
  const voices = Array.from({ length: 30 }, (_, v) =>
    Array.from({ length: 128 }, (_, i) => noise(v * 128 + i)),
  );
  const samples = voices.map(
    (style, v): StyleSample => ({
      style,
      f0Hz: 120 + v,
      embedding: Array.from({ length: 256 }, (_, i) => (i === v % 3 ? 1 : 0.01 * noise(i))),
    }),
  );
  const space = styleSpaceOf(fitStyleSpace(voices, samples, { af_heart: 5 }, new Array<number>(40).fill(0)));
  expect(space.samples.length).toBe(samples.length * (space.directions + 1));
  expect(space.weights.length).toBe(samples.length * space.components);
  expect(Math.abs(space.embedding[0]! - 1 / 3)).toBeLessThan(0.01);
});
