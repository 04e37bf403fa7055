/**
 * Reads and rewrites ONNX models at the level of the protobuf wire format, so that a graph can be cut into pieces at
 * load time without an exporter. Only fields that cutting needs are decoded; everything else is copied as bytes.
 *
 * Field numbers are those of onnx.proto3 (ModelProto.graph = 7; GraphProto.node = 1, initializer = 5, input = 11,
 * output = 12, value_info = 13; NodeProto.input = 1, output = 2, name = 3, op_type = 4, attribute = 5).
 */

import { concat, delimited, type Field, fields, text, varintBytes } from './protobuf.ts';
import {
  type OnnxOperation,
  type OnnxTensor,
  operationBytes,
  operatorSetBytes,
  tensorBytes,
} from './writer.ts';

export interface OnnxNode {
  readonly name: string;
  readonly opType: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Integer-list attributes (kernel_shape, strides, dilations...). */
  readonly ints: ReadonlyMap<string, readonly number[]>;
  readonly raw: Uint8Array;
}

export interface OnnxGraph {
  readonly nodes: readonly OnnxNode[];
  readonly initializers: ReadonlyMap<string, Uint8Array>;
  readonly inputs: ReadonlyMap<string, Uint8Array>;
  readonly outputs: ReadonlyMap<string, Uint8Array>;
  /** Tensor name to the node that computes it. */
  readonly producers: ReadonlyMap<string, OnnxNode>;
  /** Fields of the model around the graph (versions, opset imports, metadata). */
  readonly modelFields: readonly Uint8Array[];
  /** Fields of the graph that are neither nodes nor tensors (its name, doc strings). */
  readonly graphFields: readonly Uint8Array[];
}

const BYTES = new TextEncoder();

function readVarints(bytes: Uint8Array, from: number, to: number): number[] {
  const values: number[] = [];
  let value = 0;
  let scale = 1;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * scale;
    scale *= 128;
    if (byte < 0x80) {
      values.push(value);
      value = 0;
      scale = 1;
    }
  }
  return values;
}

/** AttributeProto: name = 1, ints = 8 (packed or not). */
function readIntsAttribute(bytes: Uint8Array, field: Field): [string, number[]] {
  let name = '';
  const ints: number[] = [];
  for (const inner of fields(bytes, field.valueStart, field.end)) {
    if (inner.number === 1) name = text(bytes, inner);
    else if (inner.number === 8) ints.push(...readVarints(bytes, inner.valueStart, inner.end));
  }
  return [name, ints];
}

function readNode(bytes: Uint8Array, field: Field): OnnxNode {
  const inputs: string[] = [];
  const outputs: string[] = [];
  const ints = new Map<string, number[]>();
  let name = '';
  let opType = '';
  for (const inner of fields(bytes, field.valueStart, field.end)) {
    if (inner.number === 1) inputs.push(text(bytes, inner));
    else if (inner.number === 2) outputs.push(text(bytes, inner));
    else if (inner.number === 3) name = text(bytes, inner);
    else if (inner.number === 4) opType = text(bytes, inner);
    else if (inner.number === 5) {
      const [key, values] = readIntsAttribute(bytes, inner);
      if (values.length > 0) ints.set(key, values);
    }
  }
  return { name, opType, inputs, outputs, ints, raw: bytes.subarray(field.start, field.end) };
}

/** TensorProto.name = 8, ValueInfoProto.name = 1. */
function nameOf(bytes: Uint8Array, field: Field, number: number): string {
  for (const inner of fields(bytes, field.valueStart, field.end)) {
    if (inner.number === number) return text(bytes, inner);
  }
  return '';
}

