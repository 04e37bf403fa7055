/**
 * Writes small ONNX models from weights in memory, as protobuf wire format. Field numbers are those of onnx.proto3:
 * ModelProto ir_version = 1, graph = 7, opset_import = 8; GraphProto node = 1, name = 2, initializer = 5, input = 11,
 * output = 12; NodeProto input = 1, output = 2, op_type = 4, attribute = 5; AttributeProto name = 1, i = 3, type = 20;
 * TensorProto dims = 1, data_type = 2, name = 8, raw_data = 9.
 */

export interface OnnxTensor {
  readonly name: string;
  readonly dims: readonly number[];
  readonly data: Float32Array | BigInt64Array;
}

export interface OnnxOperation {
  readonly type: string;
  /** "" for an optional input that is left out. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Integer attributes. */
  readonly attributes?: Readonly<Record<string, number>>;
}

export interface OnnxModel {
  readonly opset: number;
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
  readonly weights: readonly OnnxTensor[];
  readonly operations: readonly OnnxOperation[];
}

/** A float tensor; a name in place of a size leaves it open. */
export interface OnnxValue {
  readonly name: string;
  readonly dims: readonly (number | string)[];
}

const FLOAT = 1;
const INT64 = 7;
const INT_ATTRIBUTE = 2;
const IR_VERSION = 7;
const TEXT = new TextEncoder();

/** Serialises a model. Integers must not be negative. */
export function writeOnnx(model: OnnxModel): Uint8Array {
  const graph = concat([
    ...model.operations.map((operation) => bytesField(1, operationBytes(operation))),
    textField(2, 'graph'),
    ...model.weights.map((tensor) => bytesField(5, tensorBytes(tensor))),
    ...model.inputs.map((value) => bytesField(11, valueBytes(value))),
    ...model.outputs.map((value) => bytesField(12, valueBytes(value))),
  ]);
  return concat([
    numberField(1, IR_VERSION),
    bytesField(7, graph),
    bytesField(8, concat([textField(1, ''), numberField(2, model.opset)])),
  ]);
}

function operationBytes({ type, inputs, outputs, attributes = {} }: OnnxOperation): Uint8Array {
  return concat([
    ...inputs.map((name) => textField(1, name)),
    ...outputs.map((name) => textField(2, name)),
    textField(4, type),
    ...Object.entries(attributes).map(([name, value]) =>
      bytesField(5, concat([textField(1, name), numberField(3, value), numberField(20, INT_ATTRIBUTE)])),
    ),
  ]);
}

function tensorBytes({ name, dims, data }: OnnxTensor): Uint8Array {
  return concat([
    ...dims.map((size) => numberField(1, size)),
    numberField(2, data instanceof Float32Array ? FLOAT : INT64),
    textField(8, name),
    bytesField(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
  ]);
}

/** ValueInfoProto: name = 1, type = 2; TypeProto: tensor_type = 1 (elem_type = 1, shape = 2); a dimension by value = 1 or name = 2. */
function valueBytes({ name, dims }: OnnxValue): Uint8Array {
  const shape = dims.map((size) =>
    bytesField(1, typeof size === 'number' ? numberField(1, size) : textField(2, size)),
  );
  const tensor = concat([numberField(1, FLOAT), bytesField(2, concat(shape))]);
  return concat([textField(1, name), bytesField(2, bytesField(1, tensor))]);
}

function numberField(field: number, value: number): Uint8Array {
  return concat([varint(field * 8), varint(value)]);
}

function textField(field: number, text: string): Uint8Array {
  return bytesField(field, TEXT.encode(text));
}

function bytesField(field: number, payload: Uint8Array): Uint8Array {
  return concat([varint(field * 8 + 2), varint(payload.length), payload]);
}

function varint(value: number): Uint8Array {
  const out: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) out.push((rest % 128) | 128);
  return Uint8Array.from([...out, rest]);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
