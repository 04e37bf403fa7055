/**
 * 16-bit linear PCM, little endian, and back to float. The full scale is 32768 in both directions, so that every
 * 16-bit value survives a round trip exactly; +1.0 itself does not exist in 16 bits and becomes 32767.
 */

const FULL_SCALE = 32768;
const HOST_IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** One float sample in [-1, 1] as a 16-bit integer: rounded to nearest, clipped outside; NaN becomes 0. */
export function quantizeSample(sample: number): number {
  const scaled = Math.round(sample * FULL_SCALE);
  if (scaled > 32767) return 32767;
  if (scaled < -32768) return -32768;
  // Through an integer: NaN and -0 become 0.
  return scaled | 0;
}

/** Float samples in [-1, 1] as 16-bit integers, rounded and clipped. */
export function floatToInt16(samples: Float32Array): Int16Array {
  const out = new Int16Array(samples.length);
  for (let i = 0; i < samples.length; i++) out[i] = quantizeSample(samples[i]!);
  return out;
}

/** 16-bit integers as float samples in [-1, 1). */
export function int16ToFloat(samples: Int16Array): Float32Array {
  const out = new Float32Array(samples.length);
  for (let i = 0; i < samples.length; i++) out[i] = samples[i]! / FULL_SCALE;
  return out;
}

/** Float samples in [-1, 1] as little-endian 16-bit PCM, two bytes a sample. */
export function encodePcm16(samples: Float32Array): Uint8Array {
  const bytes = new Uint8Array(floatToInt16(samples).buffer);
  if (!HOST_IS_LITTLE_ENDIAN) Buffer.from(bytes.buffer).swap16();
  return bytes;
}

/**
 * Little-endian 16-bit PCM as float samples in [-1, 1). The bytes may begin at any offset of their buffer. Throws
 * RangeError when half a sample is left over: a stream must keep the odd byte for its next read.
 */
export function decodePcm16(bytes: Uint8Array): Float32Array {
  const samples = decodePcm16ToInt16(bytes);
  return int16ToFloat(samples);
}

/** Little-endian 16-bit PCM as 16-bit integers in the host's order. Throws RangeError on an odd number of bytes. */
export function decodePcm16ToInt16(bytes: Uint8Array): Int16Array {
  if (bytes.length % 2 !== 0) throw new RangeError('16-bit PCM needs an even number of bytes');
  const out = new Int16Array(bytes.length / 2);
  for (let i = 0; i < out.length; i++) out[i] = bytes[2 * i]! | (bytes[2 * i + 1]! << 8);
  return out;
}
