/**
 * Rewrites a chain stage of a VITS graph so that its convolutions become products of 8-bit matrices:
 *
 * - All tensors are time-major, [rows, channels]. A convolution is then one product, whose right-hand side is packed
 *   once.
 * - Convolutions do not pad their input except at the ends of the utterance: a window shrinks towards its middle, and
 *   no row is computed that is not needed.
 * - The mask, which is 1 everywhere in a chain stage, and the zeros and ones that the exporter left are folded into
 * constants.
 *
 * Every node of the stage is translated by its type, whatever the layers around it. A graph with others is refused.
 */
import {
  constantFloats,
  constantIntegers,
  filledWith,
  floatAttribute,
} from '../../../../model-files/onnx/constants.ts';
import {
  nodesBetween,
  type OnnxGraph,
  type OnnxNode,
  weightsOf,
} from '../../../../model-files/onnx/graph.ts';
import { END, GraphBuilder } from '../../../../model-files/onnx/graph-builder.ts';
import type { ByteSums } from '../../../../model-files/onnx/instruction-sets.ts';
import {
  type ActivationRanges,
  type ByteRows,
  byteProduct,
  type ChannelRanges,
  largestWeights,
  toBytes,
} from './byte-products.ts';

/** Inputs and outputs of a stage, by the names of the tensors in the original graph. */
export interface StageTensors {
  readonly input: string;
  readonly mask: string | null;
  readonly output: string;
}

export interface ByteStage {
  /** From "x" [rows, channels] to "out" [rows, channels]; its other inputs are described by `edgeOf`. */
  readonly model: Uint8Array;
  /** Rows missing from its output at either end of a window, unless the utterance ends there. */
  readonly margin: number;
}

/** Rows added to or removed from an end of a window: one number for an end of the utterance, one for any other end. */
interface Edge {
  readonly atEnd: number;
  readonly within: number;
}

/** The value of a stage's input `name` that pads a matrix; null for any other input. */
export function edgeOf(name: string): Edge | null {
  const [kind, count] = name.split(' ');
  const rows = Number(count);
  if (kind === 'pad') return { atEnd: rows, within: 0 };
  if (kind === 'crop') return { atEnd: 0, within: -rows };
  if (kind === 'trim') return { atEnd: -rows, within: 0 };
  return null;
}

/** A tensor of the original graph in the new one. */
interface Rows {
  readonly name: string;
  readonly channels: number;
  /** Rows missing at either end of a window. */
  readonly margin: number;
  /** The factor by which the rows must still be multiplied. */
  readonly factor: number;
}

/** Tensors whose values are all equal, or that hold a shape. */
type Known = Rows | 'zeros' | 'ones' | 'shape';

/** Convolutions with few outputs stay in floats: they make the samples, and bytes would gain nothing. */
const MOST_FLOAT_COLUMNS = 64;

/**
 * The last layers are narrow. Rounding their input alone reduced DNSMOS by 0.14, like a hiss behind soft speech;
 * rounding that of upsamplings reduced it a little.
 */
const MOST_FINE_CHANNELS = 32;

/** The tensors of a stage whose ranges are needed: its input and those that become bytes. */
export function rangedTensors(graph: OnnxGraph, stage: StageTensors): string[] {
  const convolutions = stageNodes(graph, stage).filter(isConvolution);
  return [...new Set([stage.input, ...convolutions.map(({ inputs }) => inputs[0] ?? '')])];
}

/**
 * @param ranges of the input, and of the tensors that become bytes
 * @param sums how the target processor adds products of bytes
 * @throws Error for a graph with layers that are not supported
 */
export function byteStage(
  graph: OnnxGraph,
  stage: StageTensors,
  ranges: ActivationRanges,
  sums: ByteSums,
): ByteStage {
  return new Translation(graph, stage, ranges, sums).translate();
}

const stageNodes = (graph: OnnxGraph, { input, mask, output }: StageTensors): OnnxNode[] =>
  nodesBetween(graph, mask === null ? [input] : [input, mask], [output]);

const isUpsampling = ({ opType }: OnnxNode): boolean => opType === 'ConvTranspose';
const isConvolution = (node: OnnxNode): boolean => node.opType === 'Conv' || isUpsampling(node);

class Translation {
  readonly #graph: OnnxGraph;
  readonly #stage: StageTensors;
  readonly #ranges: ActivationRanges;
  readonly #sums: ByteSums;
  readonly #nodes: readonly OnnxNode[];
  readonly #b = new GraphBuilder();
  readonly #known = new Map<string, Known>();
  readonly #bytes = new Map<string, ByteRows>();

