/**
 * RIFF/WAVE headers for what the server sends, and a small reader for tools and tests.
 * Sources: "Multimedia Programming Interface and Data Specifications 1.0" (IBM and Microsoft, 1991) and the
 * "New Multimedia Data Types and Data Techniques" update (1994) for formats other than PCM.
 */
import { decodeMulaw } from './mulaw.ts';
import { decodePcm16 } from './pcm.ts';

export type WavEncoding = 'pcm16' | 'mulaw';

export interface WavFormat {
  /** In Hz. */
  readonly sampleRate: number;
  readonly encoding: WavEncoding;
  /** Interleaved channels; 1 when left out. */
  readonly channels?: number;
}

export interface WavAudio {
  readonly sampleRate: number;
  readonly encoding: WavEncoding | 'float32';
  /** One array per channel, all of the same length, nominally in [-1, 1]. */
  readonly channels: readonly Float32Array[];
}

/** Error for bytes that are no WAV file, or one that this reader does not support. */
export class WavError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WavError';
  }
}

const FORMAT_PCM = 1;
const FORMAT_FLOAT = 3;
const FORMAT_MULAW = 7;
const FORMAT_EXTENSIBLE = 0xfffe;
/** The second and third have 64-bit sizes in a chunk of their own. */
const RIFF_TAGS = ['RIFF', 'RF64', 'BW64'];
/** In both size fields: the length is not known yet. Decoders read such a file to its end. */
const UNKNOWN_SIZE = 0xffffffff;

/**
 * The header that goes before the samples: 44 bytes for PCM, 58 for mu-law (a format chunk with its extension size
 * and a fact chunk, both of which non-PCM formats must have).
 *
 * `dataBytes` is the length of the samples to follow, or null for a stream whose length is not known. When it is odd
 * a zero byte belongs after the samples (`wavFile` sees to it). Throws RangeError when the sizes do not fit 32 bits.
 */
export function wavHeader(format: WavFormat, dataBytes: number | null): Uint8Array<ArrayBuffer> {
  const { sampleRate, encoding, channels = 1 } = format;
  const pcm = encoding === 'pcm16';
  const blockAlign = channels * (pcm ? 2 : 1);
  const headerBytes = pcm ? 44 : 58;
  if (dataBytes !== null && dataBytes + headerBytes >= UNKNOWN_SIZE) {
    throw new RangeError('A WAV file holds less than 4 GiB');
  }

  const header = new Uint8Array(headerBytes);
  const view = new DataView(header.buffer);
  let at = 0;
  const tag = (name: string) => {
    for (let i = 0; i < 4; i++) header[at++] = name.charCodeAt(i);
  };
  const u32 = (value: number) => {
    view.setUint32(at, value, true);
    at += 4;
  };
  const u16 = (value: number) => {
    view.setUint16(at, value, true);
    at += 2;
  };

  tag('RIFF');
  u32(dataBytes === null ? UNKNOWN_SIZE : headerBytes - 8 + dataBytes + (dataBytes % 2));
  tag('WAVE');
  tag('fmt ');
  u32(pcm ? 16 : 18);
  u16(pcm ? FORMAT_PCM : FORMAT_MULAW);
  u16(channels);
  u32(sampleRate);
  u32(sampleRate * blockAlign);
  u16(blockAlign);
  u16(pcm ? 16 : 8);
  if (!pcm) {
    u16(0);
    tag('fact');
    u32(4);
    u32(dataBytes === null ? UNKNOWN_SIZE : dataBytes / blockAlign);
  }
  tag('data');
  u32(dataBytes ?? UNKNOWN_SIZE);
  return header;
}

/** Returns a complete file: header, samples as given (already encoded), and the padding byte if the length is odd. */
export function wavFile(format: WavFormat, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = wavHeader(format, data.length);
  const file = new Uint8Array(header.length + data.length + (data.length % 2));
  file.set(header);
  file.set(data, header.length);
  return file;
}

/** Position and coding of the samples in a WAV file. */
export interface WavLayout {
  /** The format tag, from the sub-format identifier in the extensible form. */
  readonly code: number;
  readonly channels: number;
  /** In Hz. */
  readonly sampleRate: number;
  /** Bits per sample of one channel. */
  readonly bits: number;
  /** Bytes per sample of all channels, as the header specifies. */
  readonly blockAlign: number;
  /** A view of the file. */
  readonly data: Uint8Array;
}

