/**
 * Builds the generator as four graphs that can be computed window by window:
 *
 *     harmonic source -> [source 0] -> rows (10 a frame) --+
 *     features (1 a frame) ----------------------------[half 0] -> rows (10 a frame) --+
 *     harmonic source -> [source 1] -> rows (60 a frame) ---------------------------[half 1] -> steps of samples
 *
 * What differs from the published graph, and why:
 * - Norms need not measure the utterance: their means and deviations are inputs (see norm-statistics.ts), combined with
 *   the style and the following activation into one factor and one summand for each channel. If the input "share" is
 *   above 0 (1 divided by the number of rows), the norms measure their input, and the factors and summands must not
 *   contain statistics.
 * - All tensors are time-major, [rows, channels]: a convolution is then one multiplication of 8-bit matrices whose
 *   right-hand side is packed once. On processors with VNNI that is ten times as fast as `ConvInteger`, and three times
 *   as fast as a convolution of floats.
 * - The scales of 8-bit values are fixed (activation-ranges.ts), not taken from each input, so that a row does not
 *   depend on the window it is computed in.
 * - Convolutions do not pad their input except at the ends of the utterance: a window shrinks towards its middle, and
 *   no row is computed that is not needed.
 */

import { END, GraphBuilder, ONNXRUNTIME } from '../../../../model-files/onnx/graph-builder.ts';
import { type ByteSums, largestByteWeight } from '../../../../model-files/onnx/instruction-sets.ts';
import { activationRange } from './activation-ranges.ts';
import {
  BINS,
  BLOCKS,
  blockReach,
  CHANNELS,
  convolutionName,
  FEATURES,
  type Half,
  type ResidualBlock,
  reachOf,
  SOURCE_BLOCKS,
  SPECTRUM,
  type Unit,
  unitName,
  unitsOf,
  WINDOW_SAMPLES,
} from './layers.ts';
import { EPSILON } from './norms.ts';
import type { GeneratorWeights } from './weights.ts';

/** Bytes for activations: `zero` stands for 0, and values up to `largest` above and below it are used. */
const ACTIVATIONS = { zero: 128, largest: 127 } as const;
/** Share of the quantisation error that moves from activations (1) to weights (0): SmoothQuant (Xiao et al., 2022). */
const SHARE = 0.5;
/** Activations beyond this share of the largest one seen are clipped: they are rare, and all others gain precision. */
const CLIP = 0.6;
/** The frequency of the activation is a divisor; some are close to 0 after training. */
const LEAST_FREQUENCY = 1e-3;
/** The exporter of the published graph applies the scale of the inverse transform in a later multiplication. */
const SYNTHESIS_GAIN = 4;

/** Frequency of the periodic activation x + sin²(αx)/α (Ziyin et al., 2020) of each of a unit's channels. */
export function frequencies(weights: GeneratorWeights, { block, place, pair }: Unit): Float32Array {
  return weights.floats(`${block.name}.alpha${place}.${pair}`).map((value) => {
    if (Math.abs(value) >= LEAST_FREQUENCY) return value;
    return value < 0 ? -LEAST_FREQUENCY : LEAST_FREQUENCY;
  });
}

/**
 * Rows of the harmonic source's spectrum from which one row of `source 0` is computed, and the distance between their
 * starts.
 */
export const SOURCE_TAPS = [12, 1] as const;
export const SOURCE_STRIDES = [6, 1] as const;

/** Taps of the last convolution, from 128 channels to the spectrum of the sound. */
const LAST_TAPS = 7;
/** Rows that a half depends on, on either side of a row, at its own rate. */
export const HALF_REACH: readonly [number, number] = [
  Math.max(...(BLOCKS[0] ?? []).map(blockReach)),
  Math.max(...(BLOCKS[1] ?? []).map(blockReach)) + (LAST_TAPS - 1) / 2,
];
export const SOURCE_REACH: readonly [number, number] = [
  blockReach(SOURCE_BLOCKS[0]),
  blockReach(SOURCE_BLOCKS[1]),
];
/** Rows that each upsampling makes of one row; it has twice as many taps. */
export const UPSAMPLING = [10, 6] as const;

