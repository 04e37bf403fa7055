/**
 * The head that makes a latent from noise, from the backbone's output (a multilayer perceptron whose norms are
 * modulated: Li et al., 2024, "Autoregressive Image Generation without Vector Quantization"). It is of one of four
 * kinds:
 * - lsd: a flow from noise to latent, in one step or more (Lagrangian self-distillation: Boffi et al., 2025);
 * - flow_matching: the same by many small steps (Lipman et al., 2022);
 * - pointwise: noise plus the head's output, without times as inputs;
 * - drifting: the head's output.
 */
import type { GraphBuilder } from '../../../../model-files/onnx/graph-builder.ts';
import type { FlowType, PocketConfig } from './config.ts';
import { layerNorm } from './transformer-graph.ts';
import { linear, type PocketWeights, rearranged } from './weights.ts';

const EPSILON = 1e-6;
const RMS_EPSILON = 1e-5;

/** Steps from noise to latent if the model's configuration gives none. */
const STEPS: Readonly<Record<FlowType, number>> = { lsd: 1, drifting: 1, pointwise: 1, flow_matching: 16 };

/**
 * The latent, [1, latentSize].
 * @param weights of the head
 * @param condition output of the backbone, [1, width]
 * @param noise [1, latentSize]
 */
export function flowHead(
  b: GraphBuilder,
  weights: PocketWeights,
  { flow_lm: { flow } }: PocketConfig,
  { condition, noise }: { readonly condition: string; readonly noise: string },
): string {
  const { type = 'lsd', dim, depth } = flow;
  const head = { weights, dim, depth };
  const conditioned = linear(b, weights.in('cond_embed'), condition);
  if (type === 'drifting') return velocity(b, head, conditioned, noise);
  if (type === 'pointwise') return b.operation('Add', [noise, velocity(b, head, conditioned, noise)]);
  const steps = STEPS[type];
  let x = noise;
  for (let step = 0; step < steps; step++) {
    const times = type === 'lsd' ? [step / steps, (step + 1) / steps] : [step / steps];
    const timed = b.operation('Add', [conditioned, b.weights([dim], timeEmbedding(weights, dim, times))]);
    const moved = velocity(b, head, timed, x);
    x = b.operation('Add', [x, steps === 1 ? moved : b.operation('Mul', [moved, b.scalar(1 / steps)])]);
  }
  return x;
}

interface Head {
  readonly weights: PocketWeights;
  readonly dim: number;
  readonly depth: number;
}

/** @param y the condition, [1, dim] */
function velocity(b: GraphBuilder, { weights, dim, depth }: Head, y: string, noise: string): string {
  const modulations = modulation(b, { weights, dim, depth }, silu(b, y));
  let x = linear(b, weights.in('input_proj'), noise);
  const modulated = (normed: string, block: number): string => {
    const at = 3 * dim * block;
    const scaled = b.operation('Mul', [normed, b.slice(modulations, 1, at + dim, at + 2 * dim)]);
    return b.operation('Add', [scaled, b.slice(modulations, 1, at, at + dim)]);
  };
  for (let block = 0; block < depth; block++) {
    const inner = weights.in('res_blocks').in(block);
    const h = modulated(layerNorm(b, inner.in('in_ln'), x, EPSILON), block);
    const active = silu(b, linear(b, inner.in('mlp').in(0), h));
    const at = 3 * dim * block;
    const gate = b.slice(modulations, 1, at + 2 * dim, at + 3 * dim);
    x = b.operation('Add', [x, b.operation('Mul', [gate, linear(b, inner.in('mlp').in(2), active)])]);
  }
  const ones = b.weights([dim], new Float32Array(dim).fill(1));
  const normed = b.operation('LayerNormalization', [x, ones], { floats: { epsilon: EPSILON } });
  return linear(b, weights.in('final_layer').in('linear'), modulated(normed, depth));
}

/**
 * Shift, scale (with 1 added) and gate of every block, and shift and scale of the last layer, side by side: one
 * multiplication instead of one for each block.
 */
function modulation(b: GraphBuilder, { weights, dim, depth }: Head, active: string): string {
  const modules = Array.from({ length: depth }, (_, block) => weights.in('res_blocks').in(block));
  const layers = [...modules, weights.in('final_layer')].map((module) => module.in('adaLN_modulation').in(1));
  const outputs = dim * (3 * depth + 2);
  const matrix = new Float32Array(outputs * dim);
  const bias = new Float32Array(outputs);
  for (const [i, layer] of layers.entries()) {
    matrix.set(layer.values('weight'), 3 * dim * dim * i);
    bias.set(layer.values('bias'), 3 * dim * i);
    for (let channel = 0; channel < dim; channel++) {
      const at = dim * (3 * i + 1) + channel;
      bias[at] = (bias[at] ?? 0) + 1;
    }
  }
  const columns = b.weights([dim, outputs], rearranged(matrix, [outputs, dim], [1, 0]));
  return b.operation('Add', [b.operation('MatMul', [active, columns]), b.weights([outputs], bias)]);
}

const silu = (b: GraphBuilder, x: string): string => b.operation('Mul', [x, b.operation('Sigmoid', [x])]);

/** The mean of the embeddings of the times of a step. It is constant, so it is computed here. */
function timeEmbedding(weights: PocketWeights, dim: number, times: readonly number[]): Float32Array {
  const mean = new Float32Array(dim);
  for (const [i, time] of times.entries()) {
    const embedder = weights.in('time_embed').in(i);
    const angles = Array.from(embedder.values('freqs'), (frequency) => Math.fround(time * frequency));
    const waves = [...angles.map(Math.cos), ...angles.map(Math.sin)];
    const hidden = product(embedder.in('mlp').in(0), waves).map((value) => value / (1 + Math.exp(-value)));
    const out = product(embedder.in('mlp').in(2), hidden);
    const centre = out.reduce((sum, value) => sum + value, 0) / dim;
    const variance = out.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (dim - 1);
    const alpha = embedder.values('mlp.3.alpha');
    for (let channel = 0; channel < dim; channel++) {
      const normed = ((out[channel] ?? 0) * (alpha[channel] ?? 0)) / Math.sqrt(variance + RMS_EPSILON);
      mean[channel] = (mean[channel] ?? 0) + normed / times.length;
    }
  }
  return mean;
}

function product(layer: PocketWeights, x: readonly number[]): number[] {
  const [weights, bias] = [layer.values('weight'), layer.values('bias')];
  return Array.from(bias, (value, output) =>
    x.reduce((sum, input, i) => sum + input * (weights[output * x.length + i] ?? 0), value),
  );
}
