/** Cuts hibari's graph into the stages that `HibariModel` runs. */
import {
  extractModel,
  type OnnxGraph,
  parseOnnx,
  toNode,
  withNodes,
} from '../../../../model-files/onnx/graph.ts';
import { type ByteSums, byteSums } from '../../../../model-files/onnx/instruction-sets.ts';
import { withUnsignedWeights } from '../../../../model-files/onnx/unsigned-weights.ts';
import type { OnnxOperation, OnnxTensor } from '../../../../model-files/onnx/writer.ts';
import type { StagedModel } from '../../optimized/stages.ts';
import { BINS } from './layers.ts';

/** Tensors of the published graph at which it is cut. */
export const CUT = {
  /** Duration of every token in steps before rounding, at normal speed, [tokens]. */
  durations: '/Sub_output_0',
  /** Duration of every token in whole steps, at the requested speed. */
  steps: '/Clip_output_0',
  /** Encodings of the tokens for the sound and for the prosody: [1, channels, tokens]. */
  sound: '/Transpose_22_output_0',
  prosody: '/Transpose_55_output_0',
  /** [1, FEATURES, frames] */
  features: '/Concat_43_output_0',
  /** [1, frames] each. */
  pitch: 'f0',
  energy: '/Mul_62_output_0',
  /** The five parts of a spectrum, side by side: [1, frames, 5 · BINS]. */
  spectrum: '/head/Add_output_0',
} as const;

/** The names of the stages. */
export const STAGES = { text: 'text', frames: 'frames', decoder: 'decoder' } as const;

/** Outputs of the decoder, each [1, frames, BINS]. */
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

/** Upper bound of log magnitudes: the model is unreliable above it. */
const MOST_LOG = 7;

/**
 * @param sums how the target processor adds products of bytes
 * @throws Error when `bytes` are not a published graph
 */
export function splitHibari(bytes: Uint8Array, sums: ByteSums = byteSums()): StagedModel<null> {
  const published = parseOnnx(bytes);
  const graph = withSpectra(sums === 'exact' ? published : parseOnnx(withUnsignedWeights(published)));
  const { durations, steps, sound, prosody, features, pitch, energy } = CUT;
  const ranks = { [durations]: 1, [steps]: 1, [pitch]: 2, [energy]: 2 };
  return {
    stages: new Map([
      [STAGES.text, () => extractModel(graph, [], [durations, sound, prosody], ranks)],
      [STAGES.frames, () => extractModel(graph, [steps, sound, prosody], [features, pitch, energy], ranks)],
      [STAGES.decoder, () => extractModel(graph, [features], Object.values(SPECTRA), ranks)],
    ]),
    parameters: null,
  };
}

/**
 * The graph with real and imaginary parts in place of logarithms and angles. onnxruntime computes exponentials, sines
 * and cosines of many numbers several times as fast as JavaScript.
 */
function withSpectra(graph: OnnxGraph): OnnxGraph {
  const operations: OnnxOperation[] = [];
  const weights: OnnxTensor[] = [];
  const add = (type: string, output: string, ...inputs: string[]): string => {
    operations.push({ type, inputs, outputs: [output] });
    return output;
  };
  const number = (name: string, value: number): string => {
    weights.push({ name, dims: [], data: Float32Array.of(value) });
    return name;
  };
  const names = ['log harmonic', 'tilt', 'log noise', 'log rest', 'angle'] as const;
  weights.push({
    name: 'bins',
    dims: [names.length],
    data: BigInt64Array.from(names, () => BigInt(BINS)),
  });
  operations.push({ type: 'Split', inputs: [CUT.spectrum, 'bins'], outputs: names, attributes: { axis: 2 } });
  const most = number('most', MOST_LOG);
  const magnitude = (log: string, output: string): string =>
    add('Exp', output, add('Min', `${log} limited`, log, most));
  const [logHarmonic, tilt, logNoise, logRest, angle] = names;
  const harmonic = magnitude(logHarmonic, 'harmonic');
  const turn = add('Mul', 'turn', add('Tanh', 'tilt limited', tilt), number('pi', Math.PI));
  add('Mul', SPECTRA.harmonicRe, harmonic, add('Cos', 'turn cos', turn));
  add('Mul', SPECTRA.harmonicIm, harmonic, add('Sin', 'turn sin', turn));
  magnitude(logNoise, SPECTRA.noise);
  const rest = magnitude(logRest, 'rest');
  add('Mul', SPECTRA.restRe, rest, add('Cos', 'angle cos', angle));
  add('Mul', SPECTRA.restIm, rest, add('Sin', 'angle sin', angle));
  return parseOnnx(withNodes(graph, [...graph.nodes, ...operations.map(toNode)], weights));
}
