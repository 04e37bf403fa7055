import { expect, test } from 'vitest';
import { cholesky, solveLower, solveUpper } from './matrix.ts';

test('factors a matrix and solves with it', () => {
  const a = Float64Array.of(4, 2, 0.4, 2, 5, 1, 0.4, 1, 3);
  const l = cholesky(a, 3);
  const x = Float64Array.of(1, -2, 3);
  const b = Float64Array.from([0, 1, 2], (i) => [0, 1, 2].reduce((sum, k) => sum + a[i * 3 + k]! * x[k]!, 0));
  solveLower(l, 3, b);
  solveUpper(l, 3, b);
  for (const [i, value] of b.entries()) expect(value).toBeCloseTo(x[i]!, 12);
});

test('refuses a matrix without a factor', () => {
  expect(() => cholesky(Float64Array.of(1, 2, 2, 1), 2)).toThrow(RangeError);
});