/** `rows`: [rows, SPECTRUM * taps], as laid out by the harmonic source. */
export function sourceGraph(weights: GeneratorWeights, half: Half, sums: ByteSums): Uint8Array {
  const b = new GraphBuilder();
  const { weights: taps, bias, outputs, inputs } = weights.convolution(`noise_convs.${half}`);
  const rows = b.input('rows', ['rows', SPECTRUM * SOURCE_TAPS[half]]);
  const matrix = rearranged(taps, [outputs, inputs, SOURCE_TAPS[half]], [2, 1, 0]);
  const y = b.operation('MatMul', [rows, b.weights([inputs * SOURCE_TAPS[half], outputs], matrix)]);
  residualBlock(b, weights, b.operation('Add', [y, b.weights([outputs], bias)]), SOURCE_BLOCKS[half], sums);
  return b.model();
}

/**
 * `x`: features [frames, 512], or the rows of the first half [rows, 256]; `source`: the output of this half's source
 * [rows, channels]; `picked` selects and orders the upsampled rows so that they match those of the source.
 */
export function halfGraph(weights: GeneratorWeights, half: Half, sums: ByteSums): Uint8Array {
  const b = new GraphBuilder();
  const channels = CHANNELS[half];
  const x = b.input('x', ['inputs', half === 0 ? FEATURES : CHANNELS[0]]);
  const source = b.input('source', ['rows', channels]);
  const upsampled = upsample(b, weights, b.operation('LeakyRelu', [x], { floats: { alpha: 0.1 } }), half);
  const picked = b.operation('Gather', [upsampled, b.input('picked', ['rows'], 'int64')]);
  const sum = b.operation('Add', [picked, source]);
  const blocks = BLOCKS[half] ?? [];
  const reach = Math.max(...blocks.map(blockReach));
  const outputs = blocks.map((block) =>
    residualBlock(b, weights, crop(b, sum, reach - blockReach(block)), block, sums),
  );
  const total = outputs.reduce((a, c) => b.operation('Add', [a, c]));
  const mean = b.operation('Mul', [total, b.scalar(1 / outputs.length)]);
  if (half === 1) synthesis(b, weights, b.operation('LeakyRelu', [mean], { floats: { alpha: 0.01 } }));
  return b.model();
}

/** A transposed convolution whose taps are twice its stride: every input row adds to two groups of output rows. */
function upsample(b: GraphBuilder, weights: GeneratorWeights, x: string, half: Half): string {
  const { dims, values } = weights.constant(half === 0 ? 'Mul_output_0' : 'Mul_1_output_0');
  const [inputs = 0, outputs = 0, taps = 0] = dims;
  const width = (taps / 2) * outputs;
  const matrix = rearranged(values, [inputs, outputs, taps], [0, 2, 1]);
  const both = b.operation('MatMul', [x, b.weights([inputs, 2 * width], matrix)]);
  const early = b.operation('Pad', [b.slice(both, 1, 0, width), b.integers(0, 0, 1, 0)]);
  const late = b.operation('Pad', [b.slice(both, 1, width, 2 * width), b.integers(1, 0, 0, 0)]);
  const rows = b.operation('Reshape', [b.operation('Add', [early, late]), b.integers(-1, outputs)]);
  return b.operation('Add', [rows, b.weights([outputs], weights.floats(`ups.${half}.bias`))]);
}

function residualBlock(
  b: GraphBuilder,
  weights: GeneratorWeights,
  x: string,
  block: ResidualBlock,
  sums: ByteSums,
): string {
  let state = x;
  const units = unitsOf(block);
  for (let i = 0; i < units.length; i += 2) {
    const [first, second] = [units[i], units[i + 1]];
    if (!first || !second) throw new Error('units come in pairs');
    const y = unit(b, weights, unit(b, weights, state, first, sums), second, sums);
    const shrunk = reachOf(block.taps, first.dilation) + reachOf(block.taps, second.dilation);
    state = b.operation('Add', [y, crop(b, state, shrunk)]);
  }
  return state;
}

