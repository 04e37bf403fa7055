/**
 * Layers of the codec (Mimi: Défossez et al., 2024; its convolutions are SEANet's: Tagliasacchi et al., 2020) that
 * continue from a state. All tensors are time-major, [rows, channels], so that a convolution is one multiplication of
 * matrices. Each layer is causal, and takes the rows before its input from the state.
 */
import { END, type GraphBuilder, type GraphOutput } from '../../../../model-files/onnx/graph-builder.ts';
import type { SeanetConfig } from './config.ts';
import { type PocketWeights, rearranged } from './weights.ts';

/** A state of a graph: an input [rows, channels], zero at the beginning, and an output `next(name)` like it. */
export interface StreamState {
  /** Name of the layer's module. */
  readonly name: string;
  readonly rows: number;
  readonly channels: number;
}

/** The name of the output that continues a state. */
export const next = (name: string): string => `${name}.next`;

/** A graph with the states of its layers. */
export class StreamBuilder {
  readonly states: StreamState[] = [];
  readonly outputs: GraphOutput[] = [];
  readonly b: GraphBuilder;

  constructor(b: GraphBuilder) {
    this.b = b;
  }

  /**
   * The rows before `x`, then `x`; the last rows of both are kept for the next run.
   * @param first which rows replace zeros before the first input: see `replicated`
   */
  continued(name: string, x: string, rows: number, channels: number, first: string | null = null): string {
    const dims = [rows, channels];
    const before = this.b.input(name, dims);
    this.states.push({ name, rows, channels });
    const start = first === null ? before : this.#replicated(before, x, first);
    const both = this.b.operation('Concat', [start, x], { attributes: { axis: 0 } });
    this.outputs.push({ name: next(name), tensor: this.b.slice(both, 0, -rows, END), dims });
    return both;
  }

  /** The first row of `x` if `first` is 1; the state if it is 0. */
  #replicated(before: string, x: string, first: string): string {
    const ahead = this.b.operation('Mul', [this.b.slice(x, 0, 0, 1), first]);
    const rest = this.b.operation('Sub', [this.b.scalar(1), first]);
    return this.b.operation('Add', [this.b.operation('Mul', [before, rest]), ahead]);
  }
}

/** max(x, exp(min(x, 0)) - 1): five times as fast as onnxruntime's operation of this name. */
function elu(b: GraphBuilder, x: string): string {
  const exponential = b.operation('Exp', [b.operation('Clip', [x, '', b.scalar(0)])]);
  return b.operation('Max', [x, b.operation('Sub', [exponential, b.scalar(1)])]);
}

/**
 * A convolution.
 * @param first for padding with the first row in place of zeros
 */
export function convolution(
  s: StreamBuilder,
  weights: PocketWeights,
  x: string,
  {
    stride = 1,
    dilation = 1,
    first = null,
  }: { stride?: number; dilation?: number; first?: string | null } = {},
): string {
  const { b } = s;
  const { shape, values } = weights.tensor('weight');
  const [outputs = 0, inputs = 0, taps = 0] = shape;
  const before = (taps - 1) * dilation + 1 - stride;
  const matrix = b.weights([taps * inputs, outputs], rearranged(values, [outputs, inputs, taps], [2, 1, 0]));
  let rows = x;
  if (before > 0) {
    const both = s.continued(weights.name, x, before, inputs, first);
    rows = stride > 1 ? strided(b, both, inputs, taps, stride) : shifted(b, both, taps, dilation, before);
  }
  const y = b.operation('MatMul', [rows, matrix]);
  return weights.has('bias') ? b.operation('Add', [y, weights.vector(b, 'bias')]) : y;
}

/** Each row concatenated with the earlier rows that `taps` cover. */
function shifted(b: GraphBuilder, both: string, taps: number, dilation: number, before: number): string {
  const columns = Array.from({ length: taps }, (_, tap) => {
    const from = tap * dilation;
    return b.slice(both, 0, from, from === before ? END : from - before);
  });
  return b.operation('Concat', columns, { attributes: { axis: 1 } });
}

/**
 * For a convolution with twice as many taps as its stride: blocks of `stride` rows, each concatenated with the block
 * before it.
 */
function strided(b: GraphBuilder, both: string, channels: number, taps: number, stride: number): string {
  if (taps !== 2 * stride) throw new Error(`a convolution with ${taps} taps and a stride of ${stride}`);
  const blocks = b.operation('Reshape', [both, b.integers(-1, stride * channels)]);
  const columns = [b.slice(blocks, 0, 0, -1), b.slice(blocks, 0, 1, END)];
  return b.operation('Concat', columns, { attributes: { axis: 1 } });
}

