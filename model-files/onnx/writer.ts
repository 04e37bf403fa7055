/**
 * Writes small ONNX models from weights in memory, as protobuf wire format. Field numbers are those of onnx.proto3:
 * ModelProto ir_version = 1, graph = 7, opset_import = 8; GraphProto node = 1, name = 2, initializer = 5, input = 11,
 * output = 12; NodeProto input = 1, output = 2, op_type = 4, attribute = 5, domain = 7; AttributeProto name = 1, f = 2,
 * i = 3, g = 6, ints = 8, type = 20; TensorProto dims = 1, data_type = 2, name = 8, raw_data = 9.
 */

import { concat, delimited, varintBytes } from './protobuf.ts';

export interface OnnxTensor {
  readonly name: string;
  readonly dims: readonly number[];
  readonly data: Float32Array | BigInt64Array | Uint8Array | Int8Array;
}

export interface OnnxOperation {
  readonly type: string;
  /** "" for an optional input that is left out. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Integer attributes. */
  readonly attributes?: Readonly<Record<string, number>>;
  /** Attributes that are lists of integers. */
  readonly lists?: Readonly<Record<string, readonly number[]>>;
  /** Floating-point attributes. */
  readonly floats?: Readonly<Record<string, number>>;
  /** Attributes that are graphs; they see the tensors of the graph around them. */
  readonly graphs?: Readonly<Record<string, OnnxSubgraph>>;
  /** The operator set beside ONNX's own that it belongs to. */
  readonly domain?: string;
}

export interface OnnxSubgraph {
  readonly operations: readonly OnnxOperation[];
  readonly outputs: readonly OnnxValue[];
}

export interface OnnxModel {
  readonly opset: number;
  /** Versions of the operator sets beside ONNX's own, by domain. */
  readonly domains?: Readonly<Record<string, number>>;
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
  readonly weights: readonly OnnxTensor[];
  readonly operations: readonly OnnxOperation[];
}

/** A tensor; a name in place of a size leaves it open. */
export interface OnnxValue {
  readonly name: string;
  readonly dims: readonly (number | string)[];
  /** Default: float. */
  readonly type?: 'float' | 'int32' | 'int64';
}

const FLOAT = 1;
const UINT8 = 2;
const INT8 = 3;
const INT32 = 6;
const INT64 = 7;
/** ONNX's numbers of the types of values (TensorProto.data_type). */
export const VALUE_TYPES = { float: FLOAT, int32: INT32, int64: INT64 } as const;
const FLOAT_ATTRIBUTE = 1;
const INT_ATTRIBUTE = 2;
const GRAPH_ATTRIBUTE = 5;
const INTS_ATTRIBUTE = 7;
const IR_VERSION = 7;
const TEXT = new TextEncoder();

/** Serialises a model. Integers must not be negative. */
export function writeOnnx(model: OnnxModel): Uint8Array {
  const graph = concat([
    ...model.operations.map((operation) => delimited(1, operationBytes(operation))),
    textField(2, 'graph'),
    ...model.weights.map((tensor) => delimited(5, tensorBytes(tensor))),
    ...model.inputs.map((value) => delimited(11, valueBytes(value))),
    ...model.outputs.map((value) => delimited(12, valueBytes(value))),
  ]);
  return concat([
    numberField(1, IR_VERSION),
    delimited(7, graph),
    ...Object.entries({ '': model.opset, ...model.domains }).map(([domain, version]) =>
      delimited(8, operatorSetBytes(domain, version)),
    ),
  ]);
}

/** An OperatorSetIdProto. */
export function operatorSetBytes(domain: string, version: number): Uint8Array {
  return concat([textField(1, domain), numberField(2, version)]);
}

/** A NodeProto. Integers must not be negative. */
export function operationBytes(operation: OnnxOperation): Uint8Array {
  const { type, inputs, outputs, attributes = {}, lists = {}, floats = {}, graphs = {}, domain } = operation;
  return concat([
    ...inputs.map((name) => textField(1, name)),
    ...outputs.map((name) => textField(2, name)),
    textField(4, type),
    ...Object.entries(attributes).map(([name, value]) =>
      delimited(5, concat([textField(1, name), numberField(3, value), numberField(20, INT_ATTRIBUTE)])),
    ),
    ...Object.entries(lists).map(([name, values]) =>
      delimited(
        5,
        concat([
          textField(1, name),
          ...values.map((value) => numberField(8, value)),
          numberField(20, INTS_ATTRIBUTE),
        ]),
      ),
    ),
    ...Object.entries(floats).map(([name, value]) =>
      delimited(5, concat([textField(1, name), floatField(2, value), numberField(20, FLOAT_ATTRIBUTE)])),
    ),
    ...Object.entries(graphs).map(([name, graph]) =>
      delimited(
        5,
        concat([
          textField(1, name),
          delimited(6, subgraphBytes(name, graph)),
          numberField(20, GRAPH_ATTRIBUTE),
        ]),
      ),
    ),
    ...(domain === undefined ? [] : [textField(7, domain)]),
  ]);
}

function subgraphBytes(name: string, { operations, outputs }: OnnxSubgraph): Uint8Array {
  return concat([
    ...operations.map((operation) => delimited(1, operationBytes(operation))),
    textField(2, name),
    ...outputs.map((value) => delimited(12, valueBytes(value))),
  ]);
}

/** A TensorProto. */
export function tensorBytes({ name, dims, data }: OnnxTensor): Uint8Array {
  return concat([
    ...dims.map((size) => numberField(1, size)),
    numberField(2, typeOf(data)),
    textField(8, name),
    delimited(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
  ]);
}

function typeOf(data: OnnxTensor['data']): number {
  if (data instanceof Float32Array) return FLOAT;
  if (data instanceof BigInt64Array) return INT64;
  return data instanceof Int8Array ? INT8 : UINT8;
}

/**
 * ValueInfoProto: name = 1, type = 2; TypeProto: tensor_type = 1 (elem_type = 1, shape = 2); a dimension by value = 1
 * or name = 2.
 */
function valueBytes({ name, dims, type = 'float' }: OnnxValue): Uint8Array {
  const shape = dims.map((size) =>
    delimited(1, typeof size === 'number' ? numberField(1, size) : textField(2, size)),
  );
  const tensor = concat([numberField(1, VALUE_TYPES[type]), delimited(2, concat(shape))]);
  return concat([textField(1, name), delimited(2, delimited(1, tensor))]);
}

function numberField(field: number, value: number): Uint8Array {
  return concat([varintBytes(field * 8), varintBytes(value)]);
}

function floatField(field: number, value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, value, true);
  return concat([varintBytes(field * 8 + 5), bytes]);
}

function textField(field: number, text: string): Uint8Array {
  return delimited(field, TEXT.encode(text));
}
