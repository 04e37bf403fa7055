/**
 * Reads the generator's weights out of the published 8-bit graph of Kokoro-82M. Its quantizer has left each matrix as
 * bytes beside a scale and a zero point, and named them after the tensor they came from.
 */
import { type OnnxGraph, type OnnxNode, weightsOf } from '../../../../model-files/onnx/graph.ts';

/** The names of the generator's nodes and weights in the graph. */
const NODES = '/decoder/decoder/generator/';
const WEIGHTS = 'decoder.decoder.generator.';
/** The weights that mix the harmonics of the source; the exporter named them by a number. */
const MIXING = 'onnx::MatMul_6993';

export interface Convolution {
  /** [outputs, inputs, taps], row after row. */
  readonly weights: Float32Array;
  readonly bias: Float32Array;
  readonly outputs: number;
  readonly inputs: number;
  readonly taps: number;
  readonly dilation: number;
}

/** An affine map of the half of a style that shapes the sound. */
export interface StyleProjection {
  /** [style, outputs] as bytes; multiplied by the scale of their column they are the weights. */
  readonly weights: Int8Array | Uint8Array;
  readonly scales: Float32Array;
  readonly bias: Float32Array;
}

/** The weights of the generator, by the names its authors gave to its layers ("resblocks.0", "convs1.2"). */
export class GeneratorWeights {
  readonly #graph: OnnxGraph;
  readonly #nodes: ReadonlyMap<string, OnnxNode>;

  constructor(graph: OnnxGraph) {
    this.#graph = graph;
    this.#nodes = new Map(graph.nodes.map((node) => [node.name, node]));
  }

  /** A float tensor, unchanged, e.g. "resblocks.0.alpha1.0". */
  floats(name: string): Float32Array {
    return asFloats(weightsOf(this.#graph, `${WEIGHTS}${name}`).values, name);
  }

  /** A constant that the exporter has computed, e.g. the weights of "ups.0". */
  constant(name: string): { readonly dims: readonly number[]; readonly values: Float32Array } {
    const { dims, values } = weightsOf(this.#graph, `${NODES}${name}`);
    return { dims, values: asFloats(values, name) };
  }

  /** The weight of each harmonic of the source. */
  mixing(): Float32Array {
    return asFloats(weightsOf(this.#graph, MIXING).values, MIXING);
  }

  convolution(layer: string): Convolution {
    const node = this.#node(`${NODES}${layer}/Conv_quant`);
    const parameters = `${WEIGHTS}${layer.replace('/', '.')}`;
    const { dims, values, zeroPoint, scales } = this.#quantized(node, `${parameters}.bias_scale_node`);
    const [outputs = 0, inputs = 0, taps = 0] = dims;
    const [scale = 1] = scales;
    return {
      weights: Float32Array.from(values, (value) => (value - zeroPoint) * scale),
      bias: this.floats(`${layer.replace('/', '.')}.bias`),
      outputs,
      inputs,
      taps,
      dilation: node.ints.get('dilations')?.[0] ?? 1,
    };
  }

  /** The map from the style to a norm's scale and shift, e.g. of "resblocks.0.adain1.2". */
  projection(norm: string): StyleProjection {
    const product = `${NODES}${norm.replace('.adain', '/adain')}/fc/Gemm_MatMul_quant`;
    const { values, zeroPoint, scales } = this.#quantized(this.#node(product), `${product}_scales_mul`);
    if (zeroPoint !== 0) throw new Error(`the weights of "${norm}" in the Kokoro graph are not symmetric`);
    return { weights: values, scales, bias: this.floats(`${norm}.fc.bias`) };
  }

  /**
   * The right-hand side of a product of bytes.
   * @param scaling the node that multiplies the scales of both sides
   */
  #quantized(node: OnnxNode, scaling: string) {
    const [, weights = '', , zero = ''] = node.inputs;
    const { dims, values } = weightsOf(this.#graph, weights);
    if (values instanceof Float32Array)
      throw new Error(`the weights "${weights}" of the Kokoro graph are floats`);
    const [zeroPoint = 0] = weightsOf(this.#graph, zero).values;
    const scaleName = this.#node(scaling).inputs[1] ?? '';
    return { dims, values, zeroPoint, scales: asFloats(weightsOf(this.#graph, scaleName).values, scaleName) };
  }

  #node(name: string): OnnxNode {
    const node = this.#nodes.get(name);
    if (!node) throw new Error(`the Kokoro graph has no node "${name}"`);
    return node;
  }
}

function asFloats(values: Float32Array | Int8Array | Uint8Array, name: string): Float32Array {
  if (!(values instanceof Float32Array))
    throw new Error(`the weights "${name}" of the Kokoro graph are no floats`);
  return values;
}
