/**
 * Turns WebM and Matroska (RFC 9559, based on EBML, RFC 8794) into the packets of the first audio track.
 *
 * Browsers record segments and clusters of unknown size and without an index. Elements are therefore read one after
 * another, entering the few that matter and skipping the rest, whatever sizes the outer ones claim: each step consumes
 * bytes. After damage, reading continues at the next cluster.
 */
import type { CodecPacket } from './codec-packet.ts';
import { damaged, unsupported } from './decode-error.ts';

/** The elements that are used (RFC 9559, section 5). */
export const WEBM_ID = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  contentEncodings: 0x6d80,
  cluster: 0x1f43b675,
  blockGroup: 0xa0,
  block: 0xa1,
  discardPadding: 0x75a2,
  simpleBlock: 0xa3,
} as const;
/** Entered rather than skipped: their sizes are not needed. */
export const ENTERED: ReadonlySet<number> = new Set([
  WEBM_ID.segment,
  WEBM_ID.tracks,
  WEBM_ID.cluster,
  WEBM_ID.blockGroup,
]);
const AUDIO_TRACK = 2;
export const CLUSTER_BYTES = [0x1f, 0x43, 0xb6, 0x75];

export interface WebmTrack {
  readonly number: number;
  /** Codec, such as `A_OPUS`. */
  readonly codecId: string;
  readonly codecPrivate: Uint8Array;
}

interface Element {
  readonly id: number;
  /** Where its contents begin and end; the end is limited to the available bytes. */
  readonly body: number;
  readonly end: number;
  /** What `end` would be in a complete file; infinite for unknown sizes. */
  readonly claimedEnd: number;
}

/** The first audio track. Throws DecodeError when there is none, or when it is encrypted or additionally compressed. */
export function webmAudioTrack(bytes: Uint8Array): WebmTrack {
  let others = false;
  for (const element of elements(bytes, () => {})) {
    if (element.id === WEBM_ID.cluster) break;
    if (element.id !== WEBM_ID.trackEntry) continue;
    const track = readTrackEntry(bytes.subarray(element.body, element.end));
    if (track === null) others = true;
    else return track;
  }
  throw others ? unsupported('a WebM or Matroska file without an audio track') : damaged('WebM');
}

/**
 * The contents of a track entry; null when it is not an audio track.
 * @throws DecodeError for audio that is encrypted or additionally compressed
 */
export function readTrackEntry(entry: Uint8Array): WebmTrack | null {
  const track = { number: 0, type: 0, codecId: '', codecPrivate: entry.subarray(0, 0), encoded: false };
  for (let at = 0; at < entry.length; ) {
    const child = elementAt(entry, at);
    if (!child || child.claimedEnd > entry.length) break;
    const body = entry.subarray(child.body, child.end);
    if (child.id === WEBM_ID.trackNumber) track.number = uint(body);
    else if (child.id === WEBM_ID.trackType) track.type = uint(body);
    else if (child.id === WEBM_ID.codecId)
      track.codecId = Buffer.from(body).toString('latin1').replace(/\0+$/, '');
    else if (child.id === WEBM_ID.codecPrivate) track.codecPrivate = body;
    else if (child.id === WEBM_ID.contentEncodings) track.encoded = true;
    at = child.end;
  }
  if (track.type !== AUDIO_TRACK) return null;
  if (track.encoded) throw unsupported('a Matroska file with encrypted or specially compressed audio');
  return track;
}

/** The track's packets in order. `onLost` is called for bytes skipped because of damage. */
export function* webmPackets(
  bytes: Uint8Array,
  track: number,
  onLost: (bytes: number) => void,
): Generator<CodecPacket> {
  // A block's padding comes after it, in the same group.
  let held: { frames: Uint8Array[]; discardPaddingNs: number } | null = null;
  const release = function* (): Generator<CodecPacket> {
    const block = held;
    held = null;
    if (!block) return;
    for (const [i, data] of block.frames.entries()) {
      yield { data, discardPaddingNs: i === block.frames.length - 1 ? block.discardPaddingNs : 0 };
    }
  };
  for (const element of elements(bytes, onLost)) {
    const body = bytes.subarray(element.body, element.end);
    if (element.id === WEBM_ID.simpleBlock || element.id === WEBM_ID.block) {
      yield* release();
      // A block truncated by the end of the file would decode to noise.
      if (element.claimedEnd > bytes.length) continue;
      const frames = blockFrames(body, track);
      if (frames) held = { frames, discardPaddingNs: 0 };
      else if (frames === null) onLost(body.length);
    } else if (element.id === WEBM_ID.discardPadding && held && body.length <= 8) {
      held.discardPaddingNs = Math.max(0, int(body));
    }
  }
  yield* release();
}

