/**
 * Products of 8-bit matrices instead of convolutions: the left-hand side has the rows that a convolution covers, side
 * by side; the right-hand side has its weights, packed once. On processors with VNNI they are three times as fast as
 * convolutions of floats.
 */
import { type OnnxGraph, type OnnxNode, weightsOf } from '../../../../model-files/onnx/graph.ts';
import { type GraphBuilder, ONNXRUNTIME } from '../../../../model-files/onnx/graph-builder.ts';
import { type ByteSums, largestByteWeight } from '../../../../model-files/onnx/instruction-sets.ts';

/** The least and largest value of each channel of a tensor. At least one of them is not 0. */
export interface ChannelRanges {
  readonly least: Float32Array;
  readonly largest: Float32Array;
}

/** For tensors of a graph, by their names. */
export type ActivationRanges = ReadonlyMap<string, ChannelRanges>;

/**
 * Rows of bytes, each with the value (byte - zero) * step * shares[channel]. All fields except the shares are names of
 * tensors.
 */
export interface ByteRows {
  readonly name: string;
  /** The rounding error, as bytes with a smaller step; null if it can be ignored. */
  readonly rest: ByteRows | null;
  readonly zero: string;
  readonly step: string;
  readonly shares: Float32Array;
}

/** A matrix of floats, [inputs, outputs]. Its rows are groups of all channels, one group after another. */
export interface ProductWeights {
  readonly matrix: Float32Array;
  readonly outputs: number;
  readonly bias: Float32Array;
}

const LARGEST_BYTE = 255;
/** Activations beyond this share of the largest one seen are clipped: they are rare, and all others gain precision. */
const CLIP = 0.9;
/** Share of the quantisation error that moves from activations (1) to weights (0): SmoothQuant (Xiao et al., 2022). */
const SHARE = 0.5;
/** With fewer channels, sharing gains nothing and costs time. */
const LEAST_SHARED_CHANNELS = 96;
/** Number of steps of the remainder's bytes in one step of the other bytes. */
const REST_STEPS = 254;
/** The remainder is negative as often as positive. */
const MIDDLE_BYTE = 128;

/**
 * The largest weight of each channel of a tensor, in all convolutions that read it. Weights are [outputs, channels,
 * taps], and [channels, outputs, taps] for transposed ones.
 */
export function largestWeights(
  graph: OnnxGraph,
  seenBy: readonly OnnxNode[],
  channels: number,
): Float32Array {
  const largest = new Float32Array(channels);
  for (const { opType, inputs } of seenBy) {
    const { dims, values } = weightsOf(graph, inputs[1] ?? '');
    const [, columns = 1, taps = 1] = dims;
    for (const [i, value] of values.entries()) {
      const row = Math.floor(i / taps);
      const channel = opType === 'Conv' ? row % columns : Math.floor(row / columns);
      largest[channel] = Math.max(largest[channel] ?? 0, Math.abs(value));
    }
  }
  return largest;
}

/**
 * Rounds rows to bytes with fixed scales, so that a row does not depend on the window it is computed in.
 * @param factor converts the rows in the graph to those on which `ranges` were measured
 * @param largestWeights of each channel, in all products that use the bytes
 * @param isFine whether 8 bits are not enough, so that the remainder is needed as well
 */
