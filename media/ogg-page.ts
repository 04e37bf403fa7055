/** Pages of the Ogg container (RFC 3533, section 6): code that the reader and the writer share. */

export const HEADER_BYTES = 27;
/** Header flags: the page begins with the rest of a packet, it is the first of its stream, it is the last. */
export const CONTINUED = 1;
export const BEGINS_STREAM = 2;
export const ENDS_STREAM = 4;

const MAX_SEGMENTS = 255;

export interface OggPageHeader {
  /** Sequence number of the page in its stream, from 0. */
  readonly sequence: number;
  /** Position at the end of the page, in the codec's samples. */
  readonly granule: number;
  readonly beginsStream?: boolean;
  readonly endsStream?: boolean;
  /** Serial number that distinguishes the streams of a file; 1 when left out. */
  readonly serial?: number;
}

/**
 * One page with whole packets. Throws RangeError when the packets need more than the 255 segments of a page (about 64
 * kB).
 */
export function oggPage(packets: readonly Uint8Array[], header: OggPageHeader): Uint8Array {
  const { sequence, granule, beginsStream = false, endsStream = false, serial = 1 } = header;
  const lacing = packets.flatMap(({ length }) => [
    ...new Array<number>(Math.floor(length / 255)).fill(255),
    length % 255,
  ]);
  if (lacing.length > MAX_SEGMENTS) throw new RangeError('The packets do not fit one Ogg page');
  const bodyAt = HEADER_BYTES + lacing.length;
  const page = new Uint8Array(packets.reduce((sum, { length }) => sum + length, bodyAt));
  const view = new DataView(page.buffer);
  page.set([0x4f, 0x67, 0x67, 0x53, 0, (beginsStream ? BEGINS_STREAM : 0) | (endsStream ? ENDS_STREAM : 0)]);
  view.setBigInt64(6, BigInt(granule), true);
  view.setUint32(14, serial, true);
  view.setUint32(18, sequence, true);
  page[26] = lacing.length;
  page.set(lacing, HEADER_BYTES);
  let at = bodyAt;
  for (const packet of packets) {
    page.set(packet, at);
    at += packet.length;
  }
  view.setUint32(22, pageChecksum(page, 0, page.length), true);
  return page;
}

/** CRC-32 with the polynomial 04c11db7, unreflected, beginning at 0 (RFC 3533, section 6). */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

/** The checksum of the page in `[from, to)`, its own checksum field taken as zeros. */
export function pageChecksum(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0;
  for (let i = from; i < to; i++) {
    const byte = i >= from + 22 && i < from + 26 ? 0 : bytes[i]!;
    crc = (crc << 8) ^ CRC_TABLE[(crc >>> 24) ^ byte]!;
  }
  return crc >>> 0;
}
