/** Turns the published weights of a Pocket TTS model into the graphs that `PocketModel` runs. */
import { Safetensors } from '../../../../model-files/safetensors.ts';
import type { StagedModel } from '../../optimized/stages.ts';
import { backboneGraph } from './backbone-graph.ts';
import { decoderGraph, encoderGraph } from './codec-graphs.ts';
import type { StreamState } from './codec-layers.ts';
import type { PocketConfig } from './config.ts';
import { PocketWeights, type Precision } from './weights.ts';

/** The names of the stages. */
export const STAGES = { backbone: 'backbone', decoder: 'decoder', encoder: 'encoder' } as const;

/** Values that are needed besides the stages. */
export interface PocketParameters {
  readonly config: PocketConfig;
  /** The latent before the first, [latentSize]. */
  readonly beginning: Float32Array;
  /** Embedding before a voice prompt, [width]; null for a model without one. */
  readonly beforeVoice: Float32Array | null;
  /** From latents to a voice prompt, [width, latentSize]. */
  readonly voiceProjection: Float32Array;
  readonly states: Readonly<Record<'decoder' | 'encoder', readonly StreamState[]>>;
}

/** Width above which reading the backbone's weights takes most of a frame's time. */
const LEAST_WIDTH_IN_BYTES = 512;

/** The format of the weights of the backbone's layers: bytes where that saves time. */
const precisionOf = ({ flow_lm: { transformer } }: PocketConfig): Precision =>
  transformer.d_model < LEAST_WIDTH_IN_BYTES ? 'float32' : 'int8';

/**
 * @param bytes the published `model.safetensors`
 * @param precision of the backbone's layers, the same layers that the reference can quantise
 * @throws Error when tensors are missing, or have other sizes than the configuration says
 */
export function stagedPocket(
  bytes: Uint8Array,
  config: PocketConfig,
  precision = precisionOf(config),
): StagedModel<PocketParameters> {
  const weights = new PocketWeights(new Safetensors(bytes));
  const flowLm = weights.in('flow_lm');
  const [decoder, encoder] = [decoderGraph(weights, config), encoderGraph(weights, config)];
  return {
    stages: new Map([
      [STAGES.backbone, () => backboneGraph(flowLm, config, precision)],
      [STAGES.decoder, () => decoder.graph],
      [STAGES.encoder, () => encoder.graph],
    ]),
    parameters: {
      config,
      beginning: flowLm.values('bos_emb'),
      beforeVoice: flowLm.has('bos_before_voice') ? flowLm.values('bos_before_voice') : null,
      voiceProjection: flowLm.values('speaker_proj_weight'),
      states: { decoder: decoder.states, encoder: encoder.states },
    },
  };
}
