/**
 * Aligns the weights that a model keeps in a separate file. onnxruntime maps this file into memory. Its kernels read
 * rearranged weights with instructions that need aligned addresses, but the offsets in the files that it writes are not
 * aligned. Branches inside a graph must not have weights in the file.
 *
 * Field numbers are those of onnx.proto3: ModelProto graph = 7; GraphProto initializer = 5; TensorProto external_data =
 * 13; StringStringEntryProto key = 1, value = 2.
 */
import { concat, delimited, fields, text } from './protobuf.ts';

/** Alignment of onnxruntime's own buffers, in bytes. */
const ALIGNMENT = 64;
/** Entries with copies of a tensor that onnxruntime has rearranged: "KERNEL|OFFSET;LENGTH;CHECKSUM|…". */
const REARRANGED = 'prepacked_';

export interface ExternalWeights {
  readonly model: Uint8Array;
  readonly weights: Uint8Array;
}

/** Moves every tensor in the file of weights to a multiple of 64 bytes, and updates the model's offsets. */
export function alignWeights({ model, weights }: ExternalWeights): ExternalWeights {
  const parts: Uint8Array[] = [];
  const moved = new Map<number, number>();
  let end = 0;
  const move = (offset: number, length: number): number => {
    const known = moved.get(offset);
    if (known !== undefined) return known;
    const to = Math.ceil(end / ALIGNMENT) * ALIGNMENT;
    parts.push(new Uint8Array(to - end), weights.subarray(offset, offset + length));
    moved.set(offset, to);
    end = to + length;
    return to;
  };
  const aligned = replaced(model, 7, (graph) =>
    replaced(graph, 5, (tensor) => {
      const lengths = new Map(entriesOf(tensor));
      return replaced(tensor, 13, (entry) => {
        const [key, value] = entryOf(entry);
        if (key === 'offset') {
          return entryBytes(key, String(move(Number(value), Number(lengths.get('length')))));
        }
        if (!key.startsWith(REARRANGED)) return entry;
        const [kernel = '', ...blocks] = value.split('|');
        const places = blocks.map((block) => {
          const [offset, length, ...rest] = block.split(';');
          return [move(Number(offset), Number(length)), length, ...rest].join(';');
        });
        return entryBytes(key, [kernel, ...places].join('|'));
      });
    }),
  );
  return { model: aligned, weights: concat(parts) };
}

/** A copy of a message in which `change` has replaced the contents of all fields with this number. */
function replaced(
  message: Uint8Array,
  number: number,
  change: (contents: Uint8Array) => Uint8Array,
): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const field of fields(message)) {
    if (field.number !== number) parts.push(message.subarray(field.start, field.end));
    else parts.push(delimited(number, change(message.subarray(field.valueStart, field.end))));
  }
  return concat(parts);
}

function entriesOf(tensor: Uint8Array): [string, string][] {
  const found: [string, string][] = [];
  for (const field of fields(tensor)) {
    if (field.number === 13) found.push(entryOf(tensor.subarray(field.valueStart, field.end)));
  }
  return found;
}

function entryOf(entry: Uint8Array): [key: string, value: string] {
  let [key, value] = ['', ''];
  for (const field of fields(entry)) {
    if (field.number === 1) key = text(entry, field);
    else if (field.number === 2) value = text(entry, field);
  }
  return [key, value];
}

const BYTES = new TextEncoder();

const entryBytes = (key: string, value: string): Uint8Array =>
  concat([delimited(1, BYTES.encode(key)), delimited(2, BYTES.encode(value))]);