/**
 * Finds the samples without decoding them. Sizes that reach beyond the end, as in a stream saved to disk or a truncated
 * file, mean "the rest". So does a size of zero when no other chunk follows, as in files of recorders that were stopped
 * before they wrote the size. Also reads RF64 and BW64 (EBU Tech 3306, ITU-R BS.2088), WAV with sizes of 64 bits.
 * Throws WavError.
 */
export function wavLayout(bytes: Uint8Array): WavLayout {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || !RIFF_TAGS.includes(tagAt(bytes, 0)) || tagAt(bytes, 8) !== 'WAVE') {
    throw new WavError('Not a RIFF/WAVE file');
  }
  let format: Omit<WavLayout, 'data'> | null = null;
  let size64: number | null = null;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const body = at + 8;
    const size = view.getUint32(at + 4, true);
    const end = Math.min(body + size, bytes.length);
    const name = tagAt(bytes, at);
    if (name === 'fmt ') {
      if (end - body < 16) throw new WavError('The format chunk is too short');
      const code = view.getUint16(body, true);
      format = {
        // The extensible form has the real code at the start of its sub-format identifier.
        code: code === FORMAT_EXTENSIBLE && end - body >= 26 ? view.getUint16(body + 24, true) : code,
        channels: view.getUint16(body + 2, true),
        sampleRate: view.getUint32(body + 4, true),
        blockAlign: view.getUint16(body + 12, true),
        bits: view.getUint16(body + 14, true),
      };
    } else if (name === 'ds64' && end - body >= 16) {
      size64 = Number(view.getBigUint64(body + 8, true));
    } else if (name === 'data') {
      if (!format) throw new WavError('The samples come before their format');
      const known = size === UNKNOWN_SIZE && size64 ? size64 : size;
      const rest = size === 0 && !isChunk(bytes, view, body);
      return {
        ...format,
        data: bytes.subarray(body, rest ? bytes.length : Math.min(body + known, bytes.length)),
      };
    }
    // Chunks begin at even offsets.
    at = body + size + (size % 2);
  }
  throw new WavError('The file has no samples');
}

/** Whether a chunk may begin at `at`: a printable name and a size that fits. */
function isChunk(bytes: Uint8Array, view: DataView, at: number): boolean {
  return (
    at + 8 <= bytes.length &&
    /^[ -~]{4}$/.test(tagAt(bytes, at)) &&
    at + 8 + view.getUint32(at + 4, true) <= bytes.length
  );
}

/**
 * Reads 16-bit PCM, 32-bit float and mu-law, with any number of channels, by the rules of `wavLayout`. Throws WavError
 * for everything else.
 */
export function readWav(bytes: Uint8Array): WavAudio {
  const { code, channels, sampleRate, bits, data } = wavLayout(bytes);
  if (channels === 0) throw new WavError('The file has no channels');
  if (sampleRate === 0) throw new WavError('The file has no sample rate');
  // A truncated file may end inside a frame.
  const frameBytes = channels * (bits / 8);
  const whole = data.subarray(0, data.length - (data.length % frameBytes));
  if (code === FORMAT_PCM && bits === 16) {
    return { sampleRate, encoding: 'pcm16', channels: separate(decodePcm16(whole), channels) };
  }
  if (code === FORMAT_MULAW && bits === 8) {
    return { sampleRate, encoding: 'mulaw', channels: separate(decodeMulaw(whole), channels) };
  }
  if (code === FORMAT_FLOAT && bits === 32) {
    return { sampleRate, encoding: 'float32', channels: separate(decodeFloat32(whole), channels) };
  }
  throw new WavError(`WAV format ${code} with ${bits} bits is not supported`);
}

function decodeFloat32(data: Uint8Array): Float32Array {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return Float32Array.from({ length: data.length / 4 }, (_, i) => view.getFloat32(4 * i, true));
}

function separate(interleaved: Float32Array, channels: number): Float32Array[] {
  if (channels === 1) return [interleaved];
  const length = interleaved.length / channels;
  return Array.from({ length: channels }, (_, channel) =>
    Float32Array.from({ length }, (_, i) => interleaved[i * channels + channel]!),
  );
}

function tagAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
