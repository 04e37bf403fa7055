/**
 * The language model of latents as a graph: tokens of text, latents of the voice prompt and the latent before become
 * positions of one transformer, whose last position gives the next latent and whether speech is over.
 */
import { END, GraphBuilder } from '../../../../model-files/onnx/graph-builder.ts';
import { backboneShape, type PocketConfig } from './config.ts';
import { flowHead } from './flow-head.ts';
import { layerNorm, transformer } from './transformer-graph.ts';
import { linear, type PocketWeights, type Precision } from './weights.ts';

/** Inputs besides the caches. Each of the first three may be empty. They are concatenated in this order. */
export const BACKBONE_INPUTS = {
  /** [tokens], int64 */
  tokens: 'tokens',
  /** [positions, width]: a voice prompt, projected. */
  prompt: 'prompt',
  /** [positions, latentSize] */
  latents: 'latents',
  /** [1, latentSize] */
  noise: 'noise',
} as const;

export const BACKBONE_OUTPUTS = {
  /** [1, latentSize] */
  latent: 'latent',
  /** [1, 1]: a logit */
  endOfSpeech: 'end_of_speech',
} as const;

/** @param weights of `flow_lm` */
export function backboneGraph(
  weights: PocketWeights,
  config: PocketConfig,
  precision: Precision,
): Uint8Array {
  const b = new GraphBuilder();
  const width = config.flow_lm.transformer.d_model;
  const latentSize = config.mimi.quantizer.dimension;
  const tokens = b.input(BACKBONE_INPUTS.tokens, ['tokens'], 'int64');
  const prompt = b.input(BACKBONE_INPUTS.prompt, ['prompt', width]);
  const latents = b.input(BACKBONE_INPUTS.latents, ['latents', latentSize]);
  const noise = b.input(BACKBONE_INPUTS.noise, [1, latentSize]);

  const rows = b.operation(
    'Concat',
    [
      conditioner(b, weights.in('conditioner'), tokens),
      prompt,
      linear(b, weights.in('input_linear'), latents),
    ],
    { attributes: { axis: 0 } },
  );
  const x = b.operation('Unsqueeze', [rows, b.integers(0)]);
  const { y, added } = transformer(b, weights.in('transformer'), backboneShape(config), x, precision);
  const last = b.operation('Squeeze', [b.slice(y, 1, -1, END), b.integers(0)]);
  const normed = layerNorm(b, weights.in('out_norm'), last);
  const condition = weights.has('z_proj.weight') ? linear(b, weights.in('z_proj'), normed) : normed;
  const endOfSpeech = linear(b, weights.in('out_eos'), condition);
  const latent = flowHead(b, weights.in('flow_net'), config, { condition, noise });
  return b.model([
    { name: BACKBONE_OUTPUTS.latent, tensor: latent, dims: [1, latentSize] },
    { name: BACKBONE_OUTPUTS.endOfSpeech, tensor: endOfSpeech, dims: [1, 1] },
    ...added,
  ]);
}

/** Looks up the tokens, in a table of full rank or of low rank, whose rows are then projected. */
function conditioner(b: GraphBuilder, weights: PocketWeights, tokens: string): string {
  const { shape, values } = weights.tensor('embed.weight');
  const found = b.operation('Gather', [b.weights(shape, values), tokens]);
  return weights.has('proj.weight') ? linear(b, weights.in('proj'), found) : found;
}