/** Decodes a serialized ModelProto. Throws when the bytes are not one. */
export function parseOnnx(bytes: Uint8Array): OnnxGraph {
  const nodes: OnnxNode[] = [];
  const initializers = new Map<string, Uint8Array>();
  const inputs = new Map<string, Uint8Array>();
  const outputs = new Map<string, Uint8Array>();
  const modelFields: Uint8Array[] = [];
  const graphFields: Uint8Array[] = [];
  for (const top of fields(bytes)) {
    if (top.number !== 7) {
      modelFields.push(bytes.subarray(top.start, top.end));
      continue;
    }
    for (const field of fields(bytes, top.valueStart, top.end)) {
      const raw = bytes.subarray(field.start, field.end);
      if (field.number === 1) nodes.push(readNode(bytes, field));
      else if (field.number === 5) initializers.set(nameOf(bytes, field, 8), raw);
      else if (field.number === 11) inputs.set(nameOf(bytes, field, 1), raw);
      else if (field.number === 12) outputs.set(nameOf(bytes, field, 1), raw);
      // value_info describes tensors that a cut may remove; runtimes infer it again.
      else if (field.number !== 13) graphFields.push(raw);
    }
  }
  if (nodes.length === 0) throw new Error('not an ONNX model: it has no graph');
  const producers = new Map<string, OnnxNode>();
  for (const node of nodes) for (const output of node.outputs) producers.set(output, node);
  return { nodes, initializers, inputs, outputs, producers, modelFields, graphFields };
}

