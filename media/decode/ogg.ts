/**
 * Turns Ogg pages (RFC 3533) into the packets of one logical stream. Reads forward only, and every step consumes bytes,
 * so damage costs at most time linear in the file's size. Pages with a wrong checksum are skipped, as the format
 * intends.
 */
import { BEGINS_STREAM, CONTINUED, HEADER_BYTES, pageChecksum } from '../ogg-page.ts';
import { damaged } from './decode-error.ts';

export interface OggPacket {
  readonly data: Uint8Array;
  /** Position at the end of its page, in the codec's samples: given with the last packet that ends on a page. */
  readonly granule: number | null;
}

interface OggPage {
  readonly serial: number;
  readonly sequence: number;
  readonly continued: boolean;
  readonly beginsStream: boolean;
  readonly granule: number | null;
  /** Lengths in segments of up to 255 bytes; one below 255 ends a packet. */
  readonly lacing: Uint8Array;
  /** Shorter than the lacing values specify at the end of a truncated file. */
  readonly body: Uint8Array;
}

const MAX_PAGE_BYTES = HEADER_BYTES + 255 + 255 * 255;

/** First packets of the logical streams at the beginning of the file, in order. */
export function oggStreams(bytes: Uint8Array): { serial: number; head: Uint8Array }[] {
  const streams: { serial: number; head: Uint8Array }[] = [];
  for (const page of oggPages(bytes, () => {})) {
    if (!page.beginsStream) break;
    const segments = page.lacing.findIndex((length) => length < 255) + 1;
    const length = page.lacing.subarray(0, segments).reduce((sum, value) => sum + value, 0);
    streams.push({ serial: page.serial, head: page.body.subarray(0, length) });
  }
  return streams;
}

/**
 * All packets of the stream `serial`. `onLost` is called for bytes skipped because of damage. Streams chained after it
 * have other serial numbers and are not read.
 */
export function* oggPackets(
  bytes: Uint8Array,
  serial: number,
  onLost: (bytes: number) => void,
): Generator<OggPacket> {
  let pieces: Uint8Array[] = [];
  let nextSequence: number | null = null;
  for (const page of oggPages(bytes, onLost)) {
    if (page.serial !== serial) continue;
    const gap = nextSequence !== null && page.sequence !== nextSequence;
    nextSequence = (page.sequence + 1) >>> 0;
    // The beginning or the end of a packet may be on a lost page. The rest of it is useless then.
    if (gap || !page.continued) pieces = [];
    let skipping = page.continued && pieces.length === 0;

    const lastEnd = page.lacing.findLastIndex((length) => length < 255);
    let at = 0;
    let begin = 0;
    for (let i = 0; i < page.lacing.length; i++) {
      at += page.lacing[i]!;
      if (at > page.body.length) return;
      if (page.lacing[i] === 255) continue;
      const piece = page.body.subarray(begin, at);
      if (skipping) skipping = false;
      else
        yield {
          data: pieces.length ? join([...pieces, piece]) : piece,
          granule: i === lastEnd ? page.granule : null,
        };
      pieces = [];
      begin = at;
    }
    if (begin < at && !skipping) pieces.push(page.body.subarray(begin, at));
  }
}

function* oggPages(bytes: Uint8Array, onLost: (bytes: number) => void): Generator<OggPage> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  // A malicious file may consist only of the beginnings of long pages, each of which costs a checksum.
  let wasted = 0;
  while (at + HEADER_BYTES <= bytes.length) {
    const page = pageAt(bytes, view, at);
    if (page) {
      yield page.page;
      at = page.end;
      continue;
    }
    if (isCapture(bytes, at)) wasted += MAX_PAGE_BYTES;
    if (wasted > 4 * bytes.length + 64 * MAX_PAGE_BYTES) throw damaged('Ogg');
    const next = findCapture(bytes, at + 1);
    onLost(next - at);
    at = next;
  }
}

function pageAt(bytes: Uint8Array, view: DataView, at: number): { page: OggPage; end: number } | null {
  if (!isCapture(bytes, at) || bytes[at + 4] !== 0) return null;
  const bodyAt = at + HEADER_BYTES + bytes[at + 26]!;
  if (bodyAt > bytes.length) return null;
  const lacing = bytes.subarray(at + HEADER_BYTES, bodyAt);
  const end = bodyAt + lacing.reduce((sum, length) => sum + length, 0);
  // A page truncated by the end of the file cannot be verified. A false one in mid-file would consume the rest.
  if (
    end > bytes.length
      ? findCapture(bytes, at + 1) < bytes.length
      : pageChecksum(bytes, at, end) !== view.getUint32(at + 22, true)
  ) {
    return null;
  }
  const flags = bytes[at + 5]!;
  const granule = Number(view.getBigInt64(at + 6, true));
  const page = {
    serial: view.getUint32(at + 14, true),
    sequence: view.getUint32(at + 18, true),
    continued: (flags & CONTINUED) !== 0,
    beginsStream: (flags & BEGINS_STREAM) !== 0,
    granule: granule < 0 ? null : granule,
    lacing,
    body: bytes.subarray(bodyAt, Math.min(end, bytes.length)),
  };
  return { page, end };
}

function isCapture(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x4f && bytes[at + 1] === 0x67 && bytes[at + 2] === 0x67 && bytes[at + 3] === 0x53;
}

function findCapture(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0x4f, from); at >= 0; at = bytes.indexOf(0x4f, at + 1)) {
    if (isCapture(bytes, at)) return at;
  }
  return bytes.length;
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
