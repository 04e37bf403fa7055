/** Functions that all readers and writers of the protobuf wire format need. */

/** An unsigned number of up to 53 bits as a base 128 varint. */
export function varintBytes(value: number): Uint8Array {
  const out: number[] = [];
  let rest = value;
  while (rest > 127) {
    out.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  out.push(rest);
  return Uint8Array.from(out);
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** A field of bytes: text, a message, packed numbers. */
export const delimited = (field: number, payload: Uint8Array): Uint8Array =>
  concat([varintBytes(field * 8 + 2), varintBytes(payload.length), payload]);

/** A field of a message, by its position in the bytes. */
export interface Field {
  readonly number: number;
  /** Whole field with its tag. */
  readonly start: number;
  /** Payload of a length-delimited field; the value bytes otherwise. */
  readonly valueStart: number;
  readonly end: number;
}

const TEXT = new TextDecoder();

/** The fields of the message in `bytes` from `from` to `to`. Throws if they are not a message. */
export function* fields(bytes: Uint8Array, from = 0, to = bytes.length): Generator<Field> {
  let at = from;
  const varint = (): number => {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error('ONNX model ends inside a field');
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
  };
  while (at < to) {
    const start = at;
    const tag = varint();
    let valueStart = at;
    switch (tag & 7) {
      case 0:
        varint();
        break;
      case 1:
        at += 8;
        break;
      case 2: {
        const length = varint();
        valueStart = at;
        at += length;
        break;
      }
      case 5:
        at += 4;
        break;
      default:
        throw new Error(`ONNX model has an unknown wire type ${tag & 7}`);
    }
    if (at > to) throw new Error('ONNX model ends inside a field');
    yield { number: Math.floor(tag / 8), start, valueStart, end: at };
  }
}

/** The text of a field. */
export const text = (bytes: Uint8Array, field: Field): string =>
  TEXT.decode(bytes.subarray(field.valueStart, field.end));