interface TensorBytes {
  readonly dims: readonly number[];
  /** TensorProto.data_type: FLOAT is 1, UINT8 2, INT8 3, INT64 7. */
  readonly type: number;
  /** A copy of its elements; null for other kinds of storage. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
}

/** TensorProto: dims = 1, data_type = 2, float_data = 4, int32_data = 5 (bytes as varints), raw_data = 9. */
function readTensor(initializer: Uint8Array): TensorBytes {
  const [whole] = fields(initializer);
  const dims: number[] = [];
  let type = 0;
  let bytes: TensorBytes['bytes'] = null;
  for (const { number, valueStart, end } of fields(initializer, whole?.valueStart, whole?.end)) {
    if (number === 1) dims.push(...readVarints(initializer, valueStart, end));
    else if (number === 2) [type = 0] = readVarints(initializer, valueStart, end);
    else if (number === 5)
      bytes = Uint8Array.from(readVarints(initializer, valueStart, end), (value) => value & 255);
    else if (number === 4 || number === 9) bytes = Uint8Array.from(initializer.subarray(valueStart, end));
  }
  return { dims, type, bytes };
}

/** An initializer of 64-bit integers that are kept as raw bytes; null for another one. */
export function int64sOf(initializer: Uint8Array): { dims: readonly number[]; values: BigInt64Array } | null {
  const { dims, type, bytes } = readTensor(initializer);
  return type === 7 && bytes ? { dims, values: new BigInt64Array(bytes.buffer) } : null;
}

/** The values of an initializer of floats; null for another one. */
export function floatsOf(initializer: Uint8Array): Float32Array | null {
  const { type, bytes } = readTensor(initializer);
  return type === 1 && bytes ? new Float32Array(bytes.buffer) : null;
}

/** An initializer of floats or bytes, as ONNX quantizers leave their weights. */
export interface OnnxWeights {
  readonly dims: readonly number[];
  readonly values: Float32Array | Int8Array | Uint8Array;
}

/**
 * The weights of an initializer of floats or bytes; a copy.
 * @throws Error for a tensor that is missing, or of another type
 */
export function weightsOf(graph: OnnxGraph, name: string): OnnxWeights {
  const initializer = graph.initializers.get(name);
  if (!initializer) throw new Error(`the ONNX model has no weights "${name}"`);
  const { dims, type, bytes } = readTensor(initializer);
  if (bytes && type === 1) return { dims, values: new Float32Array(bytes.buffer) };
  if (bytes && type === 2) return { dims, values: bytes };
  if (bytes && type === 3) return { dims, values: new Int8Array(bytes.buffer) };
  throw new Error(`the weights "${name}" of the ONNX model are not floats or bytes`);
}

/** The content of a written model: nodes that were read or created. */
export type NodeBytes = Pick<OnnxNode, 'inputs' | 'raw'>;

export const toNode = (operation: OnnxOperation): NodeBytes => ({
  inputs: operation.inputs,
  raw: delimited(1, operationBytes(operation)),
});

/**
 * A copy of a model with other nodes and additional weights, without the weights that no node uses.
 * @param domains versions of operator sets that new nodes are from, by domain
 */
export function withNodes(
  graph: OnnxGraph,
  nodes: readonly NodeBytes[],
  weights: readonly OnnxTensor[],
  domains: Readonly<Record<string, number>> = {},
): Uint8Array {
  const { parts } = computing(graph, nodes);
  parts.push(...weights.map((tensor) => delimited(5, tensorBytes(tensor))));
  parts.push(...graph.inputs.values(), ...graph.outputs.values());
  const operatorSets = Object.entries(domains)
    .map(([domain, version]) => delimited(8, operatorSetBytes(domain, version)))
    .filter((added) => !graph.modelFields.some((field) => Buffer.compare(field, added) === 0));
  return model({ modelFields: [...graph.modelFields, ...operatorSets] }, parts);
}

/** Nodes, the other fields, the weights that the nodes use, and the names of everything that they use. */
function computing(
  graph: OnnxGraph,
  nodes: readonly NodeBytes[],
): { readonly used: ReadonlySet<string>; readonly parts: Uint8Array[] } {
  const used = new Set(nodes.flatMap(({ inputs }) => [...inputs]));
  const parts = [...nodes.map(({ raw }) => raw), ...graph.graphFields];
  for (const [name, raw] of graph.initializers) if (used.has(name)) parts.push(raw);
  return { used, parts };
}

function model(graph: Pick<OnnxGraph, 'modelFields'>, parts: readonly Uint8Array[]): Uint8Array {
  // One copy of the weights instead of one for each level of nesting.
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  return concat([...graph.modelFields, varintBytes(7 * 8 + 2), varintBytes(size), ...parts]);
}

/** ValueInfoProto of a float tensor whose dimensions are all dynamic. */
function floatValueInfo(name: string, rank: number): Uint8Array {
  const dims = Array.from({ length: rank }, (_, i) =>
    delimited(1, delimited(2, BYTES.encode(`${name.replace(/\W/g, '_')}_${i}`))),
  );
  const tensorType = concat([varintBytes(8), varintBytes(1), delimited(2, concat(dims))]);
  return concat([delimited(1, BYTES.encode(name)), delimited(2, delimited(1, tensorType))]);
}

/** The nodes that compute `outputs` when the tensors in `cut` are given, in the order of the graph. */
export function nodesBetween(
  graph: OnnxGraph,
  cut: readonly string[],
  outputs: readonly string[],
): OnnxNode[] {
  const needed = new Set<OnnxNode>();
  const seen = new Set<string>(cut);
  const open = [...outputs];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === '' || seen.has(name)) continue;
    seen.add(name);
    const node = graph.producers.get(name);
    if (!node || needed.has(node)) continue;
    needed.add(node);
    open.push(...node.inputs);
  }
  return graph.nodes.filter((node) => needed.has(node));
}

/**
 * A model that computes `outputs` from the original inputs and from the tensors in `cut`, which become new float
 * inputs. Only the nodes and weights on the way are kept.
 * @param ranks of tensors in `cut` and `outputs` that are not of rank 3
 */
export function extractModel(
  graph: OnnxGraph,
  cut: readonly string[],
  outputs: readonly string[],
  ranks: Readonly<Record<string, number>> = {},
): Uint8Array {
  const { used, parts } = computing(graph, nodesBetween(graph, cut, outputs));
  for (const [name, raw] of graph.inputs) if (used.has(name) && !cut.includes(name)) parts.push(raw);
  for (const name of cut)
    if (used.has(name)) parts.push(delimited(11, floatValueInfo(name, ranks[name] ?? 3)));
  for (const name of outputs) {
    parts.push(graph.outputs.get(name) ?? delimited(12, floatValueInfo(name, ranks[name] ?? 3)));
  }
  return model(graph, parts);
}