export function toBytes(
  b: GraphBuilder,
  rows: string,
  factor: number,
  ranges: ChannelRanges,
  largestWeights: Float32Array,
  isFine: boolean,
): ByteRows {
  const { least, largest } = ranges;
  const shares = reachOf(ranges).map((reach, channel) =>
    least.length < LEAST_SHARED_CHANNELS ? 1 : shareOf(reach, largestWeights[channel] ?? 0),
  );
  let low = 0;
  let high = 0;
  for (const [channel, share] of shares.entries()) {
    low = Math.min(low, (least[channel] ?? 0) / share);
    high = Math.max(high, (largest[channel] ?? 0) / share);
  }
  const step = (CLIP * Math.max(1e-6, high - low)) / LARGEST_BYTE;
  const zero = Math.round((-low * CLIP) / step);
  const isShared = shares.some((share) => share !== 1);
  const scaled = isShared
    ? b.operation('Mul', [
        rows,
        b.weights(
          [shares.length],
          shares.map((share) => factor / (share * step)),
        ),
      ])
    : rows;
  const unit = isShared ? 1 : step / factor;
  const name = b.operation('QuantizeLinear', [scaled, b.scalar(unit), b.byte(zero)]);
  const bytes = { name, rest: null, zero: b.byte(zero), step: b.scalar(step), shares };
  if (!isFine) return bytes;
  const rounded = b.operation('DequantizeLinear', [name, b.scalar(unit), b.byte(zero)]);
  const left = b.operation('Sub', [scaled, rounded]);
  const rest = {
    name: b.operation('QuantizeLinear', [left, b.scalar(unit / REST_STEPS), b.byte(MIDDLE_BYTE)]),
    rest: null,
    zero: b.byte(MIDDLE_BYTE),
    step: b.scalar(step / REST_STEPS),
    shares,
  };
  return { ...bytes, rest };
}

/**
 * Rounds rows to bytes with a scale that follows from the values themselves: nothing is clipped, but a row depends on
 * the others.
 * @param ranges typical ranges, which determine only the shares of the channels
 */
export function toBytesByValue(
  b: GraphBuilder,
  rows: string,
  ranges: ChannelRanges,
  largestWeights: Float32Array,
): ByteRows {
  const reached = reachOf(ranges);
  // Lower bound: a channel that was hardly used when the ranges were measured may matter for this text.
  const usual = Float32Array.from(reached).sort()[reached.length >> 1] ?? 0;
  const shares = reached.map((reach, channel) =>
    shareOf(Math.max(reach, usual), largestWeights[channel] ?? 0),
  );
  const scaled = b.operation('Mul', [
    rows,
    b.weights(
      [shares.length],
      shares.map((share) => 1 / share),
    ),
  ]);
  const [name, step, zero] = b.operationOfThree('DynamicQuantizeLinear', [scaled]);
  return { name, rest: null, zero, step, shares };
}

const reachOf = ({ least, largest }: ChannelRanges): Float32Array =>
  least.map((low, channel) => Math.max(1e-4, largest[channel] ?? 0, -low));

const shareOf = (reach: number, largestWeight: number): number =>
  reach ** SHARE / Math.max(1e-6, largestWeight) ** (1 - SHARE);

/**
 * The product as floats, with its bias.
 * @param columns makes the left-hand side from rows of bytes and the byte for 0: as many rows side by side as the
 *   matrix has groups of channels
 * @param sums how the target processor adds products of bytes
 */
export function byteProduct(
  b: GraphBuilder,
  rows: ByteRows,
  columns: (bytes: string, zero: string) => string,
  { matrix, outputs, bias }: ProductWeights,
  sums: ByteSums,
): string {
  const { shares, rest } = rows;
  const inputs = matrix.length / outputs;
  const effective = (input: number, output: number): number =>
    (matrix[input * outputs + output] ?? 0) * (shares[input % shares.length] ?? 1);
  const bytes = new Int8Array(matrix.length);
  const scales = new Float32Array(outputs);
  for (let output = 0; output < outputs; output++) {
    let largest = 1e-12;
    for (let input = 0; input < inputs; input++) {
      largest = Math.max(largest, Math.abs(effective(input, output)));
    }
    const scale = largest / largestByteWeight(sums);
    scales[output] = scale;
    for (let input = 0; input < inputs; input++) {
      bytes[input * outputs + output] = Math.round(effective(input, output) / scale);
    }
  }
  const weights = b.weights([inputs, outputs], bytes);
  const zeros = b.weights([outputs], new Int8Array(outputs));
  const product = ({ name, zero, step }: ByteRows, summand: Float32Array): string => {
    const operands = [columns(name, zero), weights, step];
    operands.push(b.weights([outputs], scales), zero, zeros, b.weights([outputs], summand));
    return b.operation('MatMulIntegerToFloat', operands, { domain: ONNXRUNTIME });
  };
  const sum = product(rows, bias);
  return rest ? b.operation('Add', [sum, product(rest, new Float32Array(outputs))]) : sum;
}
