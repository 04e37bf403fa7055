/** The codec as two graphs, each of which takes any number of frames and continues from its state. */
import { GraphBuilder } from '../../../../model-files/onnx/graph-builder.ts';
import {
  channelUpsampling,
  convolution,
  StreamBuilder,
  type StreamState,
  seanetDecoder,
  seanetEncoder,
} from './codec-layers.ts';
import { type CodecTransformerConfig, codecShape, decoderConfig, type PocketConfig } from './config.ts';
import { transformer } from './transformer-graph.ts';
import { linear, type PocketWeights } from './weights.ts';

/** Inputs and outputs besides states and caches. */
export const CODEC = {
  /** [frames, latentSize], in the backbone's scale for the decoder and in the codec's from the encoder. */
  latents: 'latents',
  /** [samples, 1] */
  samples: 'samples',
  /** [1]: 1 in the encoder's first run, 0 in those after it. */
  first: 'first',
} as const;

export interface CodecGraph {
  readonly graph: Uint8Array;
  readonly states: readonly StreamState[];
}

/** Latents to samples. @param weights of the whole model */
export function decoderGraph(weights: PocketWeights, config: PocketConfig): CodecGraph {
  const b = new GraphBuilder();
  const s = new StreamBuilder(b);
  const mimi = weights.in('mimi');
  const { transformer: shape, seanet } = decoderConfig(config);
  const latents = b.input(CODEC.latents, ['frames', config.mimi.quantizer.dimension]);
  const wide = outputProjection(b, weights, latents);
  const steps = channelUpsampling(s, mimi.in('upsample').in('convtr').in('convtr'), wide);
  const { y, added } = codecTransformer(b, mimi.in('decoder_transformer'), shape, steps);
  const samples = seanetDecoder(s, mimi.in('decoder'), seanet, y);
  const outputs = [{ name: CODEC.samples, tensor: samples, dims: ['samples', 1] }, ...s.outputs, ...added];
  return { graph: b.model(outputs), states: s.states };
}

/** Samples, whole frames of them, to latents. @param weights of the whole model */
export function encoderGraph(weights: PocketWeights, config: PocketConfig): CodecGraph {
  const b = new GraphBuilder();
  const s = new StreamBuilder(b);
  const mimi = weights.in('mimi');
  const samples = b.input(CODEC.samples, ['samples', 1]);
  const first = b.input(CODEC.first, [1]);
  const steps = seanetEncoder(s, mimi.in('encoder'), config.mimi.seanet, samples);
  const { y, added } = codecTransformer(b, mimi.in('encoder_transformer'), config.mimi.transformer, steps);
  const downsampling = mimi.in('downsample').in('conv').in('conv');
  const [, , taps = 0] = downsampling.tensor('weight').shape;
  const latents = convolution(s, downsampling, y, { stride: taps / 2, first });
  const dims = ['frames', config.mimi.quantizer.dimension];
  const outputs = [{ name: CODEC.latents, tensor: latents, dims }, ...s.outputs, ...added];
  return { graph: b.model(outputs), states: s.states };
}

/** The mean and deviation of the latents are part of the projection: W(σx + μ) = (Wσ)x + Wμ. */
function outputProjection(b: GraphBuilder, weights: PocketWeights, latents: string): string {
  const { shape, values } = weights.tensor('mimi.quantizer.output_proj.weight');
  const [outputs = 0, inputs = 0] = shape;
  const deviation = weights.values('flow_lm.emb_std');
  const mean = weights.values('flow_lm.emb_mean');
  const matrix = new Float32Array(inputs * outputs);
  const bias = new Float32Array(outputs);
  for (let output = 0; output < outputs; output++) {
    let sum = 0;
    for (let input = 0; input < inputs; input++) {
      const weight = values[output * inputs + input] ?? 0;
      matrix[input * outputs + output] = weight * (deviation[input] ?? 1);
      sum += weight * (mean[input] ?? 0);
    }
    bias[output] = sum;
  }
  const product = b.operation('MatMul', [latents, b.weights([inputs, outputs], matrix)]);
  return b.operation('Add', [product, b.weights([outputs], bias)]);
}

function codecTransformer(
  b: GraphBuilder,
  weights: PocketWeights,
  config: CodecTransformerConfig,
  steps: string,
): ReturnType<typeof transformer> {
  const x = weights.has('input_proj.weight') ? linear(b, weights.in('input_proj'), steps) : steps;
  const wide = b.operation('Unsqueeze', [x, b.integers(0)]);
  const { y, added } = transformer(b, weights.in('transformer'), codecShape(config), wide);
  const rows = b.operation('Squeeze', [y, b.integers(0)]);
  const projection = weights.in('output_projs').in(0);
  return { y: projection.has('weight') ? linear(b, projection, rows) : rows, added };
}
