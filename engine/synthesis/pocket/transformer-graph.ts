/**
 * The transformers of the backbone and of the codec: layers with rotary positions (Su et al., 2021) whose keys and
 * values stay in a cache that onnxruntime reads and extends in place, so that a step copies none of it.
 */
import { type GraphBuilder, type GraphOutput, ONNXRUNTIME } from '../../onnx/graph-builder.ts';
import type { TransformerShape } from './config.ts';
import { linear, type PocketWeights, type Precision } from './weights.ts';

const EPSILON = 1e-5;

/** Names of the inputs that say where in its cache a run writes, and which positions it has. */
export const CACHE_INPUTS = {
  /** [1], int32: rows of the cache that are in use after the run; the same less 1. */
  total: 'total',
  last: 'last',
  /** [capacity, headSize / 2], of which the first rows are those of the run's positions. */
  cosines: 'cosines',
  sines: 'sines',
  /** [1, positions], int64: 0, 1, 2…, the rows of the above. */
  rows: 'rows',
} as const;

/** Names of the caches of a layer, [1, keyHeads, capacity, headSize]: outputs have them, too. */
export const keysName = (layer: number): string => `keys.${layer}`;
export const valuesName = (layer: number): string => `values.${layer}`;
/** An output must not have the name of an input; it is given the input's memory. */
export const written = (name: string): string => `${name}.written`;

/** A transformer in a graph: the output of its last layer, and the caches. */
interface TransformerOutput {
  readonly y: string;
  readonly caches: readonly GraphOutput[];
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
  const position = [
    b.input(CACHE_INPUTS.last, [1], 'int32'),
    b.input(CACHE_INPUTS.total, [1], 'int32'),
    b.input(CACHE_INPUTS.cosines, ['capacity', half]),
    b.input(CACHE_INPUTS.sines, ['capacity', half]),
    b.input(CACHE_INPUTS.rows, [1, 'positions'], 'int64'),
  ];
  const caches: GraphOutput[] = [];
  let y = x;
  for (let index = 0; index < shape.layers; index++) {
    const layer = weights.in('layers').in(index);
    const normed = layerNorm(b, layer.in('norm1'), y);
    const attended = attention(b, layer.in('self_attn'), shape, {
      x: normed,
      index,
      position,
      caches,
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
  return { y, caches };
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
    readonly position: readonly string[];
    readonly caches: GraphOutput[];
    readonly precision: Precision;
  },
): string {
  const { heads, keyHeads, headSize, context } = shape;
  const dims = [1, keyHeads, 'capacity', headSize];
  // Queries, keys and values side by side, as the operation takes them.
  const projected = linear(b, weights.in('in_proj'), layer.x, { precision: layer.precision });
  const [keys, values] = [keysName(layer.index), valuesName(layer.index)];
  const [y, writtenKeys, writtenValues] = b.operationOfThree(
    'GroupQueryAttention',
    [projected, '', '', b.input(keys, dims), b.input(values, dims), ...layer.position],
    {
      domain: ONNXRUNTIME,
      attributes: {
        num_heads: heads,
        kv_num_heads: keyHeads,
        do_rotary: 1,
        rotary_interleaved: 1,
        ...(context === null ? {} : { local_window_size: context }),
      },
    },
  );
  layer.caches.push({ name: written(keys), tensor: writtenKeys, dims });
  layer.caches.push({ name: written(values), tensor: writtenValues, dims });
  return y;
}

/** The factor of each channel of what a layer adds, where there is one. */
function scaleOf(layer: PocketWeights, part: 1 | 2): Float32Array | null {
  const name = `layer_scale_${part}.scale`;
  return layer.has(name) ? layer.values(name) : null;
}
