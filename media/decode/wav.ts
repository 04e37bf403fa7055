import { decodeMulawSample } from '../mulaw.ts';
import { WavError, type WavLayout, wavLayout } from '../wav.ts';
import { decodeAlawSample } from './alaw.ts';
import { DecodeError, damaged, unsupported } from './decode-error.ts';
import type { SampleSink } from './sample-sink.ts';

/** Format tags from the registry in RFC 2361 that are worth naming in a message. */
const FORMAT_NAMES: Readonly<Record<number, string>> = {
  2: 'Microsoft ADPCM',
  17: 'IMA ADPCM',
  49: 'GSM 6.10',
  80: 'MPEG audio',
  85: 'MP3',
  255: 'AAC',
};
const FRAMES_AT_ONCE = 16_384;

/** Reads the sample at `at` of the data, nominally in [-1, 1]. */
type SampleReader = (data: DataView, at: number) => number;

const READERS: Readonly<Record<string, { bytes: number; read: SampleReader }>> = {
  // 8-bit samples are unsigned, wider ones are signed.
  '1:8': { bytes: 1, read: (data, at) => (data.getUint8(at) - 128) / 128 },
  '1:16': { bytes: 2, read: (data, at) => data.getInt16(at, true) / 2 ** 15 },
  '1:24': { bytes: 3, read: (data, at) => (data.getUint8(at) + data.getInt16(at + 1, true) * 256) / 2 ** 23 },
  '1:32': { bytes: 4, read: (data, at) => data.getInt32(at, true) / 2 ** 31 },
  '3:32': { bytes: 4, read: (data, at) => data.getFloat32(at, true) },
  '3:64': { bytes: 8, read: (data, at) => data.getFloat64(at, true) },
  '6:8': { bytes: 1, read: (data, at) => decodeAlawSample(data.getUint8(at)) / 2 ** 15 },
  '7:8': { bytes: 1, read: (data, at) => decodeMulawSample(data.getUint8(at)) / 2 ** 15 },
};

/**
 * Decodes a WAV file into `store`: PCM of 8, 16, 24 and 32 bits, float of 32 and 64 bits, A-law and mu-law, plain or in
 * the extensible format, with or without a known length. Throws DecodeError.
 */
export function decodeWav(bytes: Uint8Array, store: SampleSink): void {
  const layout = layoutOf(bytes);
  const { code, channels, sampleRate, bits, data } = layout;
  // Odd widths, such as 20 bits, are left-aligned in whole bytes.
  const container =
    code === 1 && channels > 0 && layout.blockAlign % channels === 0
      ? (layout.blockAlign / channels) * 8
      : bits;
  const reader = READERS[`${code}:${bits <= container ? container : bits}`];
  if (!reader) throw unsupported(`a WAV file with ${FORMAT_NAMES[code] ?? `format ${code} of ${bits} bits`}`);
  if (channels === 0 || sampleRate === 0) throw damaged('WAV');

  store.begin(sampleRate, channels);
  const frameBytes = reader.bytes * channels;
  const frames = Math.floor(data.length / frameBytes);
  store.checkLength(frames);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const block = Array.from({ length: channels }, () => new Float32Array(Math.min(frames, FRAMES_AT_ONCE)));
  for (let from = 0; from < frames; from += FRAMES_AT_ONCE) {
    const count = Math.min(FRAMES_AT_ONCE, frames - from);
    block.forEach((samples, channel) => {
      let at = from * frameBytes + channel * reader.bytes;
      for (let i = 0; i < count; i++, at += frameBytes) samples[i] = reader.read(view, at);
    });
    store.append(block, count);
  }
}

function layoutOf(bytes: Uint8Array): WavLayout {
  try {
    return wavLayout(bytes);
  } catch (error) {
    if (!(error instanceof WavError)) throw error;
    throw new DecodeError('wav_damaged', { fault: error.message }, { cause: error });
  }
}
