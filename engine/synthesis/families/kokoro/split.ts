/** Cuts and rewrites the published 8-bit graph of Kokoro into the stages that `KokoroModel` runs. */
import { extractModel, parseOnnx } from '../../../../model-files/onnx/graph.ts';
import { type ByteSums, byteSums } from '../../../../model-files/onnx/instruction-sets.ts';
import type { StagedModel } from '../../optimized/stages.ts';
import { frequencies, halfGraph, sourceGraph } from './generator-graph.ts';
import { type SourceMix, sourceMix } from './harmonic-source.ts';
import { UNITS } from './layers.ts';
import { GeneratorWeights, type StyleProjection } from './weights.ts';

/** Tensors at which the published graph is cut. */
export const CUT = {
  /** Duration of every token in half frames before rounding, [1, tokens]. */
  durations: '/encoder/predictor/ReduceSum_output_0',
  prosody: '/encoder/predictor/text_encoder/Concat_4_output_0',
  text: '/encoder/text_encoder/Transpose_2_output_0',
  /** [1, 512, frames]; the others [1, 1, frames]. */
  features: '/decoder/decoder/decode.3/Div_4_output_0',
  pitch: '/decoder/decoder/Unsqueeze_output_0',
  energy: '/decoder/decoder/Unsqueeze_1_output_0',
} as const;

/** The names of the stages. */
export const STAGES = {
  text: 'text',
  curves: 'curves',
  frames: 'frames',
  source: ['source-0', 'source-1'],
  half: ['half-0', 'half-1'],
} as const;

/** Computations outside the stages that use weights of the graph. */
export interface KokoroParameters {
  readonly mix: SourceMix;
  /** The projection of every unit of UNITS. */
  readonly projections: readonly StyleProjection[];
  readonly frequencies: readonly Float32Array[];
}

/**
 * @param sums how the target processor adds products of bytes
 * @throws Error when `bytes` are not the published graph
 */
export function splitKokoro(bytes: Uint8Array, sums: ByteSums = byteSums()): StagedModel<KokoroParameters> {
  const graph = parseOnnx(bytes);
  const weights = new GeneratorWeights(graph);
  const { durations, prosody, text, features, pitch, energy } = CUT;
  return {
    stages: new Map([
      [STAGES.text, () => extractModel(graph, [], [durations, prosody, text], { [durations]: 2 })],
      [STAGES.curves, () => extractModel(graph, [durations, prosody], [pitch, energy], { [durations]: 2 })],
      [
        STAGES.frames,
        () => extractModel(graph, [durations, text, pitch, energy], [features], { [durations]: 2 }),
      ],
      [STAGES.source[0], () => sourceGraph(weights, 0, sums)],
      [STAGES.source[1], () => sourceGraph(weights, 1, sums)],
      [STAGES.half[0], () => halfGraph(weights, 0, sums)],
      [STAGES.half[1], () => halfGraph(weights, 1, sums)],
    ]),
    parameters: {
      mix: sourceMix(weights),
      projections: UNITS.map(({ block, place, pair }) =>
        weights.projection(`${block.name}.adain${place}.${pair}`),
      ),
      frequencies: UNITS.map((unit) => frequencies(weights, unit)),
    },
  };
}