/**
 * The frames of a block; undefined when it belongs to another track, null when it is damaged (RFC 9559, section 10).
 */
export function blockFrames(block: Uint8Array, track: number): Uint8Array[] | null | undefined {
  const number = vint(block, 0);
  if (!number || number.length + 3 > block.length) return null;
  if (number.value !== track) return undefined;
  const lacing = (block[number.length + 2]! >> 1) & 3;
  let at = number.length + 3;
  if (lacing === 0) return [block.subarray(at)];

  const count = (block[at++] ?? 0) + 1;
  const sizes: number[] = [];
  if (lacing === 2) {
    sizes.push(...new Array<number>(count - 1).fill(Math.floor((block.length - at) / count)));
  }
  while (sizes.length < count - 1) {
    if (lacing === 1) {
      let size = 0;
      while (block[at] === 255) size += block[at++]!;
      size += block[at++] ?? 0;
      sizes.push(size);
    } else {
      const coded = vint(block, at);
      if (!coded) return null;
      at += coded.length;
      const previous = sizes.at(-1);
      // Differences are stored with half their range added.
      sizes.push(
        previous === undefined ? coded.value : previous + coded.value - (2 ** (7 * coded.length - 1) - 1),
      );
    }
  }
  const frames: Uint8Array[] = [];
  for (const size of sizes) {
    if (size < 0 || at + size > block.length) return null;
    frames.push(block.subarray(at, at + size));
    at += size;
  }
  frames.push(block.subarray(at));
  return frames;
}

function* elements(bytes: Uint8Array, onLost: (bytes: number) => void): Generator<Element> {
  for (let at = 0; at < bytes.length; ) {
    const element = elementAt(bytes, at);
    const known =
      element && (element.claimedEnd <= bytes.length || ENTERED.has(element.id) || isBlock(element.id));
    if (known) {
      yield element;
      at = ENTERED.has(element.id) ? element.body : element.end;
      continue;
    }
    const next = findCluster(bytes, at + 1);
    // The last element of a truncated file does not count as damage.
    if (next < bytes.length) onLost(next - at);
    at = next;
  }
}

function isBlock(id: number): boolean {
  return id === WEBM_ID.block || id === WEBM_ID.simpleBlock;
}

function elementAt(bytes: Uint8Array, at: number): Element | null {
  const first = bytes[at]!;
  const idLength = Math.clz32(first) - 23;
  if (idLength > 4 || at + idLength >= bytes.length) return null;
  let id = 0;
  for (let i = 0; i < idLength; i++) id = id * 256 + bytes[at + i]!;
  const size = vint(bytes, at + idLength);
  if (!size) return null;
  const body = at + idLength + size.length;
  const claimedEnd = size.unknown ? Number.POSITIVE_INFINITY : body + size.value;
  return { id, body, end: Math.min(claimedEnd, bytes.length), claimedEnd };
}

/** A variable-length integer without its marker (RFC 8794, section 4). All ones mean an unknown size. */
export function vint(
  bytes: Uint8Array,
  at: number,
): { value: number; length: number; unknown: boolean } | null {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > bytes.length) return null;
  let value = first & (0xff >> length);
  let unknown = value === 0xff >> length;
  for (let i = 1; i < length; i++) {
    unknown &&= bytes[at + i] === 0xff;
    value = value * 256 + bytes[at + i]!;
  }
  return { value, length, unknown };
}

function uint(bytes: Uint8Array): number {
  return bytes.subarray(0, 8).reduce((value, byte) => value * 256 + byte, 0);
}

function int(bytes: Uint8Array): number {
  return bytes[0]! & 0x80 ? uint(bytes) - 256 ** bytes.length : uint(bytes);
}

function findCluster(bytes: Uint8Array, from: number): number {
  for (
    let at = bytes.indexOf(CLUSTER_BYTES[0]!, from);
    at >= 0;
    at = bytes.indexOf(CLUSTER_BYTES[0]!, at + 1)
  ) {
    if (CLUSTER_BYTES.every((byte, i) => bytes[at + i] === byte)) return at;
  }
  return bytes.length;
}
