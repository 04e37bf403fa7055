/**
 * The transformers of the backbone and of the codec: layers with rotary positions (Su et al., 2021) that read the keys
 * and values of earlier positions in caches, and output their own. onnxruntime-node copies all outputs of a graph, even
 * into preallocated memory, so the caches are inputs only.
 */
import {
  type GraphBuilder,
  type GraphOutput,
  ONNXRUNTIME,
} from '../../../../model-files/onnx/graph-builder.ts';
import type { TransformerShape } from './config.ts';
import { linear, type PocketWeights, type Precision } from './weights.ts';

const EPSILON = 1e-5;

/** Names of the inputs that describe the positions of a run and what each of them attends to. */
export const CACHE_INPUTS = {
  /** [positions, headSize / 2] */
  cosines: 'cosines',
  sines: 'sines',
  /** [2], int64: rows of the cache, and positions of the run. */
  lengths: 'lengths',
  /**
   * [1, 1, queries, lengths' sum], added to the input of the softmax; queries: the positions, for each head of a group.
   */
  mask: 'mask',
} as const;

/** Names of the caches of a layer, [1, keyHeads, capacity, headSize]. */
export const keysName = (layer: number): string => `keys.${layer}`;
export const valuesName = (layer: number): string => `values.${layer}`;
/** The output with the rows of the run, [1, keyHeads, positions, headSize], which are added to a cache. */
export const ofRun = (cache: string): string => `${cache}.run`;

/** A transformer in a graph: the output of its last layer, and what the run adds to the caches. */
interface TransformerOutput {
  readonly y: string;
  readonly added: readonly GraphOutput[];
}

/**
 * @param weights of the module with the layers
 * @param x [1, positions, width]
 */
export function transformer(
  b: GraphBuilder,
  weights: PocketWeights,
  shape: TransformerShape,
  x: string,
  precision: Precision = 'float32',
): TransformerOutput {
  const half = shape.headSize / 2;
  const run = {
    cosines: b.input(CACHE_INPUTS.cosines, ['positions', half]),
    sines: b.input(CACHE_INPUTS.sines, ['positions', half]),
    lengths: b.input(CACHE_INPUTS.lengths, [2], 'int64'),
    mask: b.input(CACHE_INPUTS.mask, [1, 1, 'queries', 'visible']),
  };
  const added: GraphOutput[] = [];
  let y = x;
  for (let index = 0; index < shape.layers; index++) {
    const layer = weights.in('layers').in(index);
    const normed = layerNorm(b, layer.in('norm1'), y);
    const attended = attention(b, layer.in('self_attn'), shape, {
      x: normed,
      index,
      run,
      added,
      precision,
    });
    y = b.operation('Add', [
      y,
      linear(b, layer.in('self_attn').in('out_proj'), attended, { scale: scaleOf(layer, 1), precision }),
    ]);
    const hidden = linear(b, layer.in('linear1'), layerNorm(b, layer.in('norm2'), y), { precision });
    const active = b.operation('FastGelu', [hidden], { domain: ONNXRUNTIME });
    y = b.operation('Add', [
      y,
      linear(b, layer.in('linear2'), active, { scale: scaleOf(layer, 2), precision }),
    ]);
  }
  return { y, added };
}

export function layerNorm(b: GraphBuilder, weights: PocketWeights, x: string, epsilon = EPSILON): string {
  return b.operation('LayerNormalization', [x, weights.vector(b, 'weight'), weights.vector(b, 'bias')], {
    floats: { epsilon },
  });
}

function attention(
  b: GraphBuilder,
  weights: PocketWeights,
  shape: TransformerShape,
  layer: {
    readonly x: string;
    readonly index: number;
    readonly run: Readonly<Record<keyof typeof CACHE_INPUTS, string>>;
    readonly added: GraphOutput[];
    readonly precision: Precision;
  },
): string {
  const { heads, keyHeads, headSize } = shape;
  const { cosines, sines, lengths, mask } = layer.run;
  const projected = linear(b, weights.in('in_proj'), layer.x, { precision: layer.precision });
  const apart = b.operation('Reshape', [projected, b.integers(1, -1, heads + 2 * keyHeads, headSize)]);
  const byHead = b.operation('Transpose', [apart], { lists: { perm: [0, 2, 1, 3] } });
  const [turning, values] = b.split(byHead, 1, b.integers(heads + keyHeads, keyHeads));
  const turned = b.operation('RotaryEmbedding', [turning, b.integers(0), cosines, sines], {
    domain: ONNXRUNTIME,
    attributes: { interleaved: 1 },
  });
  const [queries, keys] = b.split(turned, 1, b.integers(heads, keyHeads));
  // Heads that share their keys are rows of one multiplication.
  const grouped = b.operation('Reshape', [queries, b.integers(1, keyHeads, -1, headSize)]);
  const dims = (rows: string): GraphOutput['dims'] => [1, keyHeads, rows, headSize];
  const [earlierKeys, earlierValues] = [keysName(layer.index), valuesName(layer.index)].map((name) =>
    b.input(name, dims('capacity')),
  ) as [string, string];
  const alike = [earlierKeys, keys].map((rows) =>
    b.operation('FusedMatMul', [grouped, rows], {
      domain: ONNXRUNTIME,
      attributes: { transB: 1 },
      floats: { alpha: 1 / Math.sqrt(headSize) },
    }),
  );
  const masked = b.operation('Add', [b.operation('Concat', alike, { attributes: { axis: 3 } }), mask]);
  const shares = b.split(b.operation('Softmax', [masked], { attributes: { axis: 3 } }), 3, lengths);
  const y = b.operation('Add', [
    b.operation('MatMul', [shares[0], earlierValues]),
    b.operation('MatMul', [shares[1], values]),
  ]);
  layer.added.push({ name: ofRun(earlierKeys), tensor: keys, dims: dims('positions') });
  layer.added.push({ name: ofRun(earlierValues), tensor: values, dims: dims('positions') });
  const ungrouped = b.operation('Reshape', [y, b.integers(1, heads, -1, headSize)]);
  const byPosition = b.operation('Transpose', [ungrouped], { lists: { perm: [0, 2, 1, 3] } });
  return b.operation('Reshape', [byPosition, b.integers(1, -1, heads * headSize)]);
}

/** Scale of each channel of a layer's output, in models that have one. */
function scaleOf(layer: PocketWeights, part: 1 | 2): Float32Array | null {
  const name = `layer_scale_${part}.scale`;
  return layer.has(name) ? layer.values(name) : null;
}
