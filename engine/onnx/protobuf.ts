/** What every writer of the protobuf wire format needs. */

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
