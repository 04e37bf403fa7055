/**
 * Rewrites the text stage of a VITS graph so that the convolutions of its encoder become products of 8-bit matrices.
 * It runs for a whole phrase at a time, so the scale of its bytes can follow from the phrase itself. The predictor of
 * durations stays as it is: it is narrow.
 */
import {
  type OnnxGraph,
  type OnnxNode,
  parseOnnx,
  toNode,
  weightsOf,
  withNodes,
} from '../../../../model-files/onnx/graph.ts';
import { END, GraphBuilder, ONNXRUNTIME } from '../../../../model-files/onnx/graph-builder.ts';
import type { ByteSums } from '../../../../model-files/onnx/instruction-sets.ts';
import type { OnnxOperation } from '../../../../model-files/onnx/writer.ts';
import {
  type ActivationRanges,
  type ByteRows,
  byteProduct,
  largestWeights,
  toBytesByValue,
} from './byte-products.ts';

/** With fewer weights, a product does not save the time of the transpositions around it. */
const LEAST_WEIGHTS = 30_000;

const SWAP_ROWS_AND_CHANNELS = { lists: { perm: [0, 2, 1] } };

/** The tensors of a text stage whose ranges are needed: those that become bytes. */
export function rangedTextTensors(stage: OnnxGraph): string[] {
  return [...new Set(wideConvolutions(stage).map(inputOf))];
}

/**
 * @param model of a text stage
 * @param ranges of its `rangedTextTensors`
 * @param sums how the target processor adds products of bytes
 * @throws Error when a tensor was not measured
 */
export function byteTextStage(model: Uint8Array, ranges: ActivationRanges, sums: ByteSums): Uint8Array {
  const graph = parseOnnx(model);
  const wide = wideConvolutions(graph);
  const b = new GraphBuilder('bytes_');
  const rounded = new Map<string, ByteRows>();
  const asBytes = (tensor: string): ByteRows => {
    const known = rounded.get(tensor);
    if (known) return known;
    const range = ranges.get(tensor);
    if (!range) throw new Error(`cannot rewrite this VITS graph: the range of "${tensor}" was not measured`);
    const seenBy = wide.filter((node) => inputOf(node) === tensor);
    const rows = b.operation('Transpose', [tensor], SWAP_ROWS_AND_CHANNELS);
    const bytes = toBytesByValue(b, rows, range, largestWeights(graph, seenBy, range.least.length));
    rounded.set(tensor, bytes);
    return bytes;
  };
  const nodes = graph.nodes.flatMap((node) => {
    if (!wide.includes(node)) return [node];
    const rows = convolution(b, graph, node, asBytes(inputOf(node)), sums);
    const columns: OnnxOperation = {
      type: 'Transpose',
      inputs: [rows],
      outputs: node.outputs,
      ...SWAP_ROWS_AND_CHANNELS,
    };
    return [...b.takeOperations(), columns].map(toNode);
  });
  return withNodes(graph, nodes, b.allWeights, { [ONNXRUNTIME]: 1 });
}

const inputOf = ({ inputs }: OnnxNode): string => inputs[0] ?? '';

/** The encoder's convolutions over all channels, without stride, dilation or padding. */
function wideConvolutions(stage: OnnxGraph): OnnxNode[] {
  return stage.nodes.filter(({ name, opType, inputs, ints }) => {
    if (opType !== 'Conv' || !name.startsWith('/enc_p/')) return false;
    const isAlways = (attribute: string, value: number): boolean =>
      (ints.get(attribute) ?? []).every((each) => each === value);
    if (!isAlways('pads', 0) || !isAlways('strides', 1) || !isAlways('dilations', 1)) return false;
    return weightsOf(stage, inputs[1] ?? '').values.length >= LEAST_WEIGHTS;
  });
}

/** @returns the output of a convolution, [1, rows, channels] */
function convolution(
  b: GraphBuilder,
  graph: OnnxGraph,
  node: OnnxNode,
  bytes: ByteRows,
  sums: ByteSums,
): string {
  const [, weightsName = '', biasName] = node.inputs;
  const { dims, values } = weightsOf(graph, weightsName);
  const [outputs = 0, inputs = 0, taps = 0] = dims;
  const matrix = new Float32Array(values.length);
  for (const [i, value] of values.entries()) {
    const [tap, input, output] = [i % taps, Math.floor(i / taps) % inputs, Math.floor(i / (taps * inputs))];
    matrix[(tap * inputs + input) * outputs + output] = value;
  }
  const columns = (rows: string): string => {
    if (taps === 1) return rows;
    const seen = Array.from({ length: taps }, (_, tap) =>
      b.slice(rows, 1, tap, tap === taps - 1 ? END : tap - taps + 1),
    );
    return b.operation('Concat', seen, { attributes: { axis: 2 } });
  };
  const bias = biasName ? Float32Array.from(weightsOf(graph, biasName).values) : new Float32Array(outputs);
  return byteProduct(b, bytes, columns, { matrix, outputs, bias }, sums);
}