/** Norm, activation and convolution. With y the activation, its value is z = αy = h + sin²(h) for h = α(ax + b). */
function unit(b: GraphBuilder, weights: GeneratorWeights, x: string, which: Unit, sums: ByteSums): string {
  const { channels, block, dilation } = which;
  const [factor, summand] = norm(b, x, which);
  const h = b.operation('Add', [b.operation('Mul', [x, factor]), summand]);
  const sine = b.operation('Sin', [h]);
  const z = b.operation('Add', [h, b.operation('Mul', [sine, sine])]);

  const { matrix, columnScales, toBytes, bias } = quantize(weights, which, sums);
  const one = b.scalar(1);
  const zero = b.byte(ACTIVATIONS.zero);
  const bytes = b.operation('QuantizeLinear', [
    b.operation('Mul', [z, b.weights([channels], toBytes)]),
    one,
    zero,
  ]);
  const reach = reachOf(block.taps, dilation);
  const padded = b.operation('Pad', [bytes, b.input(`pad ${reach}`, [4], 'int64'), zero]);
  const taps = Array.from({ length: block.taps }, (_, tap) => {
    const after = (block.taps - 1 - tap) * dilation;
    return b.slice(padded, 0, tap * dilation, after === 0 ? END : -after);
  });
  const columns = b.operation('Concat', taps, { attributes: { axis: 1 } });
  const inputs = [
    columns,
    b.weights([block.taps * channels, channels], matrix),
    one,
    b.weights([channels], columnScales),
    zero,
    b.weights([channels], new Int8Array(channels)),
    b.weights([channels], bias),
  ];
  return b.operation('MatMulIntegerToFloat', inputs, { domain: ONNXRUNTIME });
}

/**
 * Factor and summand of a unit's norm: the inputs, combined with the statistics of the unit's input if they are
 * measured.
 */
function norm(b: GraphBuilder, x: string, which: Unit): [factor: string, summand: string] {
  const { channels } = which;
  const name = unitName(which);
  const [factor, summand] = [b.input(`factor ${name}`, [channels]), b.input(`summand ${name}`, [channels])];
  const share = b.input('share', []);
  const mean = (rows: string): string =>
    b.operation('Mul', [
      b.operation('ReduceSum', [rows, b.integers(0)], { attributes: { keepdims: 0 } }),
      share,
    ]);
  const measured = (): string[] => {
    const middle = mean(x);
    const rest = b.operation('Sub', [x, middle]);
    const variance = b.operation('Add', [mean(b.operation('Mul', [rest, rest])), b.scalar(EPSILON)]);
    const scale = b.operation('Div', [factor, b.operation('Sqrt', [variance])]);
    return [scale, b.operation('Sub', [summand, b.operation('Mul', [middle, scale])])];
  };
  const given = (): string[] => [factor, summand].map((each) => b.operation('Identity', [each]));
  const isMeasured = b.operation('Greater', [share, b.scalar(0)]);
  const [scale = '', shift = ''] = b.either(isMeasured, [channels], measured, given);
  return [scale, shift];
}

/** The 8-bit matrix of a unit's convolution, [taps * inputs, outputs], and the factors around it. */
function quantize(weights: GeneratorWeights, which: Unit, sums: ByteSums) {
  const { weights: taps, bias, outputs, inputs, taps: count } = weights.convolution(convolutionName(which));
  const frequency = frequencies(weights, which);
  const range = activationRange(which);
  const at = (output: number, input: number, tap: number): number => (output * inputs + input) * count + tap;

  // Balances the loss of precision between the bytes of the inputs and those of the weights.
  const shares = new Float64Array(inputs);
  let widest = 0;
  for (let input = 0; input < inputs; input++) {
    const alpha = frequency[input] ?? 1;
    let largest = 1e-6;
    for (let output = 0; output < outputs; output++) {
      for (let tap = 0; tap < count; tap++) {
        largest = Math.max(largest, Math.abs((taps[at(output, input, tap)] ?? 0) / alpha));
      }
    }
    const reached = Math.max(1e-4, (range[input] ?? 0) * Math.abs(alpha));
    const share = reached ** SHARE / largest ** (1 - SHARE);
    shares[input] = share;
    widest = Math.max(widest, reached / share);
  }
  const step = (CLIP * widest) / ACTIVATIONS.largest;
  const toBytes = Float32Array.from(shares, (share) => 1 / (share * step));

  const matrix = new Int8Array(taps.length);
  const columnScales = new Float32Array(outputs);
  for (let output = 0; output < outputs; output++) {
    const effective = (input: number, tap: number): number =>
      (taps[at(output, input, tap)] ?? 0) / ((frequency[input] ?? 1) * (toBytes[input] ?? 1));
    let largest = 1e-12;
    for (let input = 0; input < inputs; input++) {
      for (let tap = 0; tap < count; tap++) largest = Math.max(largest, Math.abs(effective(input, tap)));
    }
    const scale = largest / largestByteWeight(sums);
    columnScales[output] = scale;
    for (let input = 0; input < inputs; input++) {
      for (let tap = 0; tap < count; tap++) {
        matrix[(tap * inputs + input) * outputs + output] = Math.round(effective(input, tap) / scale);
      }
    }
  }
  return { matrix, columnScales, toBytes, bias };
}