  constructor(graph: OnnxGraph, stage: StageTensors, ranges: ActivationRanges, sums: ByteSums) {
    this.#graph = graph;
    this.#stage = stage;
    this.#ranges = ranges;
    this.#sums = sums;
    this.#nodes = stageNodes(graph, stage);
  }

  translate(): ByteStage {
    const { input, mask, output } = this.#stage;
    const channels = this.#rangesOf(input).least.length;
    const x = this.#b.input('x', ['rows', channels]);
    this.#known.set(input, { name: x, channels, margin: 0, factor: 1 });
    if (mask !== null) this.#known.set(mask, 'ones');
    for (const node of this.#nodes) {
      for (const [index, known] of this.#translated(node).entries()) {
        this.#known.set(node.outputs[index] ?? '', known);
      }
    }
    const last = this.#rows(output);
    // The output of the last operation is the output of the graph.
    this.#b.operation('Mul', [last.name, this.#b.scalar(last.factor)]);
    return { model: this.#b.model(), margin: last.margin };
  }

  #translated(node: OnnxNode): Known[] {
    const [first = '', second = ''] = node.inputs;
    switch (node.opType) {
      // These are read where they are used.
      case 'Constant':
        return [];
      case 'Shape':
        return ['shape'];
      case 'ConstantOfShape':
        return [this.#filled(node)];
      case 'Neg':
        if (this.#known.get(first) === 'zeros') return ['zeros'];
        break;
      case 'Exp':
        if (this.#known.get(first) === 'zeros') return ['ones'];
        break;
      case 'Unsqueeze':
        // The samples are already in one column.
        if (this.#rows(first).channels === 1) return [this.#rows(first)];
        break;
      case 'Conv':
        return [this.#convolution(node)];
      case 'ConvTranspose':
        return [this.#upsampling(node)];
      case 'LeakyRelu':
        return [this.#leakyRelu(node)];
      case 'Tanh':
      case 'Sigmoid':
        return [this.#applied(node.opType, [this.#settled(first)])];
      case 'Add':
      case 'Sub':
      case 'Mul':
        return [this.#combined(node.opType, first, second)];
      case 'Div':
        return [this.#divided(first, second)];
      case 'Concat':
        return [this.#joined(node)];
      case 'Split':
        return this.#parts(first, second);
      case 'Slice':
        return [this.#slice(node)];
    }
    throw new Error(`cannot rewrite ${node.name} of this VITS graph: ${node.opType} is not expected there`);
  }

  #rows(tensor: string): Rows {
    const known = this.#known.get(tensor);
    if (known === undefined || typeof known === 'string') {
      throw new Error(`cannot rewrite this VITS graph: "${tensor}" does not follow from the stage's input`);
    }
    return known;
  }

  /** Rows that need no further multiplication. */
  #settled(tensor: string): Rows {
    const rows = this.#rows(tensor);
    if (rows.factor === 1) return rows;
    const name = this.#b.operation('Mul', [rows.name, this.#b.scalar(rows.factor)]);
    return { ...rows, name, factor: 1 };
  }

  #filled(node: OnnxNode): Known {
    const isZero = filledWith(node) === 0;
    if (this.#known.get(node.inputs[0] ?? '') === 'shape' && isZero) return 'zeros';
    throw new Error(`cannot rewrite ${node.name} of this VITS graph`);
  }

  /** An operation on the rows that all operands have in common. */
  #applied(type: string, operands: readonly Rows[]): Rows {
    const margin = Math.max(...operands.map((rows) => rows.margin));
    const names = operands.map((rows) => this.#crop(rows.name, margin - rows.margin));
    return {
      name: this.#b.operation(type, names),
      channels: operands[0]?.channels ?? 0,
      margin,
      factor: 1,
    };
  }

  #combined(type: 'Add' | 'Sub' | 'Mul', first: string, second: string): Known {
    const neutral = type === 'Mul' ? 'ones' : 'zeros';
    if (this.#known.get(second) === neutral) return this.#known.get(first) ?? neutral;
    if (this.#known.get(first) === neutral && type !== 'Sub') return this.#known.get(second) ?? neutral;
    const [x, y] = [this.#settled(first), this.#settled(second)];
    if (x.channels !== y.channels)
      throw new Error('cannot rewrite this VITS graph: rows differ in their width');
    return this.#applied(type, [x, y]);
  }

  #divided(tensor: string, divisor: string): Rows {
    const values = constantFloats(this.#graph, divisor);
    const rows = this.#rows(tensor);
    const [value = 0] = Array.from(values);
    if (values.length !== 1 || value === 0) throw new Error(`cannot rewrite this VITS graph: "${divisor}"`);
    return { ...rows, factor: rows.factor / value };
  }

  #leakyRelu(node: OnnxNode): Rows {
    const rows = this.#rows(node.inputs[0] ?? '');
    const alpha = floatAttribute(node, 'alpha') ?? 0.01;
    if (rows.factor < 0) throw new Error(`cannot rewrite ${node.name} of this VITS graph`);
    return { ...rows, name: this.#b.operation('LeakyRelu', [rows.name], { floats: { alpha } }) };
  }

  #joined(node: OnnxNode): Rows {
    const parts = node.inputs.map((tensor) => this.#settled(tensor));
    const margin = Math.max(...parts.map((rows) => rows.margin));
    const names = parts.map((rows) => this.#crop(rows.name, margin - rows.margin));
    const channels = parts.reduce((sum, rows) => sum + rows.channels, 0);
    const name = this.#b.operation('Concat', names, { attributes: { axis: 1 } });
    return { name, channels, margin, factor: 1 };
  }

  #parts(tensor: string, sizes: string): Rows[] {
    let from = 0;
    return constantIntegers(this.#graph, sizes).map((channels) => {
      from += channels;
      return this.#columns(this.#rows(tensor), from - channels, from);
    });
  }

  /** Selects some of the channels, or reverses their order. */
  #slice(node: OnnxNode): Rows {
    const rows = this.#rows(node.inputs[0] ?? '');
    const integer = (index: number, otherwise: number): number => {
      const tensor = node.inputs[index];
      if (tensor === undefined) return otherwise;
      const [value = 0, ...others] = constantIntegers(this.#graph, tensor);
      if (others.length > 0) throw new Error(`cannot rewrite ${node.name} of this VITS graph`);
      return value;
    };
    const [from, to, axis, step] = [integer(1, 0), integer(2, 0), integer(3, 0), integer(4, 1)];
    if (axis === 1 && step === 1 && from >= 0 && to > from) {
      return this.#columns(rows, from, Math.min(to, rows.channels));
    }
    if (axis !== 1 || step !== -1 || from !== -1) {
      throw new Error(`cannot rewrite ${node.name} of this VITS graph`);
    }
    const reversed = Array.from({ length: rows.channels }, (_, i) => rows.channels - 1 - i);
    const name = this.#b.operation('Gather', [rows.name, this.#b.integers(...reversed)], {
      attributes: { axis: 1 },
    });
    return { ...rows, name };
  }

  #columns(rows: Rows, from: number, to: number): Rows {
    return { ...rows, name: this.#b.slice(rows.name, 1, from, to), channels: to - from };
  }

  #convolution(node: OnnxNode): Rows {
    const [tensor = '', weightsName = '', biasName] = node.inputs;
    const x = this.#rows(tensor);
    const { dims, values } = weightsOf(this.#graph, weightsName);
    const [outputs = 0, inputs = 0, taps = 0] = dims;
    const dilation = node.ints.get('dilations')?.[0] ?? 1;
    const reach = ((taps - 1) * dilation) / 2;
    const pads = node.ints.get('pads') ?? [0, 0];
    const stride = node.ints.get('strides')?.[0] ?? 1;
    if (inputs !== x.channels || pads.some((rows) => rows !== reach) || stride !== 1) {
      throw new Error(`cannot rewrite ${node.name} of this VITS graph: it changes the number of rows`);
    }
    const bias = this.#bias(biasName, outputs);
    const weight = (output: number, input: number, tap: number): number =>
      values[(output * inputs + input) * taps + tap] ?? 0;
    /** The padded rows that a tap covers. */
    const seen = (rows: string, tap: number): string => {
      const after = (taps - 1 - tap) * dilation;
      return taps === 1 ? rows : this.#b.slice(rows, 0, tap * dilation, after === 0 ? END : -after);
    };
    const margin = x.margin + reach;
    if (outputs * taps <= MOST_FLOAT_COLUMNS) {
      // One narrow matrix for each tap, side by side: the rows of their products are then shifted and added.
      const matrix = new Float32Array(inputs * taps * outputs);
      for (let i = 0; i < matrix.length; i++) {
        const [input, tap, output] = place(i, taps, outputs);
        matrix[i] = weight(output, input, tap) * x.factor;
      }
      const padded = this.#pad(x.name, reach);
      const products = this.#b.operation('MatMul', [
        padded,
        this.#b.weights([inputs, taps * outputs], matrix),
      ]);
      const sum = Array.from({ length: taps }, (_, tap) =>
        this.#b.slice(seen(products, tap), 1, tap * outputs, (tap + 1) * outputs),
      ).reduce((a, c) => this.#b.operation('Add', [a, c]));
      const name = this.#b.operation('Add', [sum, this.#b.weights([outputs], bias)]);
      return { name, channels: outputs, margin, factor: 1 };
    }
    const bytes = this.#asBytes(tensor);
    const columns = (rows: string, zero: string): string => {
      const padded = this.#pad(rows, reach, zero);
      return this.#sideBySide(Array.from({ length: taps }, (_, tap) => seen(padded, tap)));
    };
    const matrix = new Float32Array(values.length);
    for (let i = 0; i < matrix.length; i++) {
      const [tap, input, output] = place(i, inputs, outputs);
      matrix[i] = weight(output, input, tap);
    }
    const name = byteProduct(this.#b, bytes, columns, { matrix, outputs, bias }, this.#sums);
    return { name, channels: outputs, margin, factor: 1 };
  }

  /**
   * A transposed convolution whose taps are twice its stride. Every two neighbouring rows make the `stride` rows
   * between their middles.
   */
  #upsampling(node: OnnxNode): Rows {
    const [tensor = '', weightsName = '', biasName] = node.inputs;
    const x = this.#rows(tensor);
    const { dims, values } = weightsOf(this.#graph, weightsName);
    const [inputs = 0, outputs = 0, taps = 0] = dims;
    const stride = node.ints.get('strides')?.[0] ?? 1;
    const pads = node.ints.get('pads') ?? [];
    if (inputs !== x.channels || taps !== 2 * stride || pads.some((rows) => rows !== stride / 2)) {
      throw new Error(`cannot rewrite ${node.name} of this VITS graph: it upsamples in another way`);
    }
    const width = stride * outputs;
    const matrix = new Float32Array(2 * inputs * width);
    for (let i = 0; i < matrix.length; i++) {
      const [row, step, output] = place(i, stride, outputs);
      // The taps after a row extend into the steps after it.
      const tap = row < inputs ? stride + step : step;
      matrix[i] = values[((row % inputs) * outputs + output) * taps + tap] ?? 0;
    }
    const narrow = this.#bias(biasName, outputs);
    const bias = Float32Array.from({ length: width }, (_, i) => narrow[i % outputs] ?? 0);
    const bytes = this.#asBytes(tensor);
    const columns = (each: string, zero: string): string => {
      const padded = this.#pad(each, 1, zero);
      return this.#sideBySide([this.#b.slice(padded, 0, 0, -1), this.#b.slice(padded, 0, 1, END)]);
    };
    const steps = byteProduct(this.#b, bytes, columns, { matrix, outputs: width, bias }, this.#sums);
    const rows = this.#b.operation('Reshape', [steps, this.#b.integers(-1, outputs)]);
    const half = stride / 2;
    const name = this.#b.operation('Pad', [rows, this.#b.input(`trim ${half}`, [4], 'int64')]);
    return { name, channels: outputs, margin: x.margin * stride + half, factor: 1 };
  }

  #bias(name: string | undefined, outputs: number): Float32Array {
    return name ? Float32Array.from(weightsOf(this.#graph, name).values) : new Float32Array(outputs);
  }

  #asBytes(tensor: string): ByteRows {
    const known = this.#bytes.get(tensor);
    if (known) return known;
    const { name, factor, channels } = this.#rows(tensor);
    const weights = largestWeights(this.#graph, this.#seenBy(tensor), channels);
    const isFine = channels <= MOST_FINE_CHANNELS || this.#seenBy(tensor).some(isUpsampling);
    const bytes = toBytes(this.#b, name, factor, this.#rangesOf(tensor), weights, isFine);
    this.#bytes.set(tensor, bytes);
    return bytes;
  }

  #rangesOf(tensor: string): ChannelRanges {
    const ranges = this.#ranges.get(tensor);
    if (!ranges) throw new Error(`cannot rewrite this VITS graph: the range of "${tensor}" was not measured`);
    return ranges;
  }

  /** The convolutions that read a tensor. */
  #seenBy(tensor: string): OnnxNode[] {
    return this.#nodes.filter((node) => isConvolution(node) && node.inputs[0] === tensor);
  }

  #pad(x: string, rows: number, zero?: string): string {
    if (rows === 0) return x;
    const pads = this.#b.input(`pad ${rows}`, [4], 'int64');
    return this.#b.operation('Pad', zero === undefined ? [x, pads] : [x, pads, zero]);
  }

  #crop(x: string, rows: number): string {
    return rows === 0 ? x : this.#b.operation('Pad', [x, this.#b.input(`crop ${rows}`, [4], 'int64')]);
  }

  #sideBySide(columns: readonly string[]): string {
    const [only = ''] = columns;
    return columns.length === 1 ? only : this.#b.operation('Concat', columns, { attributes: { axis: 1 } });
  }
}

/** Indices along three axes, the last two of which have these sizes. */
function place(index: number, middle: number, last: number): [number, number, number] {
  const rest = Math.floor(index / last);
  return [Math.floor(rest / middle), rest % middle, index % last];
}
