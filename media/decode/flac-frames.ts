/**
 * Splits a native FLAC stream (RFC 9639) into its frames, which have no length field: a frame ends where another valid
 * header begins and the checksum over everything in between is zero. Frames with a wrong checksum are skipped.
 */
import { damaged } from './decode-error.ts';

/** Fields of a frame header (RFC 9639, section 9.1). */
interface FrameHeader {
  readonly channels: number;
  /** Sample rate in Hz; 0 when only the STREAMINFO block contains it. */
  readonly sampleRate: number;
  /** The maximum size of a frame like this. */
  readonly maxBytes: number;
}

const SAMPLE_RATES = [0, 88200, 176400, 192000, 8000, 16000, 22050, 24000, 32000, 44100, 48000, 96000];

/** Returns the offset of the first frame, after `fLaC` and the metadata blocks; null when the file ends before that. */
export function flacFramesOffset(bytes: Uint8Array): number | null {
  for (let at = 4; at + 4 <= bytes.length; ) {
    const last = (bytes[at]! & 0x80) !== 0;
    at += 4 + ((bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!);
    if (last) return at < bytes.length ? at : null;
  }
  return null;
}

/** Yields the frames. `onLost` is called for bytes in the middle of the file that belong to no intact frame. */
export function* flacFrames(
  bytes: Uint8Array,
  from: number,
  onLost: (bytes: number) => void,
): Generator<Uint8Array> {
  // A malicious file may consist only of headers, each of which starts a search.
  let wasted = 0;
  let at = from;
  while (at < bytes.length) {
    const header = flacFrameHeader(bytes, at);
    const search = header
      ? findEnd(bytes, at, header)
      : { end: null, next: nextHeader(bytes, at + 1), scanned: 0 };
    if (search.end !== null) {
      yield bytes.subarray(at, search.end);
      at = search.end;
      continue;
    }
    wasted += search.scanned;
    if (wasted > bytes.length + 2 ** 20) throw damaged('FLAC');
    // What remains at the very end is a truncated frame.
    if (search.next < bytes.length) onLost(search.next - at);
    at = search.next;
  }
}

function findEnd(
  bytes: Uint8Array,
  start: number,
  header: FrameHeader,
): { end: number | null; next: number; scanned: number } {
  const limit = Math.min(bytes.length, start + header.maxBytes);
  let next = bytes.length;
  let crc = 0;
  let at = start;
  for (; at < limit; at++) {
    if (bytes[at] === 0xff && at > start && flacFrameHeader(bytes, at)) {
      if (crc === 0) return { end: at, next: at, scanned: at - start };
      if (next === bytes.length) next = at;
    }
    crc = ((crc << 8) & 0xffff) ^ CRC16[(crc >> 8) ^ bytes[at]!]!;
  }
  if (at === bytes.length && crc === 0) return { end: at, next: at, scanned: at - start };
  if (next === bytes.length) next = nextHeader(bytes, at);
  return { end: null, next, scanned: at - start };
}

function nextHeader(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    if (flacFrameHeader(bytes, at)) return at;
  }
  return bytes.length;
}

/** Returns the header at `at`, if its sync code and its own checksum are valid. */
export function flacFrameHeader(bytes: Uint8Array, at: number): FrameHeader | null {
  if (bytes[at] !== 0xff || (bytes[at + 1]! & 0xfe) !== 0xf8 || at + 6 > bytes.length) return null;
  const blockCode = bytes[at + 2]! >> 4;
  const rateCode = bytes[at + 2]! & 15;
  const channelCode = bytes[at + 3]! >> 4;
  if (blockCode === 0 || rateCode === 15 || channelCode > 10 || bytes[at + 3]! & 1) return null;

  // The coded number has as many bytes as its first one has leading ones, like UTF-8.
  const first = bytes[at + 4]!;
  const ones = first < 0x80 ? 0 : Math.clz32(~(first << 24));
  if (ones === 1 || ones > 7) return null;
  const numberEnd = at + 4 + Math.max(1, ones);
  const blockBytes = blockCode === 6 ? 1 : blockCode === 7 ? 2 : 0;
  const rateBytes = rateCode === 12 ? 1 : rateCode > 12 ? 2 : 0;
  const end = numberEnd + blockBytes + rateBytes;
  if (end >= bytes.length) return null;
  let crc = 0;
  for (let i = at; i < end; i++) crc = CRC8[crc ^ bytes[i]!]!;
  if (crc !== bytes[end]) return null;

  const number = (from: number, length: number) =>
    length === 2 ? (bytes[from]! << 8) | bytes[from + 1]! : bytes[from]!;
  const blockSize =
    blockBytes > 0
      ? number(numberEnd, blockBytes) + 1
      : blockCode === 1
        ? 192
        : blockCode < 6
          ? 144 << blockCode
          : 1 << blockCode;
  const rateAt = numberEnd + blockBytes;
  const sampleRate =
    rateBytes === 0
      ? SAMPLE_RATES[rateCode]!
      : number(rateAt, rateBytes) * (rateCode === 12 ? 1000 : rateCode === 14 ? 10 : 1);
  const channels = channelCode < 8 ? channelCode + 1 : 2;
  // Verbatim samples of up to 33 bits, plus overhead.
  const maxBytes = 64 + Math.ceil((blockSize * channels * 33) / 8) + 16 * channels;
  return { channels, sampleRate, maxBytes };
}

const CRC8 = crcTable(8, 0x07);
const CRC16 = crcTable(16, 0x8005);

/** Table for CRCs that process the highest bit first and start at zero. */
function crcTable(bits: 8 | 16, polynomial: number): Uint16Array {
  const top = 1 << (bits - 1);
  const mask = (1 << bits) - 1;
  return Uint16Array.from({ length: 256 }, (_, index) => {
    let value = index << (bits - 8);
    for (let bit = 0; bit < 8; bit++) value = (value & top ? (value << 1) ^ polynomial : value << 1) & mask;
    return value;
  });
}
