/**
 * G.711 mu-law (ITU-T G.711, 11/88, tables 2a and 2b): eight bits a sample, sign, three bits of segment, four bits of
 * step, all inverted on the wire. The recommendation counts in 14-bit units; here everything is scaled by four to
 * 16 bits, so its bias of 33 is 132 and its largest output, 8031, is 32124.
 */
import { quantizeSample } from './pcm.ts';

const BIAS = 132;
/** Beyond this magnitude the biased value would need a ninth segment. */
const CLIP = 32767 - BIAS;

const DECODED = Int16Array.from({ length: 256 }, (_, code) => {
  const bits = ~code & 0xff;
  const segment = (bits >> 4) & 7;
  const magnitude = (((bits & 15) << 3) + BIAS) * 2 ** segment - BIAS;
  return bits & 0x80 ? -magnitude : magnitude;
});

/** The byte of silence: positive zero. */
export const MULAW_SILENCE = 0xff;

/** One 16-bit sample to its mu-law byte. Values beyond the codec's range are clipped. */
export function encodeMulawSample(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(sign ? -sample : sample, CLIP) + BIAS;
  // The biased magnitude has its highest bit at 7 to 14: that position is the segment.
  const segment = 24 - Math.clz32(magnitude);
  return ~(sign | (segment << 4) | ((magnitude >> (segment + 3)) & 15)) & 0xff;
}

/** One mu-law byte to a 16-bit sample. Both zeros (0xff and 0x7f) decode to 0. */
export function decodeMulawSample(code: number): number {
  return DECODED[code & 0xff]!;
}

/** 16-bit or float ([-1, 1]) samples to mu-law, one byte a sample. */
export function encodeMulaw(samples: Int16Array | Float32Array): Uint8Array {
  const out = new Uint8Array(samples.length);
  if (samples instanceof Int16Array) {
    for (let i = 0; i < out.length; i++) out[i] = encodeMulawSample(samples[i]!);
  } else {
    for (let i = 0; i < out.length; i++) out[i] = encodeMulawSample(quantizeSample(samples[i]!));
  }
  return out;
}

/** Mu-law bytes to float samples in [-1, 1]. */
export function decodeMulaw(bytes: Uint8Array): Float32Array {
  const out = new Float32Array(bytes.length);
  for (let i = 0; i < out.length; i++) out[i] = DECODED[bytes[i]!]! / 32768;
  return out;
}

/** Mu-law bytes to 16-bit samples. */
export function decodeMulawToInt16(bytes: Uint8Array): Int16Array {
  const out = new Int16Array(bytes.length);
  for (let i = 0; i < out.length; i++) out[i] = DECODED[bytes[i]!]!;
  return out;
}
