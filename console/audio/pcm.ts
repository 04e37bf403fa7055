/**
 * Decodes base64 of little-endian 16-bit samples.
 * @returns samples in [-1, 1)
 */
export function decodePcm16(base64: string): Float32Array<ArrayBuffer> {
  const bytes = bytesOf(base64);
  const view = new DataView(bytes.buffer);
  const samples = new Float32Array(bytes.length >> 1);
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(2 * i, true) / 32768;
  return samples;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Encodes little-endian 16-bit samples. Values beyond full scale are clipped. */
export function encodePcm16(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(samples.length * 2));
  for (let i = 0; i < samples.length; i++) {
    const sample = Math.round((samples[i] ?? 0) * 32768);
    view.setInt16(2 * i, Math.max(-32768, Math.min(32767, sample)), true);
  }
  return new Uint8Array(view.buffer);
}

export function join(parts: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
