import { type OnnxGraph, toNode, weightsOf, withNodes } from './graph.ts';
import type { OnnxTensor } from './writer.ts';

/** Indices of an operation's inputs for its weights and their zero point. */
interface ByteProduct {
  readonly type: string;
  readonly weights: number;
  readonly zeroPoint: number;
  readonly domain?: string;
}

const MATMUL_INTEGER: ByteProduct = { type: 'MatMulInteger', weights: 1, zeroPoint: 3 };

/**
 * A model with unsigned bytes in place of signed weights: products of two unsigned bytes are exact on every processor.
 * onnxruntime does the same ("x64quantprecision"), but not if operations share their weights.
 */
export function withUnsignedWeights(graph: OnnxGraph, product: ByteProduct = MATMUL_INTEGER): Uint8Array {
  const { type, domain, weights: at, zeroPoint } = product;
  const weights: OnnxTensor[] = [];
  const unsigned = new Map<string, string>();
  for (const { opType, inputs } of graph.nodes) {
    if (opType !== type) continue;
    for (const name of [inputs[at] ?? '', inputs[zeroPoint] ?? '']) {
      if (unsigned.has(name)) continue;
      const { dims, values } = weightsOf(graph, name);
      if (!(values instanceof Int8Array)) continue;
      unsigned.set(name, `unsigned ${name}`);
      const data = Uint8Array.from(values, (value) => value + 128);
      weights.push({ name: `unsigned ${name}`, dims, data });
    }
  }
  const nodes = graph.nodes.map((node) => {
    if (node.opType !== type) return node;
    const inputs = node.inputs.map((name) => unsigned.get(name) ?? name);
    return toNode({ type, inputs, outputs: node.outputs, ...(domain && { domain }) });
  });
  return withNodes(graph, nodes, weights);
}
