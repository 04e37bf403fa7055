/** Reads the constants of a graph: attributes of nodes, and tensors that are weights or constant nodes. */
import { floatsOf, int64sOf, type OnnxGraph, type OnnxNode, weightsOf } from './graph.ts';
import { type Field, fields, text } from './protobuf.ts';

/** NodeProto.attribute = 5; AttributeProto: name = 1, f = 2, t = 5. */
const ATTRIBUTE = 5;
const NAME = 1;
const FLOAT = 2;
const TENSOR = 5;

/** A floating-point attribute; null when the node does not have it. */
export function floatAttribute(node: OnnxNode, name: string): number | null {
  const field = attributeField(node, name, FLOAT);
  if (!field) return null;
  return new DataView(node.raw.buffer, node.raw.byteOffset + field.valueStart, 4).getFloat32(0, true);
}

/**
 * A constant float tensor: a weight, or the output of a "Constant" node.
 * @throws Error for another tensor
 */
export function constantFloats(graph: OnnxGraph, name: string): ArrayLike<number> {
  return weightsOf(withConstant(graph, name), name).values;
}

/**
 * A constant tensor of 64-bit integers: a weight, or the output of a "Constant" node.
 * @throws Error for another tensor
 */
export function constantIntegers(graph: OnnxGraph, name: string): number[] {
  const initializer = withConstant(graph, name).initializers.get(name);
  const integers = initializer && int64sOf(initializer);
  if (!integers) throw new Error(`"${name}" of the ONNX model is no constant of integers`);
  return Array.from(integers.values, Number);
}

/** The value that a "ConstantOfShape" node fills its tensor with; null when it is no float. */
export function filledWith(node: OnnxNode): number | null {
  const value = valueTensor(node);
  if (!value) return 0;
  const [number = null] = floatsOf(value) ?? [];
  return number;
}

/** The tensor that the attribute "value" holds, as a whole field; null when the node does not have it. */
function valueTensor(node: OnnxNode): Uint8Array | null {
  const field = attributeField(node, 'value', TENSOR);
  return field && node.raw.subarray(field.start, field.end);
}

/** The graph, with a constant node's tensor among its weights. */
function withConstant(graph: OnnxGraph, name: string): OnnxGraph {
  const node = graph.producers.get(name);
  const value = node?.opType === 'Constant' ? valueTensor(node) : null;
  return value ? { ...graph, initializers: new Map([[name, value]]) } : graph;
}

function attributeField({ raw }: OnnxNode, name: string, number: number): Field | null {
  const [whole] = fields(raw);
  for (const attribute of fields(raw, whole?.valueStart, whole?.end)) {
    if (attribute.number !== ATTRIBUTE) continue;
    const parts = [...fields(raw, attribute.valueStart, attribute.end)];
    if (!parts.some((part) => part.number === NAME && text(raw, part) === name)) continue;
    return parts.find((part) => part.number === number) ?? null;
  }
  return null;
}
