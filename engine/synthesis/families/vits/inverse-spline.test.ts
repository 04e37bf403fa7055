import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { GraphBuilder } from '../../../../model-files/onnx/graph-builder.ts';
import { ONE_THREAD } from '../../../../model-files/onnx/session-options.ts';
import { inverseSpline } from './inverse-spline.ts';

const BINS = 10;
const ROWS = 64;
const SCALE = 1 / Math.sqrt(192);

/** Parameters of a spline for each row, in the form of a network's output. */
const parameters = Float32Array.from({ length: ROWS * 29 }, (_, i) => 20 * Math.sin((i + 1) ** 1.4));

/** Borders of bins from -5 to 5. */
function borders(logits: Float32Array): number[] {
  const powers = Array.from(logits, (logit) => Math.exp(logit * SCALE));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const at = [-5];
  for (const power of powers) at.push((at.at(-1) ?? 0) + 10 * (0.001 + 0.99 * (power / total)));
  return at;
}

/** Durkan et al., equation 4. */
function spline(row: number, x: number): number {
  if (Math.abs(x) > 5) return x;
  const own = parameters.subarray(row * 29, (row + 1) * 29);
  const xs = borders(own.subarray(0, BINS));
  const ys = borders(own.subarray(BINS, 2 * BINS));
  const slopes = [
    1,
    ...Array.from(own.subarray(2 * BINS), (value) => 0.001 + Math.log1p(Math.exp(value))),
    1,
  ];
  const bin = xs.findLastIndex((border, i) => i < BINS && border <= x);
  const [x0 = 0, x1 = 0, y0 = 0, y1 = 0] = [xs[bin], xs[bin + 1], ys[bin], ys[bin + 1]];
  const [d0 = 0, d1 = 0] = [slopes[bin], slopes[bin + 1]];
  const slope = (y1 - y0) / (x1 - x0);
  const share = (x - x0) / (x1 - x0);
  const rest = share * (1 - share);
  return y0 + ((y1 - y0) * (slope * share ** 2 + d0 * rest)) / (slope + (d0 + d1 - 2 * slope) * rest);
}

test('inverts a spline, and is the identity beyond its ends', async () => {
  const b = new GraphBuilder();
  const given = b.input('parameters', [1, 'rows', 29]);
  const y = b.input('y', [1, 'rows', 1]);
  b.operation('Reshape', [inverseSpline(b, given, SCALE, y), b.integers(-1, 1)]);
  const session = await InferenceSession.create(b.model(), ONE_THREAD);
  for (let shift = 0; shift < 5; shift++) {
    const wanted = Array.from({ length: ROWS }, (_, row) => ((row * 0.37 + shift * 1.7) % 14) - 7);
    const spoken = Float32Array.from(wanted, (x, row) => spline(row, x));
    const { out } = await session.run({
      parameters: new Tensor('float32', parameters, [1, ROWS, 29]),
      y: new Tensor('float32', spoken, [1, ROWS, 1]),
    });
    const undone = out?.data as Float32Array;
    // Where a spline is flat, its inverse is as inexact as single precision.
    for (const [row, x] of wanted.entries()) expect(undone[row]).toBeCloseTo(x, 1);
    expect(undone.filter((x, row) => Math.abs(x - (wanted[row] ?? 0)) < 1e-3).length).toBeGreaterThan(55);
  }
});
