/** For tests of 8-bit graphs: results on processors with exact and with saturating sums. */
import { type OnnxGraph, parseOnnx, weightsOf } from './graph.ts';
import { ONNXRUNTIME } from './graph-builder.ts';
import { type ByteSums, byteSums } from './instruction-sets.ts';
import { withUnsignedWeights } from './unsigned-weights.ts';

/** The sum of products of unsigned and signed bytes. */
export function sumOf(unsigned: readonly number[], signed: readonly number[]): number {
  return unsigned.reduce((sum, value, i) => sum + value * (signed[i] ?? 0), 0);
}

/** The sum if pairs of products are added with 16-bit saturation, like the x86-64 instruction `vpmaddubsw`. */
export function saturatingSum(unsigned: readonly number[], signed: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < unsigned.length; i += 2) {
    const pair = sumOf(unsigned.slice(i, i + 2), signed.slice(i, i + 2));
    sum += Math.min(32_767, Math.max(-32_768, pair));
  }
  return sum;
}

/** Whether any sum of two products in a graph of ours can saturate, for any unsigned bytes. */
export function canSaturate(model: Uint8Array): boolean {
  const graph = parseOnnx(model);
  return signedMatrices(graph).some((name) => {
    const { dims, values } = weightsOf(graph, name);
    const [, columns = 1] = dims;
    // The neighbour of a weight is in the next row.
    return values.some((value, i) => {
      const next = values[i + columns] ?? 0;
      const [positive, negative] = [
        Math.max(0, value) + Math.max(0, next),
        Math.min(0, value) + Math.min(0, next),
      ];
      return Math.floor(i / columns) % 2 === 0 && (255 * positive > 32_767 || 255 * negative < -32_768);
    });
  });
}

/**
 * Changes a graph of ours so that this processor computes the same results as the given kind of processor. If sums
 * saturate on this processor, a graph for exact sums gets unsigned weights: their sums never saturate.
 */
export function runnableHere(model: Uint8Array, sums: ByteSums): Uint8Array {
  if (sums === 'saturating' || byteSums() === 'exact') return model;
  const product = { type: PRODUCT, weights: 1, zeroPoint: 5, domain: ONNXRUNTIME };
  return withUnsignedWeights(parseOnnx(model), product);
}

const PRODUCT = 'MatMulIntegerToFloat';

/** The names of all right-hand sides. */
function signedMatrices(graph: OnnxGraph): string[] {
  const names = graph.nodes.filter(({ opType }) => opType === PRODUCT).map(({ inputs }) => inputs[1] ?? '');
  return [...new Set(names)];
}
