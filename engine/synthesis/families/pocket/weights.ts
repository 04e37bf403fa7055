/** The weights of a Pocket TTS model, as its graphs need them. */

import { type GraphBuilder, ONNXRUNTIME } from '../../../../model-files/onnx/graph-builder.ts';
import type { FloatTensor, Safetensors } from '../../../../model-files/safetensors.ts';

/** Reads the tensors whose names begin with a prefix, and lays them out for multiplication from the right. */
export class PocketWeights {
  readonly #file: Safetensors;
  readonly #prefix: string;

  constructor(file: Safetensors, prefix = '') {
    this.#file = file;
    this.#prefix = prefix;
  }

  /** The weights of a module inside this one. */
  in(module: string | number): PocketWeights {
    return new PocketWeights(this.#file, `${this.#prefix}${module}.`);
  }

  /** The name of the module. */
  get name(): string {
    return this.#prefix.slice(0, -1);
  }

  has(name: string): boolean {
    return this.#file.has(this.#prefix + name);
  }

  tensor(name: string): FloatTensor {
    return this.#file.floats(this.#prefix + name);
  }

  values(name: string): Float32Array {
    return this.tensor(name).values;
  }

  /** A vector as a weight of a graph. */
  vector(b: GraphBuilder, name: string): string {
    const { values } = this.tensor(name);
    return b.weights([values.length], values);
  }
}

/** The format of a layer's weights: floats, or bytes with a scale for every few of them. */
export type Precision = 'float32' | 'int8';

/**
 * x · W for a matrix of weights as PyTorch keeps it, [outputs, inputs]; with `.bias` added if there is one.
 * @param scale factor of each output
 */
export function linear(
  b: GraphBuilder,
  weights: PocketWeights,
  x: string,
  { scale = null, precision = 'float32' }: { scale?: Float32Array | null; precision?: Precision } = {},
): string {
  const { shape, values } = weights.tensor('weight');
  const [outputs = 0, inputs = 0] = shape;
  const matrix = scale ? values.map((value, i) => value * (scale[Math.floor(i / inputs)] ?? 1)) : values;
  const product =
    precision === 'int8'
      ? byteProduct(b, x, matrix, inputs)
      : b.operation('MatMul', [
          x,
          b.weights([inputs, outputs], rearranged(matrix, [outputs, inputs], [1, 0])),
        ]);
  if (!weights.has('bias')) return product;
  return b.operation('Add', [product, weights.vector(b, 'bias')]);
}

/** Number of weights that share a scale. */
const BLOCK = 32;
/** The byte for 0; there are equally many steps on either side of it. */
const [ZERO, LARGEST] = [128, 127];
/** onnxruntime's name for quantising the other operand to bytes as well. */
const BYTES_ON_BOTH_SIDES = 4;

/** @param matrix [outputs, inputs] */
function byteProduct(b: GraphBuilder, x: string, matrix: Float32Array, inputs: number): string {
  const outputs = matrix.length / inputs;
  const blocks = Math.ceil(inputs / BLOCK);
  const bytes = new Uint8Array(outputs * blocks * BLOCK).fill(ZERO);
  const scales = new Float32Array(outputs * blocks);
  for (let output = 0; output < outputs; output++) {
    for (let block = 0; block < blocks; block++) {
      const from = output * inputs + block * BLOCK;
      const row = matrix.subarray(from, Math.min(from + BLOCK, (output + 1) * inputs));
      const scale = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / LARGEST || 1;
      const at = output * blocks + block;
      scales[at] = scale;
      for (const [i, value] of row.entries()) bytes[at * BLOCK + i] = ZERO + Math.round(value / scale);
    }
  }
  return b.operation(
    'MatMulNBits',
    [x, b.weights([outputs, blocks, BLOCK], bytes), b.weights([outputs * blocks], scales)],
    {
      domain: ONNXRUNTIME,
      attributes: {
        K: inputs,
        N: outputs,
        bits: 8,
        block_size: BLOCK,
        accuracy_level: BYTES_ON_BOTH_SIDES,
      },
    },
  );
}

/** The values of a tensor with its axes in another order. @param order of each new axis, the old one */
export function rearranged(
  values: Float32Array,
  sizes: readonly number[],
  order: readonly number[],
): Float32Array {
  const strides = sizes.map((_, axis) => sizes.slice(axis + 1).reduce((product, size) => product * size, 1));
  const newSizes = order.map((axis) => sizes[axis] ?? 1);
  const newStrides = order.map((axis) => strides[axis] ?? 1);
  const out = new Float32Array(values.length);
  const last = newSizes.length - 1;
  const [size = 1, stride = 1] = [newSizes[last], newStrides[last]];
  const index = newSizes.map(() => 0);
  for (let at = 0; at < out.length; at += size) {
    let from = 0;
    for (let axis = 0; axis < last; axis++) from += (index[axis] ?? 0) * (newStrides[axis] ?? 1);
    for (let i = 0; i < size; i++) out[at + i] = values[from + i * stride] ?? 0;
    for (let axis = last - 1; axis >= 0; axis--) {
      index[axis] = (index[axis] ?? 0) + 1;
      if ((index[axis] ?? 0) < (newSizes[axis] ?? 1)) break;
      index[axis] = 0;
    }
  }
  return out;
}
