/** Cuts hibari's graph into the stages that `HibariModel` runs. */
import { extractModel, parseOnnx } from '../../../../model-files/onnx/graph.ts';
import { type ByteSums, byteSums } from '../../../../model-files/onnx/instruction-sets.ts';
import { withUnsignedWeights } from '../../../../model-files/onnx/unsigned-weights.ts';
import type { StagedModel } from '../../optimized/stages.ts';
import { RANGE, SPECTRA, withSpectra } from './spectra-graph.ts';

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
} as const;

/** The names of the stages. */
export const STAGES = { text: 'text', frames: 'frames', decoder: 'decoder' } as const;

/**
 * @param sums how the target processor adds products of bytes
 * @throws Error when `bytes` are not a published graph
 */
export function splitHibari(bytes: Uint8Array, sums: ByteSums = byteSums()): StagedModel<null> {
  const spectra = withSpectra(parseOnnx(bytes));
  const graph = sums === 'exact' ? spectra : parseOnnx(withUnsignedWeights(spectra));
  const { durations, steps, sound, prosody, features, pitch, energy } = CUT;
  const ranks = { [durations]: 1, [steps]: 1, [pitch]: 2, [energy]: 2, [RANGE.from]: 1, [RANGE.to]: 1 };
  return {
    stages: new Map([
      [STAGES.text, () => extractModel(graph, [], [durations, sound, prosody], ranks)],
      [STAGES.frames, () => extractModel(graph, [steps, sound, prosody], [features, pitch, energy], ranks)],
      [
        STAGES.decoder,
        () => extractModel(graph, [features, ...Object.values(RANGE)], Object.values(SPECTRA), ranks),
      ],
    ]),
    parameters: null,
  };
}