/** Removes rows from both ends, except at an end of the utterance. */
function crop(b: GraphBuilder, x: string, rows: number): string {
  return rows === 0 ? x : b.operation('Pad', [x, b.input(`crop ${rows}`, [4], 'int64')]);
}

/** The last convolution, and the sound of each step from its spectrum: [rows, WINDOW_SAMPLES], to be overlap-added. */
function synthesis(b: GraphBuilder, weights: GeneratorWeights, x: string): string {
  const { dims, values } = weights.constant('Mul_2_output_0');
  const [outputs = 0, inputs = 0] = dims;
  const padded = b.operation('Pad', [x, b.input(`pad ${(LAST_TAPS - 1) / 2}`, [4], 'int64')]);
  // One narrow matrix for each tap, side by side: the rows of their products are then shifted and added.
  const matrix = rearranged(values, [outputs, inputs, LAST_TAPS], [1, 2, 0]);
  const products = b.operation('MatMul', [padded, b.weights([inputs, LAST_TAPS * outputs], matrix)]);
  const shifted = Array.from({ length: LAST_TAPS }, (_, tap) => {
    const after = LAST_TAPS - 1 - tap;
    const rows = b.slice(products, 0, tap, after === 0 ? END : -after);
    return b.slice(rows, 1, tap * outputs, (tap + 1) * outputs);
  });
  const sum = shifted.reduce((a, c) => b.operation('Add', [a, c]));
  const spectrum = b.operation('Add', [sum, b.weights([outputs], weights.floats('conv_post.bias'))]);
  const magnitude = b.operation('Exp', [b.slice(spectrum, 1, 0, BINS)]);
  const phase = b.operation('Sin', [b.slice(spectrum, 1, BINS, SPECTRUM)]);
  const real = b.operation('Mul', [magnitude, b.operation('Cos', [phase])]);
  const imaginary = b.operation('Mul', [magnitude, b.operation('Sin', [phase])]);
  const both = b.operation('Concat', [real, imaginary], { attributes: { axis: 1 } });
  const basis = weights.floats('stft.istft.stft.inverse_basis').map((value) => value * SYNTHESIS_GAIN);
  return b.operation('MatMul', [both, b.weights([SPECTRUM, WINDOW_SAMPLES], basis)]);
}

/** A tensor with its axes in another order: the first axis of the result is axis `order[0]` of `values`. */
function rearranged(
  values: Float32Array,
  dims: readonly [number, number, number],
  order: readonly [0 | 1 | 2, 0 | 1 | 2, 0 | 1 | 2],
): Float32Array {
  const strides = [dims[1] * dims[2], dims[2], 1] as const;
  const [first, second, third] = order;
  const out = new Float32Array(values.length);
  let at = 0;
  for (let i = 0; i < dims[first]; i++) {
    for (let j = 0; j < dims[second]; j++) {
      for (let k = 0; k < dims[third]; k++) {
        out[at++] = values[i * strides[first] + j * strides[second] + k * strides[third]] ?? 0;
      }
    }
  }
  return out;
}