/** A transposed convolution with twice as many taps as its stride: every output row depends on two input rows. */
function transposedConvolution(s: StreamBuilder, weights: PocketWeights, x: string): string {
  const { b } = s;
  const { shape, values } = weights.tensor('weight');
  const [inputs = 0, outputs = 0, taps = 0] = shape;
  const stride = taps / 2;
  const both = s.continued(weights.name, x, 1, inputs);
  const columns = [b.slice(both, 0, 0, -1), x];
  // The second half of the taps belongs to the earlier row.
  const [early, late] = [stride, 0].map((from) => {
    const half = new Float32Array(inputs * outputs * stride);
    for (let row = 0; row < inputs * outputs; row++) {
      half.set(values.subarray(row * taps + from, row * taps + from + stride), row * stride);
    }
    return rearranged(half, [inputs, outputs, stride], [0, 2, 1]);
  });
  const matrix = new Float32Array([...early!, ...late!]);
  const rows = b.operation('MatMul', [
    b.operation('Concat', columns, { attributes: { axis: 1 } }),
    b.weights([2 * inputs, stride * outputs], matrix),
  ]);
  const y = b.operation('Reshape', [rows, b.integers(-1, outputs)]);
  return weights.has('bias') ? b.operation('Add', [y, weights.vector(b, 'bias')]) : y;
}

/** A depthwise convolution without bias. */
export function channelUpsampling(s: StreamBuilder, weights: PocketWeights, x: string): string {
  const { b } = s;
  const { shape, values } = weights.tensor('weight');
  const [channels = 0, perGroup = 0, taps = 0] = shape;
  if (perGroup !== 1) throw new Error('the upsampling of the codec mixes channels');
  const stride = taps / 2;
  const both = s.continued(weights.name, x, 1, channels);
  const rows = [b.slice(both, 0, 0, -1), x].map((row, i) => {
    const half = new Float32Array(stride * channels);
    for (let channel = 0; channel < channels; channel++) {
      for (let tap = 0; tap < stride; tap++) {
        half[tap * channels + channel] = values[channel * taps + tap + (i === 0 ? stride : 0)] ?? 0;
      }
    }
    const wide = b.operation('Unsqueeze', [row, b.integers(1)]);
    return b.operation('Mul', [wide, b.weights([1, stride, channels], half)]);
  });
  return b.operation('Reshape', [b.operation('Add', rows), b.integers(-1, channels)]);
}

/** Two convolutions, each after an activation, with a residual connection. */
function residualBlock(s: StreamBuilder, weights: PocketWeights, x: string, dilation: number): string {
  const inner = weights.in('block');
  const hidden = convolution(s, inner.in(1).in('conv'), elu(s.b, x), { dilation });
  const y = convolution(s, inner.in(3).in('conv'), elu(s.b, hidden));
  return s.b.operation('Add', [x, y]);
}

/** From rows of the codec's transformer to samples, [samples, 1]. */
export function seanetDecoder(
  s: StreamBuilder,
  weights: PocketWeights,
  config: SeanetConfig,
  x: string,
): string {
  const model = weights.in('model');
  let layer = 0;
  let y = convolution(s, model.in(layer).in('conv'), x);
  for (const _ of config.ratios) {
    layer += 2; // In the numbering of layers, activations count.
    y = transposedConvolution(s, model.in(layer).in('convtr'), elu(s.b, y));
    for (let block = 0; block < config.n_residual_layers; block++) {
      layer += 1;
      y = residualBlock(s, model.in(layer), y, config.dilation_base ** block);
    }
  }
  layer += 2;
  return convolution(s, model.in(layer).in('conv'), elu(s.b, y));
}

/** From samples, [samples, 1], to rows for the codec's transformer. */
export function seanetEncoder(
  s: StreamBuilder,
  weights: PocketWeights,
  config: SeanetConfig,
  x: string,
): string {
  const model = weights.in('model');
  let layer = 0;
  let y = convolution(s, model.in(layer).in('conv'), x);
  for (const ratio of [...config.ratios].reverse()) {
    for (let block = 0; block < config.n_residual_layers; block++) {
      layer += 1;
      y = residualBlock(s, model.in(layer), y, config.dilation_base ** block);
    }
    layer += 2;
    y = convolution(s, model.in(layer).in('conv'), elu(s.b, y), { stride: ratio });
  }
  layer += 2;
  return convolution(s, model.in(layer).in('conv'), elu(s.b, y));
}
