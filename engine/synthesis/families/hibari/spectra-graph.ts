/** The end of hibari's decoder, rewritten: the spectra of a range of frames, in the form that `waveform` takes. */
import {
  type OnnxGraph,
  type OnnxWeights,
  parseOnnx,
  toNode,
  weightsOf,
  withNodes,
} from '../../../../model-files/onnx/graph.ts';
import { GraphBuilder } from '../../../../model-files/onnx/graph-builder.ts';
import { BINS } from './layers.ts';

/** Inputs: the frames [from, to) of the decoder's input whose spectra are computed, [1] each. */
export const RANGE = { from: 'from', to: 'to' } as const;

/** Outputs of the decoder, each [1, to - from, BINS]. */
export const SPECTRA = {
  /** Filter of the pulses. */
  harmonicRe: 'harmonic re',
  harmonicIm: 'harmonic im',
  /** Magnitude of the noise. */
  noise: 'noise',
  /** Spectrum that is added to the filtered pulses and noise. */
  restRe: 'rest re',
  restIm: 'rest im',
} as const;

/** Tensors of the published graph: input and weights of the last layer, whose output is five parts of a spectrum. */
const LAST = {
  /** [1, frames, channels] */
  input: '/dec_norm/LayerNormalization_output_0',
  /** Signed bytes, [channels, 5 · BINS]. */
  weights: '/head/Transpose_output_0_quantized',
  scale: '/head/Transpose_output_0_scale',
  zeroPoint: '/head/Transpose_output_0_zero_point',
  bias: 'm.head.bias',
} as const;

/** Upper bound of log magnitudes: the model is unreliable above it. */
const MOST_LOG = 7;

/**
 * The graph with `SPECTRA` in place of logarithms and angles: onnxruntime computes exponentials, sines and cosines of
 * many numbers several times as fast as JavaScript. Each part of a spectrum has a matrix of its own, since copying them
 * apart takes a tenth of the decoder's time.
 */
export function withSpectra(graph: OnnxGraph): OnnxGraph {
  const b = new GraphBuilder('spectra ');
  const one = (type: string, ...inputs: string[]): string => b.operation(type, inputs);

  const wanted = one(
    'Slice',
    LAST.input,
    b.cast(RANGE.from, 'int64'),
    b.cast(RANGE.to, 'int64'),
    b.integers(1),
  );
  const [bytes, scale, zeroPoint] = b.operationOfThree('DynamicQuantizeLinear', [wanted]);
  const scales = one('Mul', scale, LAST.scale);
  const [weights, bias] = [weightsOf(graph, LAST.weights), weightsOf(graph, LAST.bias)];
  const part = (index: number): string => {
    const columns = b.weights([weights.dims[0] ?? 0, BINS], columnsOf(weights, index));
    const sums = b.cast(one('MatMulInteger', bytes, columns, zeroPoint, LAST.zeroPoint), 'float');
    return one('Add', b.weights([BINS], columnsOf(bias, index)), one('Mul', sums, scales));
  };
  const magnitude = (log: string): string => one('Exp', one('Min', log, b.scalar(MOST_LOG)));

  const harmonic = magnitude(part(0));
  const turn = one('Mul', one('Tanh', part(1)), b.scalar(Math.PI));
  const noise = magnitude(part(2));
  const rest = magnitude(part(3));
  const angle = part(4);
  const names = new Map([
    [one('Mul', harmonic, one('Cos', turn)), SPECTRA.harmonicRe],
    [one('Mul', harmonic, one('Sin', turn)), SPECTRA.harmonicIm],
    [noise, SPECTRA.noise],
    [one('Mul', rest, one('Cos', angle)), SPECTRA.restRe],
    [one('Mul', rest, one('Sin', angle)), SPECTRA.restIm],
  ]);
  const operations = b.takeOperations().map((operation) => {
    const outputs = operation.outputs.map((output) => names.get(output) ?? output);
    return toNode({ ...operation, outputs });
  });
  return parseOnnx(withNodes(graph, [...graph.nodes, ...operations], b.allWeights));
}

/** Columns [index · BINS, (index + 1) · BINS) of a matrix, or of a row. */
function columnsOf({ dims, values }: OnnxWeights, index: number): OnnxWeights['values'] {
  const width = dims.at(-1) ?? 0;
  return values.filter((_, i) => Math.floor((i % width) / BINS) === index);
}
