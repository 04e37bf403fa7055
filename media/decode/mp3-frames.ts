/** Finds the frames of an MPEG audio layer III stream (ISO/IEC 11172-3, 13818-3) among tags and damage. */

export interface Mp3Frame {
  readonly data: Uint8Array;
  readonly sampleRate: number;
  readonly channels: 1 | 2;
}

interface FrameHeader {
  readonly length: number;
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  readonly layer: 1 | 2 | 3;
}

/**
 * Bit rates of layer III in kbit/s by index, for MPEG 1 and for 2 and 2.5. Index 0, "free format", occurs in no real
 * file.
 */
const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES_1 = [44100, 48000, 32000];
/** Upper bound of the offset of the first frame, in bytes after the tags. */
const MAX_LEAD_BYTES = 65_536;

/**
 * Returns the length of the ID3v2 tags at the beginning of the bytes; more than the bytes' length for a truncated tag.
 */
export function id3v2Length(bytes: Uint8Array): number {
  let at = 0;
  while (tag(bytes, at, 3) === 'ID3' && at + 10 <= bytes.length) {
    const size = [6, 7, 8, 9].map((offset) => bytes[at + offset]!);
    // Seven bits per byte, so that no size looks like the beginning of a frame.
    if (size.some((byte) => byte >= 0x80)) break;
    const footer = bytes[at + 5]! & 0x10 ? 10 : 0;
    at += 10 + footer + size.reduce((sum, byte) => sum * 128 + byte, 0);
  }
  // Some taggers add padding that is not included in the tag's size.
  if (at > 0) while (at < bytes.length && bytes[at] === 0) at++;
  return at;
}

/**
 * Returns the offset of the first frame at or after `from` and before `from + within`, or null. Two frames in a row
 * count, or one that ends with the bytes.
 */
export function findMp3(bytes: Uint8Array, from: number, within = MAX_LEAD_BYTES): number | null {
  const last = Math.min(bytes.length, from + within);
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at < last; at = bytes.indexOf(0xff, at + 1)) {
    const header = frameHeader(bytes, at);
    if (header?.layer !== 3) continue;
    const end = at + header.length;
    if (end === bytes.length) return at;
    const next = frameHeader(bytes, end);
    if (next && next.sampleRate === header.sampleRate && next.layer === 3) return at;
  }
  return null;
}

/**
 * Yields all frames that match the first. `onLost` is called for bytes between frames that belong to no tag. A frame
 * truncated by the end of the file is left out.
 */
export function* mp3Frames(
  bytes: Uint8Array,
  from: number,
  onLost: (bytes: number) => void,
): Generator<Mp3Frame> {
  let at = from;
  let sampleRate = 0;
  while (at < bytes.length) {
    const header = frameHeader(bytes, at);
    if (header && header.layer === 3 && (sampleRate === 0 || header.sampleRate === sampleRate)) {
      const end = at + header.length;
      if (end > bytes.length) return;
      sampleRate = header.sampleRate;
      yield { data: bytes.subarray(at, end), sampleRate, channels: header.channels };
      at = end;
      continue;
    }
    const tagged = tagLength(bytes, at);
    if (tagged > 0) {
      at += tagged;
      continue;
    }
    const next = findMp3(bytes, at + 1, bytes.length) ?? bytes.length;
    onLost(next - at);
    at = next;
  }
}

/** Returns the length of a tag after or between frames (ID3v1, ID3v2 or APEv2); 0 when there is none. */
function tagLength(bytes: Uint8Array, at: number): number {
  if (tag(bytes, at, 3) === 'TAG') return 128;
  if (tag(bytes, at, 3) === 'ID3') return id3v2Length(bytes.subarray(at));
  if (tag(bytes, at, 8) !== 'APETAGEX' || at + 32 > bytes.length) return 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at);
  const isHeader = (view.getUint32(20, true) & 0x20000000) !== 0;
  return 32 + (isHeader ? view.getUint32(12, true) : 0);
}

function tag(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

function frameHeader(bytes: Uint8Array, at: number): FrameHeader | null {
  if (at + 4 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1]! & 0xe0) !== 0xe0) return null;
  const version = (bytes[at + 1]! >> 3) & 3;
  const layer = 4 - ((bytes[at + 1]! >> 1) & 3);
  const bitrateIndex = bytes[at + 2]! >> 4;
  const rateIndex = (bytes[at + 2]! >> 2) & 3;
  if (version === 1 || layer === 4 || bitrateIndex === 0 || bitrateIndex === 15 || rateIndex === 3)
    return null;
  const mpeg1 = version === 3;
  const sampleRate = SAMPLE_RATES_1[rateIndex]! / (mpeg1 ? 1 : version === 2 ? 2 : 4);
  const bitrate = (mpeg1 ? BITRATES_1 : BITRATES_2)[bitrateIndex]! * 1000;
  const padding = (bytes[at + 2]! >> 1) & 1;
  return {
    length: Math.floor(((mpeg1 ? 144 : 72) * bitrate) / sampleRate) + padding,
    sampleRate,
    channels: bytes[at + 3]! >> 6 === 3 ? 1 : 2,
    layer: layer as 1 | 2 | 3,
  };
}
