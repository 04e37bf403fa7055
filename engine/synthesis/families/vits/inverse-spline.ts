import type { GraphBuilder } from '../../../../model-files/onnx/graph-builder.ts';

const BINS = 10;
/** Outside of [-BOUND, BOUND] a spline is the identity. */
const BOUND = 5;
/** Lower bounds: width and height of a bin, as a share of the total, and slope at its borders. */
const LEAST_SHARE = 1e-3;
const LEAST_SLOPE = 1e-3;

/**
 * Undoes a monotonic rational-quadratic spline (Durkan et al., "Neural Spline Flows", 2019, equations 4 to 8).
 * @param parameters [1, rows, 29]: logits of the bins' widths and heights, and slopes between bins before softplus
 * @param scale of the logits of widths and heights
 * @param y [1, rows, 1]
 * @returns x, [1, rows, 1]
 */
export function inverseSpline(b: GraphBuilder, parameters: string, scale: number, y: string): string {
  const part = (from: number, to: number): string =>
    b.operation('Slice', [parameters, b.integers(from), b.integers(to), b.integers(2)]);
  const two = (type: string, x: string, z: string): string => b.operation(type, [x, z]);
  const [left, width] = bins(b, part(0, BINS), scale);
  const [bottom, height] = bins(b, part(BINS, 2 * BINS), scale);
  const inner = two('Add', b.operation('Softplus', [part(2 * BINS, 3 * BINS - 1)]), b.scalar(LEAST_SLOPE));
  // Beyond the ends the slope is 1.
  const ends = (before: number, after: number): string =>
    b.operation('Pad', [inner, b.integers(0, 0, before, 0, 0, after), b.scalar(1)]);
  const [slopeLeft, slopeRight] = [ends(1, 0), ends(0, 1)];

  const inside = b.operation('Clip', [y, b.scalar(-BOUND), b.scalar(BOUND)]);
  // 1 for each bin that begins at or below y. Minus the same for the next bin, it is 1 only for the bin of y.
  const begun = b.cast(two('GreaterOrEqual', inside, bottom), 'float');
  const following = b.operation('Slice', [begun, b.integers(1), b.integers(BINS), b.integers(2)]);
  const own = two('Sub', begun, b.operation('Pad', [following, b.integers(0, 0, 0, 0, 0, 1)]));
  const ofOwn = (values: string): string =>
    b.operation('ReduceSum', [two('Mul', own, values), b.integers(2)], { attributes: { keepdims: 1 } });
  const [x0, w, y0, h] = [left, width, bottom, height].map(ofOwn) as [string, string, string, string];
  const [d0, d1] = [ofOwn(slopeLeft), ofOwn(slopeRight)];

  const slope = two('Div', h, w);
  const above = two('Sub', inside, y0);
  const bend = two('Mul', above, two('Sub', two('Add', d0, d1), two('Add', slope, slope)));
  const a = two('Add', two('Mul', h, two('Sub', slope, d0)), bend);
  const middle = two('Sub', two('Mul', h, d0), bend);
  const c = b.operation('Neg', [two('Mul', slope, above)]);
  const discriminant = two('Sub', two('Mul', middle, middle), two('Mul', b.scalar(4), two('Mul', a, c)));
  const root = b.operation('Sqrt', [b.operation('Relu', [discriminant])]);
  const share = two('Div', two('Mul', b.scalar(-2), c), two('Add', middle, root));
  const x = two('Add', two('Mul', share, w), x0);
  const isInside = two('Equal', inside, y);
  return b.operation('Where', [isInside, x, y]);
}

/** @returns starts and lengths of the bins, [1, rows, BINS] each */
function bins(b: GraphBuilder, logits: string, scale: number): [string, string] {
  const scaled = b.operation('Mul', [logits, b.scalar(scale)]);
  const shares = b.operation('Softmax', [scaled], { attributes: { axis: 2 } });
  const size = 2 * BOUND * (1 - LEAST_SHARE * BINS);
  const least = 2 * BOUND * LEAST_SHARE;
  const sizes = b.operation('Add', [b.operation('Mul', [shares, b.scalar(size)]), b.scalar(least)]);
  const before = Float32Array.from({ length: BINS * BINS }, (_, i) =>
    Math.floor(i / BINS) < i % BINS ? 1 : 0,
  );
  const sums = b.operation('MatMul', [sizes, b.weights([BINS, BINS], before)]);
  return [b.operation('Sub', [sums, b.scalar(BOUND)]), sizes];
}
